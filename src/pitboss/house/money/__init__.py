"""The money of a house: ledger, books, till, cashier, inventory, statements and hold."""
