"""Live tables: who writes their acts, conducts them, watches them, and gives orders to them."""
