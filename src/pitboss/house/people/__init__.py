"""People of a house: accounts, roles, sessions, the staff journal, and what they have played and learned."""
