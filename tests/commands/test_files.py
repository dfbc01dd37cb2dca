"""Files that commands write: an existing file is kept, and the error comes before any work is done."""

from __future__ import annotations

import gzip
import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pitboss import Table
from pitboss import game as game_named
from pitboss.basics.files import FileKept, check_free, opened, put, written_whole
from pitboss.cli.app import COMMANDS, loaded
from pitboss.engine.procedures import shoe
from pitboss.log.journal import LogWriter
from pitboss.log.proof import prove
from pitboss.simulation import any_game
from pitboss.simulation.run import load
from waiting import until

from shell import Captured, refused, run

NAME = "double_down_stud"
KEPT = "already exists; choose another name or use --force"


# --- every option that writes a file


WRITING: dict[str, tuple[tuple[object, ...], str]] = {
    "deal --log": (("deal", NAME, "--seed", 1, "--log"), "rounds.jsonl"),
    "play --log": (("play", NAME, "--plain", "--seed", 1, "--log"), "evening.jsonl"),
    "odds --states": (("odds", "boston_5_stud", "--states"), "starts.csv"),
    "odds --report": (("odds", NAME, "--report"), "par.csv"),
    "exposure --out": (("exposure", NAME, "--out"), "exposure.html"),
    "counting --out": (
        ("counting", "double_attack_blackjack", "--count", "5:1,K:-1", "--rounds", 1000, "--out"),
        "counting.html",
    ),
    "petition --out": (("petition", NAME, "--out"), "petition.html"),
    "chart --out": (("chart", NAME, "--out"), "chart.svg"),
    "simulate --chunks": (("simulate", NAME, "--rounds", 1000, "--chunks"), "chunks.csv"),
    "shuffle-evidence --export": (("shuffle-evidence", NAME, "--orders", 1000, "--seed", 1, "--export"), "words.bin"),
    "shuffle-evidence --out": (("shuffle-evidence", NAME, "--orders", 1000, "--seed", 1, "--out"), "shuffle.html"),
    "sessions --plot": (("sessions", NAME, "--rounds", 5, "--players", 50, "--plot"), "night.svg"),
}
every_option = pytest.mark.parametrize(
    ("arguments", "name"),
    [
        pytest.param(*given, id=option, marks=[pytest.mark.long] * option.startswith(("counting", "petition")))
        for option, given in WRITING.items()
    ],
)


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if anything is dealt, counted or played."""

    def work(*_: Any, **__: Any) -> Any:
        pytest.fail("work began for a file that can't be written")

    import_module("pitboss.mathematics.exposure")  # it takes some of these names when it is imported, and keeps them
    for name in (
        "pitboss.mathematics.any_game.odds",
        "pitboss.mathematics.any_game.pictures",
        "pitboss.mathematics.any_game.rules_for",
    ):
        monkeypatch.setattr(name, work)
    for name in (
        "pitboss.simulation.any_game.setup",
        "pitboss.engine.table.Table.open_round",
        "pitboss.engine.table.Table._shuffle",
    ):
        monkeypatch.setattr(name, work)


@every_option
def test_a_file_that_is_there_is_kept_and_no_work_is_begun(
    capsys: Captured, tmp_path: Path, no_work: None, arguments: tuple[object, ...], name: str
) -> None:
    path = tmp_path / name
    path.write_text("evidence")
    assert refused(capsys, *arguments, path) == f"{path} {KEPT}."
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "evidence")]


@every_option
def test_with_force_it_is_replaced(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[object, ...], name: str
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    path = tmp_path / name
    monkeypatch.setattr(shoe, "urandom", shoe.SeededSource("the same cards"))
    run(capsys, *arguments, path)
    made = path.read_bytes()
    path.write_text("evidence")
    monkeypatch.setattr(shoe, "urandom", shoe.SeededSource("the same cards"))
    run(capsys, *arguments, path, "--force")
    assert path.read_bytes() == made
    assert list(tmp_path.iterdir()) == [path]


def test_every_option_that_names_a_file_to_write_is_among_these() -> None:
    """A new option of this kind must be added to the list, so that these tests check it."""
    named = {
        f"{name} {option.opts[0]}"
        for name in COMMANDS
        for option in loaded(name).params
        if option.metavar == "F" and option.opts[0].startswith("--")
    }
    reads = {f"{name} --rules" for name in COMMANDS} | {"simulate --continue", "simulate --checkpoint"}
    assert named - reads == WRITING.keys()


def test_one_picture_of_several_that_is_there_keeps_all_from_being_drawn(capsys: Captured, tmp_path: Path) -> None:
    run(capsys, "chart", NAME, "--all", "--out", tmp_path / "chart.svg")
    drawn = sorted(tmp_path.iterdir())
    for picture in drawn[:-1]:
        picture.unlink()
    drawn[-1].write_text("evidence")
    assert f"{drawn[-1]} {KEPT}" in refused(capsys, "chart", NAME, "--all", "--out", tmp_path / "chart.svg")
    assert [(file, file.read_text()) for file in tmp_path.iterdir()] == [(drawn[-1], "evidence")]


@pytest.mark.parametrize("option", ["--checkpoint", "--continue"])
@pytest.mark.parametrize("content", ["", "evidence", "{}"])
def test_a_run_does_not_replace_what_is_no_run(
    capsys: Captured, tmp_path: Path, no_work: None, option: str, content: str
) -> None:
    path = tmp_path / "run.json"
    path.write_text(content)
    assert "is not a saved run" in refused(capsys, "simulate", NAME, "--rounds", 1000, option, path, "--force")
    assert path.read_text() == content


# --- pipes and devices


def test_a_log_is_printed_and_can_be_read_from_a_pipe(
    capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    dealt = f"{sys.executable} -m pitboss.cli deal {NAME} --rounds 3 --seed 1 --log"
    for where in ("-", "/dev/stdout"):
        done = subprocess.run(["sh", "-c", f"{dealt} {where} > {tmp_path}/printed"], check=True, capture_output=True)
        assert (done.stdout, done.stderr) == (b"", b"")
        assert prove(tmp_path / "printed", game_named).rounds == 3


def test_a_device_and_a_pipe_are_written_to(capsys: Captured, tmp_path: Path) -> None:
    run(capsys, "deal", NAME, "--log", "/dev/null")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reading:
        run(capsys, "deal", NAME, "--log", pipe)
        out, _ = reading.communicate()
    assert out.endswith(b"\n")
    assert json.loads(out.splitlines()[-1])["type"] == "end"


# --- in Python


def test_a_log_writer_makes_a_new_file_unless_it_may_replace(tmp_path: Path) -> None:
    path, table = tmp_path / "rounds.jsonl", Table(NAME)
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
        with pytest.raises(FileKept, match="already exists") as kept:
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

    with pytest.raises(FileKept, match=r"appeared during the run; the new file is in .*partial"):
        write()
    assert path.read_text() == "theirs"
    assert partial.read_text() == "mine"
    path.unlink()
    partial.unlink()
    put(path, b"whole")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("file", "whole")]


def test_a_directory_that_appears_is_kept_and_does_not_lend_its_mode(tmp_path: Path) -> None:
    for replace in (False, True):
        path = tmp_path / f"file {replace}"

        def write(path: Path, replace: bool) -> None:
            with written_whole(path, replace=replace) as partial:
                partial.write_text("mine")
                path.mkdir(mode=0o700)

        with pytest.raises(FileKept) as kept:
            write(path, replace)
        assert kept.value.partial
        assert kept.value.partial.read_text() == "mine"
        assert kept.value.partial.stat().st_mode & 0o111 == 0
        assert path.is_dir()


def test_without_hard_links_a_name_is_reserved_before_it_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that appears at the last moment is not overwritten by a rename."""
    path = tmp_path / "file"

    def no_links(*_: object) -> None:
        path.write_text("theirs")
        raise PermissionError

    monkeypatch.setattr("os.link", no_links)
    monkeypatch.setattr("pathlib.Path.exists", lambda path: False)
    with pytest.raises(FileKept):
        put(path, b"mine")
    assert path.read_text() == "theirs"


# --- an input is never the output


@every_option
def test_the_rules_are_never_the_output(
    capsys: Captured, tmp_path: Path, no_work: None, arguments: tuple[object, ...], name: str
) -> None:
    path, link = tmp_path / name, tmp_path / f"link-{name}"
    before = run(capsys, "rules", arguments[1])
    path.write_text(before, encoding="utf-8")
    link.symlink_to(path)
    for one in (path, link):
        assert "can't be both an input and an output" in refused(capsys, *arguments, one, "--rules", path, "--force")
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("option", ["odds --states", "simulate --chunks"])
def test_a_strategy_of_ones_own_is_never_the_output(
    capsys: Captured, tmp_path: Path, no_work: None, option: str
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def play(cards):\n    return 'call'\n")
    link = tmp_path / WRITING[option][1]
    link.symlink_to(mine)
    said = refused(capsys, *WRITING[option][0], link, "--strategy", f"{mine}:play", "--force")
    assert "can't be both an input and an output" in said
    assert mine.read_text().startswith("def play")


def test_the_run_that_goes_on_is_not_the_table_of_its_chunks(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    run(capsys, "simulate", NAME, "--rounds", 1000, "--checkpoint", path)
    before = path.read_bytes()
    asked = ("simulate", NAME, "--rounds", 1000, "--continue", path, "--chunks", path, "--force")
    assert "can't be both an input and an output" in refused(capsys, *asked)
    assert path.read_bytes() == before


@every_option
def test_links_that_lead_to_each_other_are_one_sentence(
    capsys: Captured, tmp_path: Path, no_work: None, arguments: tuple[object, ...], name: str
) -> None:
    one, other = tmp_path / name, tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    assert "can't be written: too many levels of symbolic links" in refused(capsys, *arguments, one)
    run_file = ("simulate", NAME, "--rounds", 1000, "--checkpoint", one)
    assert "can't be written: too many levels of symbolic links" in refused(capsys, *run_file)


# --- all outputs are written, or the command is rejected


@pytest.mark.long
def test_decisions_a_par_sheet_and_json_are_all_written(capsys: Captured, tmp_path: Path) -> None:
    states, report = tmp_path / "starts.csv", tmp_path / "par.html"
    told = run(capsys, "odds", "boston_5_stud", "--states", states, "--report", report, "--json")
    assert json.loads(told)["game"] == "boston_5_stud"
    assert states.read_text().startswith("cards,")
    assert "<html" in report.read_text()
    told = run(capsys, "odds", "boston_5_stud", "--states", states, "--report", report, "--force")
    assert f"decisions are in {states}" in told
    assert f"The par sheet is in {report}." in told
    assert "house edge" in told


def test_what_can_not_be_answered_together_is_refused(capsys: Captured, tmp_path: Path, no_work: None) -> None:
    sheet = tmp_path / "par.csv"
    odds = ("odds", "boston_5_stud")
    for more in (("--report", sheet), ("--states", sheet), ("--json",), ("--outcomes",)):
        assert "--strategies only lists names" in refused(capsys, *odds, "--strategies", *more)
    for more in (("--report", sheet), ("--json",)):
        assert "so other output needs a file" in refused(capsys, *odds, "--states", "-", *more)
    assert "--states and --report can't both write" in refused(capsys, *odds, "--states", sheet, "--report", sheet)
    assert not sheet.exists()


# --- a run of simulation


@pytest.mark.parametrize("slow", [True, False])
def test_a_file_that_appears_during_a_run_is_not_replaced_by_its_checkpoint(
    capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    path = tmp_path / "run.json"
    monkeypatch.setattr("pitboss.simulation.any_game.EVERY", -1 if slow else 1e9)
    simulating = ("simulate", NAME, "--rounds", 200_000, "--checkpoint", path)
    with monkeypatch.context() as patch:
        patch.setattr("pitboss.simulation.any_game.play_on", _appearing(path))
        said = refused(capsys, *simulating)
    assert path.read_text() == "theirs"
    found = re.fullmatch(rf"{re.escape(str(path))} appeared during the run; the new file is in (.*)\.", said)
    assert found
    assert load(Path(found[1])).rounds > 0
    path.unlink()
    run(capsys, *simulating)
    assert load(path).rounds == 200_000
    run(capsys, "simulate", NAME, "--rounds", 300_000, "--checkpoint", path)
    run(capsys, "simulate", NAME, "--rounds", 1000, "--continue", path)
    assert load(path).rounds == 301_000


def _appearing(path: Path) -> Callable[..., Any]:
    play_on = any_game.play_on

    def play(*given: Any, **more: Any) -> Any:
        path.write_text("theirs")
        return play_on(*given, **more)

    return play


# --- a log that can't be finished


def limited(size: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command with a limit on the size of files, which stops writing as a full disk does.

    Python would keep a part of a module that it compiles here, and no later process could import that.
    """
    return subprocess.run(
        [sys.executable, "-B", "-m", "pitboss.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )


@pytest.mark.parametrize("name", ["rounds.jsonl", "rounds.jsonl.gz"])
@pytest.mark.parametrize("size", [100_000, 131_072])
def test_a_log_that_finds_no_more_space_keeps_its_rounds(tmp_path: Path, name: str, size: int) -> None:
    path = tmp_path / name
    done = limited(size, "deal", NAME, "--rounds", 200, "--seed", 1, "--log", path)
    assert (done.returncode, done.stdout) == (2, "")
    told = re.fullmatch(
        rf"pitboss: {re.escape(str(path))}: file too large; it holds the first (\d+) rounds, closed and complete\.\n",
        done.stderr,
    )
    assert told, done.stderr
    assert prove(path, game_named).rounds == int(told[1]) > 3
    assert list(tmp_path.iterdir()) == [path]


def test_a_log_that_can_not_be_begun_leaves_no_file(tmp_path: Path) -> None:
    done = limited(10, "deal", NAME, "--log", tmp_path / "rounds.jsonl")
    assert (done.returncode, done.stderr) == (2, f"pitboss: {tmp_path}/rounds.jsonl: file too large.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("option", ["odds --states", "odds --report", "simulate --chunks", "simulate --checkpoint"])
def test_a_file_that_finds_no_space_is_named(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, option: str
) -> None:
    checkpoint = (("simulate", NAME, "--rounds", 1000, "--checkpoint"), "run.json")
    arguments, name = WRITING.get(option, checkpoint)
    before = limited(1 << 30, *arguments, tmp_path_factory.mktemp("before") / name)
    assert before.returncode == 0, before.stderr  # what is compiled and counted is cached now, so only the file is left
    done = limited(100, *arguments, tmp_path / name)
    assert (done.returncode, done.stderr) == (2, f"pitboss: {tmp_path / name}: can't be written: file too large.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("device", ["deal --log", "odds --states"])
def test_a_full_device_is_named(capsys: Captured, device: str) -> None:
    said = refused(capsys, *WRITING[device][0], "/dev/full")
    assert said.startswith("/dev/full: ")
    assert "no space left on device" in said


@pytest.mark.parametrize("name", ["rounds.jsonl", "rounds.jsonl.gz"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_deal_that_is_ended_keeps_its_log(tmp_path: Path, name: str, number: signal.Signals) -> None:
    path = tmp_path / name
    arguments = [sys.executable, "-m", "pitboss.cli", "deal", NAME, "--rounds", "1e8", "--log", str(path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as dealing:
        until(lambda: dealing.poll() is not None or (path.exists() and path.stat().st_size >= 50_000))
        assert dealing.poll() is None
        dealing.send_signal(number)
        out, err = dealing.communicate()
    assert dealing.returncode == 130
    assert f"{path} holds them, closed and complete" in err
    assert list(tmp_path.iterdir()) == [path]
    assert prove(path, game_named).head in out


def test_other_files_are_not_left_half_made_by_a_signal_to_terminate(tmp_path: Path) -> None:
    path = tmp_path / "chunks.csv"
    asked = ("simulate", NAME, "--rounds", "1e12", "--threads", "1", "--chunks", str(path))
    with subprocess.Popen([sys.executable, "-m", "pitboss.cli", *asked], stderr=subprocess.PIPE) as simulating:
        until(lambda: simulating.poll() is not None or any(tmp_path.iterdir()))
        assert simulating.poll() is None
        simulating.terminate()
        simulating.communicate()
    assert simulating.returncode == 130
    assert [file for file in tmp_path.iterdir() if file != path] == []


def test_a_log_is_packed_where_its_name_says_so(capsys: Captured, tmp_path: Path) -> None:
    plain, packed = tmp_path / "rounds.jsonl", tmp_path / "rounds.jsonl.gz"
    told = [
        json.loads(run(capsys, "deal", NAME, "--rounds", 30, "--seed", 7, "--log", path, "--json"))
        for path in (plain, packed)
    ]
    assert told[0] == told[1]
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert packed.stat().st_size < plain.stat().st_size
    assert json.loads(run(capsys, "replay", packed, "--json"))["rounds"] == 30


def test_a_deal_tells_the_last_hash_and_the_seed(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    told = run(capsys, "deal", NAME, "--rounds", 2, "--seed", 77, "--log", path)
    head = json.loads(path.read_bytes().splitlines()[-1])["hash"]
    assert head in told
    assert "seed      77" in told
    found = json.loads(run(capsys, "deal", NAME, "--rounds", 2, "--seed", 77, "--log", path, "--json", "--force"))
    assert (found["head"], found["seed"]) == (head, 77)
    found = json.loads(run(capsys, "deal", NAME, "--json"))
    assert (found["head"], found["seed"]) == (None, None)
    assert "seed      none" in run(capsys, "deal", NAME)


def test_a_reader_that_goes_away_leaves_the_log_whole(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    command = f"{sys.executable} -m pitboss.cli deal {NAME} --rounds 40 --narrate --log {path} | head -1"
    subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, check=True)
    assert prove(path, game_named).rounds == 40
