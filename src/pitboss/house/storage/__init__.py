"""The database: its tables and versions, the committer, ownership of tables, and backups."""
