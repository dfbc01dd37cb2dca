"""Fast simulation: streams of random numbers, runs of kernels, and their results."""
