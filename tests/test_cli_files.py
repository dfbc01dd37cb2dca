"""Files that commands write: what is there already is kept, and it is told before any work is done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from pitboss import Table
from pitboss import game as game_named
from pitboss.cli.app import COMMANDS, app
from pitboss.files import FileKept, check_free, opened, put, written_whole
from pitboss.log import LogWriter, prove

from shell import Captured, refused, run

GAME = "double_down_stud"
KEPT = "it is there already, and is kept as it is; give another name, or --force to replace it"


# --- every option that writes a file


WRITING: dict[str, tuple[tuple[object, ...], str]] = {
    "deal --log": (("deal", GAME, "--seed", 1, "--log"), "rounds.jsonl"),
    "odds --states": (("odds", "boston_5_stud", "--states"), "starts.csv"),
    "odds --report": (("odds", GAME, "--report"), "par.csv"),
    "chart --out": (("chart", GAME, "--out"), "chart.svg"),
    "simulate --chunks": (("simulate", GAME, "--rounds", 1000, "--chunks"), "chunks.csv"),
    "sessions --plot": (("sessions", GAME, "--rounds", 5, "--players", 50, "--plot"), "night.svg"),
}
every_option = pytest.mark.parametrize(("arguments", "name"), WRITING.values(), ids=WRITING)


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is dealt, counted or played."""

    def work(*_: Any, **__: Any) -> Any:
        pytest.fail("work was begun for a file that can't be written")

    for name in ("pitboss.mathematics.odds", "pitboss.mathematics.pictures", "pitboss.mathematics.rules_for"):
        monkeypatch.setattr(name, work)
    for name in ("pitboss.simulate.setup", "pitboss.pit.Table.open_round"):
        monkeypatch.setattr(name, work)


@every_option
def test_a_file_that_is_there_is_kept_and_no_work_is_begun(
    capsys: Captured, tmp_path: Path, no_work: None, arguments: tuple[object, ...], name: str
) -> None:
    path = tmp_path / name
    path.write_text("evidence")
    assert refused(capsys, *arguments, path) == f"{path}: {KEPT}."
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "evidence")]


@every_option
def test_with_force_it_is_replaced(capsys: Captured, tmp_path: Path, arguments: tuple[object, ...], name: str) -> None:
    path = tmp_path / name
    run(capsys, *arguments, path)
    made = path.read_bytes()
    path.write_text("evidence")
    run(capsys, *arguments, path, "--force")
    assert path.read_bytes() == made
    assert list(tmp_path.iterdir()) == [path]


def test_every_option_that_names_a_file_to_write_is_among_these() -> None:
    """A new option of this kind must be added to the list, so that it is checked too."""
    named = {
        f"{name} {option.opts[0]}"
        for name, command in get_command(app).commands.items()  # type: ignore[attr-defined]
        for option in command.params
        if option.metavar == "F" and option.opts[0].startswith("--")
    }
    reads = {f"{name} --rules" for name in COMMANDS} | {"simulate --continue", "simulate --checkpoint"}
    assert named - reads == WRITING.keys()


def test_one_picture_of_several_that_is_there_keeps_all_from_being_drawn(capsys: Captured, tmp_path: Path) -> None:
    run(capsys, "chart", GAME, "--all", "--out", tmp_path / "chart.svg")
    drawn = sorted(tmp_path.iterdir())
    for picture in drawn[:-1]:
        picture.unlink()
    drawn[-1].write_text("evidence")
    assert f"{drawn[-1]}: {KEPT}" in refused(capsys, "chart", GAME, "--all", "--out", tmp_path / "chart.svg")
    assert [(file, file.read_text()) for file in tmp_path.iterdir()] == [(drawn[-1], "evidence")]


@pytest.mark.parametrize("option", ["--checkpoint", "--continue"])
@pytest.mark.parametrize("content", ["", "evidence", "{}"])
def test_a_run_does_not_replace_what_is_no_run(
    capsys: Captured, tmp_path: Path, no_work: None, option: str, content: str
) -> None:
    path = tmp_path / "run.json"
    path.write_text(content)
    assert "is no run that can go on" in refused(capsys, "simulate", GAME, "--rounds", 1000, option, path, "--force")
    assert path.read_text() == content


# --- what is no file


def test_a_log_is_printed_and_can_be_read_from_a_pipe(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    dealt = f"{sys.executable} -m pitboss.cli deal {GAME} --rounds 3 --seed 1 --log"
    for where in ("-", "/dev/stdout"):
        done = subprocess.run(["sh", "-c", f"{dealt} {where} > {tmp_path}/printed"], check=True, capture_output=True)
        assert (done.stdout, done.stderr) == (b"", b"")
        assert prove(tmp_path / "printed", game_named).rounds == 3


def test_a_device_and_a_pipe_are_written_to(capsys: Captured, tmp_path: Path) -> None:
    run(capsys, "deal", GAME, "--log", "/dev/null")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reading:
        run(capsys, "deal", GAME, "--log", pipe)
        out, _ = reading.communicate()
    assert out.endswith(b"\n")
    assert json.loads(out.splitlines()[-1])["type"] == "end"


# --- in Python


def test_a_log_writer_makes_a_new_file_unless_it_may_replace(tmp_path: Path) -> None:
    path, table = tmp_path / "rounds.jsonl", Table(GAME)
    path.write_text("evidence")
    with pytest.raises(FileKept):
        LogWriter(path, table.game, table.rules)
    assert path.read_text() == "evidence"
    LogWriter(path, table.game, table.rules, replace=True).close()
    assert prove(path, game_named).rounds == 0


@pytest.mark.parametrize("write", [lambda path: put(path, b"new"), lambda path: opened(path).close(), check_free])
def test_files_are_kept_and_links_followed(tmp_path: Path, write: Callable[[Path], None]) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    for one in (path, link):
        with pytest.raises(FileKept, match="is kept") as kept:
            write(one)
        assert kept.value.filename == str(one)
    assert path.read_text() == "old"


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_comes_while_another_is_written_is_kept_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr("os.link", lambda *_: (_ for _ in ()).throw(PermissionError()))
    path = tmp_path / "file"
    partial = tmp_path

    def write() -> None:
        nonlocal partial
        with written_whole(path) as partial:
            partial.write_text("mine")
            path.write_text("theirs")

    with pytest.raises(FileKept, match=r"came while this one was written, which is in .*partial"):
        write()
    assert path.read_text() == "theirs"
    assert partial.read_text() == "mine"
    path.unlink()
    partial.unlink()
    put(path, b"whole")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "whole")]
