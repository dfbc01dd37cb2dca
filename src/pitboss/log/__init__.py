"""The log: writing it round by round or record by record, reading it, and proving it by replay."""
