"""One process of a house: its start, recovery, worker processes, metrics and logs."""
