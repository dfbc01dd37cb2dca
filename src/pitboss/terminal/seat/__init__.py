"""A seat at a table, local or live: what its player is told, types and can do."""
