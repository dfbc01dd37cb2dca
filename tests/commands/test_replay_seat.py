"""``pitboss replay`` reads the log of a seat: what History downloads, and what a live table sent to a terminal."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import Table
from pitboss.cli import main
from pitboss.games import games
from pitboss.house.signing import new_key, public_key_text, signed
from pitboss.log.seat_log import SeatCheck, check, is_seat_log, read
from pitboss.table.drive import drive
from pitboss.table.events import Committed
from pitboss.table.policy import random_legal
from pitboss.table.records import encode
from pitboss.table.round import Round

from shell import Captured, refused, run

KEY = new_key()
CHECKER = Path(__file__).parents[2] / "examples" / "check_log.py"
Download = dict[str, Any]


def played(game: str, seed: int = 4, packs: int = 1) -> list[Round]:
    """Rounds of three players who do anything, with irregularities."""
    table, random = Table(game, {"packs": packs} if packs > 1 else {}, seed=seed), Random(seed)
    for player in ("Ann", "Bob", "Cyd"):
        table.sit(player)
    return [drive(table.open_round(), random_legal, random, irregularities=0.03) for _ in range(12)]


def download(round: Round, viewer: str = "seat 2") -> Download:
    """The round as the house gives it to one viewer."""
    own = round.opened_to(viewer)
    return {
        "table": "ab12",
        "game": round.game.name,
        "round": round.number,
        "over": True,
        "updates": [{"seq": 7, "events": [msgspec.to_builtins(one) for one in round.view(viewer).events]}],
        "own": {"pack": own.pack, "cards": own.cards} if own else None,
        "signed": msgspec.to_builtins(signed(KEY, "ab12", 9, "ab" * 32, at=0)),
    }


@pytest.fixture(scope="module")
def folded() -> Download:
    """A round of Caribbean Stud in which the player folds, so that cards are opened to this seat alone."""
    found = (download(one) for one in played("caribbean_stud"))
    return next(one for one in found if one["own"] and event(one, "opened"))


def event(log: Download, kind: str) -> Any:
    """The first event of a kind."""
    return next((one for one in log["updates"][0]["events"] if one["type"] == kind), None)


def written(path: Path, log: Download) -> Path:
    path.write_text(json.dumps(log, indent=1), encoding="utf-8")
    return path


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("game", games())
def test_every_true_round_is_checked_from_every_seat(game: str, packs: int, tmp_path: Path) -> None:
    lasting = game == "double_attack_blackjack"
    total = SeatCheck()
    for round in played(game, packs=1 if lasting else packs):
        for viewer in ("seat 1", "seat 2", "public"):
            (one,) = read(written(tmp_path / "log.json", download(round, viewer)))
            found = check([one])
            assert (found.rounds, found.unfinished, found.unopened) == (1, 0, 0)
            total.opened += found.opened
            total.own += found.own
            total.placed += found.placed
    assert (total.placed > 0) == (not lasting)
    assert (total.own > 0) == (not lasting and game != "double_down_stud")


def test_a_downloaded_round_is_checked_and_says_what_stays_sealed(
    capsys: Captured, folded: Download, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "log.json", folded)
    text = run(capsys, "replay", path, "--narrate")
    own, shown = len(folded["own"]["cards"]), len(event(folded, "opened")["cards"])
    assert "as seat 2 saw it" in text
    assert f"{own + shown} cards fit what the table had sealed, {own} of them opened to this seat alone" in text
    assert f"{52 - own - shown} cards stay sealed" in text
    assert "the house has signed it: signature 1" in text
    assert "taken on trust: that the house's key is" in text
    assert "not dealt again" in text
    assert "The round ended" in text
    key = public_key_text(KEY)
    told = json.loads(run(capsys, "replay", path, "--json", "--key", key))
    assert (told["checked"], told["proved"], told["own"], told["on_trust"]) == (True, False, own, [])
    packed = tmp_path / "log.json.gz"
    packed.write_bytes(gzip.compress(json.dumps(folded).encode()))  # in one line
    assert json.loads(run(capsys, "replay", packed, "--json", "--key", key)) == told
    typed = io.TextIOWrapper(io.BufferedReader(io.BytesIO(path.read_bytes())))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "stdin", typed)
    assert json.loads(run(capsys, "replay", "-", "--json", "--key", key)) == told


def another(card: str) -> str:
    return "As" if card != "As" else "Kd"


def opened_card(log: Download) -> None:
    position, card, salt = event(log, "opened")["cards"][0]
    event(log, "opened")["cards"][0] = (position, another(card), salt)


def own_card(log: Download) -> None:
    position, card, salt = log["own"]["cards"][0]
    log["own"]["cards"] = [(position, another(card), salt), *log["own"]["cards"][1:]]


def own_salt(log: Download) -> None:
    position, card, _ = log["own"]["cards"][0]
    log["own"]["cards"] = [(position, card, "no salt"), *log["own"]["cards"][1:]]


def place(log: Download) -> None:
    position, card, salt = log["own"]["cards"][0]
    log["own"]["cards"] = [(position + 100, card, salt)]


def dealt_card(log: Download) -> None:
    """The seat was dealt another card than the stack has there."""
    dealt = next(one for one in log["updates"][0]["events"] if one["type"] == "dealt" and one["to"] == "seat 2")
    dealt["card"] = another(dealt["card"])


def payout(log: Download) -> None:
    event(log, "ended")["returned"] = event(log, "ended").get("returned", 0) + 1


def signature(log: Download) -> None:
    log["signed"]["seq"] += 1


def another_table(log: Download) -> None:
    log["table"] = "cd34"


def too_early(log: Download) -> None:
    """The signature covers less than the round."""
    log["updates"][0]["seq"] = 10


@pytest.mark.parametrize(
    ("change", "broke"),
    [
        (opened_card, "commitment"),
        (own_card, "commitment"),
        (own_salt, "commitment"),
        (place, "commitment"),
        (dealt_card, "commitment"),
        (payout, "money"),
        (signature, "signature"),
        (another_table, "signature"),
        (too_early, "signature"),
    ],
)
def test_a_false_log_of_a_seat_says_what_broke(
    capsys: Captured, folded: Download, tmp_path: Path, change: Callable[[Download], None], broke: str
) -> None:
    log = json.loads(json.dumps(folded))
    change(log)
    assert main(["replay", str(written(tmp_path / "log.json", log)), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["broke"], told["readable"]) == (broke, True)
    assert "is false" in told["wrong"]


def test_another_key_and_what_only_a_tables_log_has_are_refused(
    capsys: Captured, folded: Download, tmp_path: Path
) -> None:
    path = written(tmp_path / "log.json", folded)
    assert "another key" in refused(capsys, "replay", path, "--key", public_key_text(new_key()), status=1)
    assert "--player needs the log of a table" in refused(capsys, "replay", path, "--player", "Ann")
    assert "--expect needs the log of a table" in refused(capsys, "replay", path, "--expect", "0" * 64)
    assert "has no round 99" in refused(capsys, "replay", path, "--round", "99")
    folded_short = {name: value for name, value in folded.items() if name != "updates"}
    assert "can't be read" in refused(capsys, "replay", written(path, folded_short))


def test_the_events_that_a_terminal_wrote_are_checked_too(capsys: Captured, tmp_path: Path) -> None:
    path, rounds = tmp_path / "evening.jsonl", played("caribbean_stud")
    path.write_bytes(b"".join(encode(one) + b"\n" for round in rounds for one in round.view("seat 1").events))
    told = json.loads(run(capsys, "replay", path, "--json"))
    sealed = sum(len(one.commitments) for round in rounds for one in round.events if isinstance(one, Committed))
    assert (told["rounds"], told["sealed"], told["own"], told["signatures"]) == (12, sealed, 0, [])
    assert told["unopened"] > 0, "nothing opens a folded hand here"
    text = run(capsys, "replay", path)
    assert f"{told['unopened']} cards that this seat saw are not opened here" in text
    assert "no round has a signature of the house" in text
    path.write_bytes(path.read_bytes() + b'{"type":"nothing"}\n')
    assert "this is no event" in refused(capsys, "replay", path)


@pytest.mark.parametrize("packs", [1, 2])
def test_the_checker_that_knows_only_the_documents_agrees(folded: Download, tmp_path: Path, packs: int) -> None:
    right = [
        written(tmp_path / f"{game}-{round.number}.json", download(round))
        for game in games()
        for round in played(game, packs=1 if game == "double_attack_blackjack" else packs)
    ]
    heard = tmp_path / "evening.jsonl"
    rounds = played("double_cross_poker", packs=packs)
    heard.write_bytes(b"".join(encode(one) + b"\n" for round in rounds for one in round.view("seat 1").events))
    ran = subprocess.run([sys.executable, CHECKER, *right, heard], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    assert "cards opened to this seat alone" in ran.stdout
    assert "places in the stack" in ran.stdout
    wrong = []
    for change in (opened_card, own_card, own_salt, place, dealt_card, payout):
        log = json.loads(json.dumps(folded))
        change(log)
        wrong.append(written(tmp_path / f"{change.__name__}.json", log))
    ran = subprocess.run([sys.executable, CHECKER, *wrong], capture_output=True, text=True, check=False)
    assert ran.stdout.count(": WRONG, ") == len(wrong), ran.stdout


def test_a_log_of_a_table_is_none_of_a_seat(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    run(capsys, "deal", "double_down_stud", "--rounds", 1, "--log", path)
    assert not is_seat_log(path)
    assert "--key is for the log of a seat" in refused(capsys, "replay", path, "--key", "x")
