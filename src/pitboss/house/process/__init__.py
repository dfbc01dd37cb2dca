"""One process of a house: opening, recovery, its workers, its neighbours, metrics and logs."""
