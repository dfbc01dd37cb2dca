"""The logs of a table in a house, written from its stored acts."""

from __future__ import annotations

from pathlib import Path

import msgspec
from sqlalchemy import Engine, select

from pitboss.house.storage import schema
from pitboss.house.storage.database import reading
from pitboss.house.tables.history import Replay, live_table, stored_acts
from pitboss.log.lines import LogEnd, chain


def written_logs(engine: Engine, table: str, folder: Path) -> list[Path]:
    """The logs of a table, one for each set of rules, as its stored acts make them."""
    with reading(engine) as connection:
        row = connection.execute(select(schema.game_table).where(schema.game_table.c.id == table)).one()
        rows = stored_acts(connection, table, 1)
    opened = msgspec.json.decode(msgspec.json.decode(rows[0].body)["first_line"])
    replay = Replay(table, live_table(table, row.game, opened["rules"]))
    logs: list[list[bytes]] = []
    for line in [line for act in rows for line in replay.apply(act).lines]:
        if line.startswith(b'{"type":"log"'):
            logs.append([])
        logs[-1].append(line)
    paths = []
    for number, lines in enumerate(logs):
        said = [msgspec.json.decode(line) for line in lines]
        rounds = sum(one["type"] == "ended" for one in said)
        end = LogEnd(round=said[-1]["round"], clause=said[0]["clause"], rounds=rounds)
        paths.append(folder / f"{number}.jsonl")
        paths[-1].write_bytes(b"".join([*lines, *chain([end], said[-1]["hash"])[0]]))
    return paths
