"""A process that owns tables, for tests that kill or stop it. It answers each line of commands with a line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from pitboss.house.storage.ownership import Ownership


class OwningProcess:
    """A child process with an ``Ownership`` on a connection of its own."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        command = [sys.executable, __file__, url, name]
        pipe = subprocess.PIPE
        self._child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.answer()

    def ask(self, *words: str) -> str:
        self.send(*words)
        return self.answer()

    def send(self, *words: str) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(" ".join(words) + "\n")

    def answer(self) -> str:
        assert self._child.stdout is not None
        return self._child.stdout.readline().strip()

    def signal(self, number: signal.Signals) -> None:
        self._child.send_signal(number)
        if number == signal.SIGSTOP:
            os.waitid(os.P_PID, self._child.pid, os.WSTOPPED | os.WNOWAIT)

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()


@contextmanager
def owning(url: str, *names: str) -> Iterator[list[OwningProcess]]:
    """Processes of these names. They end with the block."""
    processes: list[OwningProcess] = []
    try:
        for name in names:
            processes.append(OwningProcess(url, name))
        yield processes
    finally:
        for process in processes:
            process.kill()


def act(connection: psycopg.Connection, table_id: str, seq: int) -> None:
    """Commit an act of a table."""
    with connection.transaction():
        write(connection, table_id, seq)


def write(connection: psycopg.Connection, table_id: str, seq: int) -> None:
    connection.execute(
        "INSERT INTO act (table_id, seq, round, at, body, head) VALUES (%s, %s, 1, 1, '', '')", [table_id, seq]
    )


def main(url: str, name: str) -> None:
    with psycopg.connect(url) as connection:
        ownership = Ownership(connection, name, f"http://{name}")
        print("ready", flush=True)
        for line in sys.stdin:
            try:
                match line.split():
                    case ["claim", *tables]:
                        told = " ".join(
                            f"{table}:{epoch}" for table, epoch in sorted(ownership.claim_all(tables).items())
                        )
                    case ["release"]:
                        for table in list(ownership.epochs):
                            ownership.release(table)
                        told = "released"
                    case ["act", table, seq]:
                        act(connection, table, int(seq))
                        told = "committed"
                    case ["begin", table, seq]:  # an act whose commit does not come
                        write(connection, table, int(seq))
                        told = "begun"
                    case ["commit"]:
                        connection.commit()
                        told = "committed"
                    case words:
                        told = f"unknown command {words}"
            except psycopg.Error as error:
                told = type(error).__name__
            print(told, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
