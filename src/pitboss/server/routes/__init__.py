"""HTTP routes, one module for each subject."""
