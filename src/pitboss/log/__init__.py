"""The log: written as rounds end, or record by record; read; and proved by replay."""
