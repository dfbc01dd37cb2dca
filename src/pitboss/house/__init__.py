"""The house: live tables, their ledger, and the people who play and work at them (docs/house.md)."""
