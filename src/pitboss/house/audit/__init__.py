"""The proof of a whole house from its database, and the signatures under it."""
