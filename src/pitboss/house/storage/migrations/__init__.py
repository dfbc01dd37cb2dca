"""The versions of the database, in the order in which alembic makes them."""

VERSION_TABLE = "pitboss_version"
"""Holds the version of a database. The name is our own, so another program's database is not taken for ours."""
