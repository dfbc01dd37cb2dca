"""``pitboss schema``: the JSON Schema of a log."""

from __future__ import annotations

import json

from pitboss.log.lines import schema as schema_of_logs


def schema() -> None:
    """Print the JSON Schema of a log's lines.

    docs/log.md explains the records and the chain of hashes.

    [bold]Examples[/]

      pitboss schema > log.schema.json
    """
    print(json.dumps(schema_of_logs(), indent=2, ensure_ascii=False))
