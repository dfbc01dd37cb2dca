"""Rounds at the speed of the hardware: streams of random numbers, runs of kernels, what they add up to."""
