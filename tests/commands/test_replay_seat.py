"""``pitboss replay`` reads the log of a seat: what History downloads, and what a live table sent to a terminal."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss import Table
from pitboss.basics.cards import TEXT
from pitboss.basics.errors import LogError
from pitboss.cli import main
from pitboss.engine.auto.drive import drive
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.registry import games
from pitboss.engine.round.events import Committed
from pitboss.engine.round.records import encode
from pitboss.engine.round.round import Round
from pitboss.house.audit.signing import new_key, public_key_text, signed
from pitboss.log.narration import story
from pitboss.log.seat_log import SeatCheck, check, is_seat_log, read

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
            assert not found.incomplete
            total.opened += found.opened
            total.own += found.own
            total.placed += found.placed
    assert (total.placed > 0) == (not lasting)
    if packs == 1:  # of two packs, the one that is played was often sealed in the round before
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
    assert "the house has signed the head of the chain of table ab12 at act 9 (signature 1)" in text
    assert "taken on trust: that the house's key is" in text
    assert "taken on trust: that these events are in that chain" in text
    assert "not dealt again" in text
    assert "The round ended" in text
    key = public_key_text(KEY)
    told = json.loads(run(capsys, "replay", path, "--json", "--key", key))
    assert (told["checked"], told["proved"], told["own"], told["signatures"]) == (True, False, own, [1])
    (trusted,) = told["on_trust"]
    assert "that these events are in that chain" in trusted
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


def exposed_card(log: Download) -> None:
    """The dealer's hole cards were dealt face down, and the event that turns them up names another card."""
    event(log, "exposed")["cards"][0] = another(event(log, "exposed")["cards"][0])


def collected_card(log: Download) -> None:
    """The dealer picks up another card than the one that was seen."""
    collected = event(log, "collected")
    at = next(at for at, card in enumerate(collected["cards"]) if card)
    collected["cards"][at] = another(collected["cards"][at])


def unsealed_exposed_card(log: Download) -> None:
    """Nothing is opened, but the dealer collects another card than the one that was exposed."""
    log["own"] = None
    log["updates"][0]["events"] = [
        one for one in log["updates"][0]["events"] if one["type"] not in ("opened", "ranked")
    ]
    exposed_card(log)


def too_many_exposed(log: Download) -> None:
    shown = event(log, "exposed")
    shown["only"] = [at + 50 for at in shown["only"]]


def too_few_collected(log: Download) -> None:
    collected = event(log, "collected")
    collected["cards"], collected["faces"] = collected["cards"][1:], collected["faces"][1:]


def ranked_card(log: Download) -> None:
    """A hand is ranked with a card of another hand."""
    ranked = event(log, "ranked")
    folded = next(one for one in log["updates"][0]["events"] if one["type"] == "dealt" and one["to"] == "seat 2")
    assert folded["card"] not in ranked["cards"]
    ranked["cards"][0] = folded["card"]


def irregular_card(log: Download) -> None:
    fault = {"type": "irregular", "round": log["round"], "clause": "7(c)", "what": "boxed card", "remedy": "none"}
    sealed = {card for card in TEXT if card not in json.dumps(log["updates"])}
    log["updates"][0]["events"].insert(-1, fault | {"card": min(sealed)})


def missing_deal(log: Download) -> None:
    log["updates"][0]["events"].remove(event(log, "dealt"))


def no_commitments(log: Download) -> None:
    event(log, "committed")["commitments"] = event(log, "opened")["cards"] = []
    log["own"] = None


def opened_twice(log: Download) -> None:
    event(log, "opened")["cards"].append(event(log, "opened")["cards"][0])


def opened_to_all_and_to_one(log: Download) -> None:
    log["own"]["cards"] = [*log["own"]["cards"], event(log, "opened")["cards"][0]]


def card_at_two_positions(log: Download) -> None:
    """The table has sealed a card twice in one pack."""
    opened, commitments = event(log, "opened")["cards"], event(log, "committed")["commitments"]
    used = {at for at, _, _ in [*opened, *log["own"]["cards"]]}
    position, card, salt = opened[0]
    free = next(at for at in range(52) if at not in used)
    commitments[free] = commitments[position]
    opened.append([free, card, salt])


def another_round(log: Download) -> None:
    log["round"] += 1


def event_of_another_round(log: Download) -> None:
    event(log, "dealt")["round"] += 1


def another_game(log: Download) -> None:
    log["game"] = "double_down_stud"


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
        (exposed_card, "commitment"),
        (collected_card, "commitment"),
        (unsealed_exposed_card, "event"),
        (too_many_exposed, "event"),
        (too_few_collected, "event"),
        (ranked_card, "event"),
        (irregular_card, "event"),
        (missing_deal, "event"),
        (no_commitments, "commitment"),
        (opened_twice, "commitment"),
        (opened_to_all_and_to_one, "commitment"),
        (card_at_two_positions, "commitment"),
        (another_round, "event"),
        (event_of_another_round, "event"),
        (another_game, "event"),
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


def no_own_openings(log: Download) -> None:
    log["own"] = None


def one_opening_less(log: Download) -> None:
    shown = {one[1] for one in event(log, "opened")["cards"]} & set(event(log, "ranked")["cards"])
    event(log, "opened")["cards"] = [one for one in event(log, "opened")["cards"] if one[1] != min(shown)]


def no_openings(log: Download) -> None:
    no_own_openings(log)
    log["updates"][0]["events"].remove(event(log, "opened"))


def no_end(log: Download) -> None:
    log["updates"][0]["events"].remove(event(log, "ended"))


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        (no_own_openings, "5 cards that this seat saw are not opened"),
        (one_opening_less, "1 card that this seat saw is not opened"),
        (no_openings, r"\d+ cards that this seat saw are not opened"),
        (no_end, "1 round had not ended"),
    ],
)
def test_a_log_of_a_seat_that_lacks_openings_or_an_end_is_not_complete(
    capsys: Captured, folded: Download, tmp_path: Path, change: Callable[[Download], None], missing: str
) -> None:
    log = json.loads(json.dumps(folded))
    change(log)
    path = written(tmp_path / "log.json", log)
    assert main(["replay", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("Checked, but not complete.")
    assert re.fullmatch(rf"pitboss: {re.escape(str(path))} is not complete: {missing}\.\n", told.err)
    assert main(["replay", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["complete"] is False


def test_own_cards_of_a_stack_that_was_sealed_elsewhere_do_not_count(folded: Download, tmp_path: Path) -> None:
    log = json.loads(json.dumps(folded))
    log["updates"][0]["events"].remove(event(log, "committed"))
    found = check(read(written(tmp_path / "log.json", log)))
    assert (found.opened, found.own, found.earlier) == (0, 0, 1)


@pytest.mark.parametrize("text", ["Zz", "", "as", "10h", "\x1b[31m", "A♠"])
@pytest.mark.parametrize("kind", ["dealt", "exposed", "ranked", "collected", "opened", "shuffled", "own"])
def test_a_text_that_is_no_card_is_told_in_one_sentence(
    capsys: Captured, folded: Download, tmp_path: Path, kind: str, text: str
) -> None:
    log = json.loads(json.dumps(folded))
    match kind:
        case "dealt":
            next(one for one in log["updates"][0]["events"] if one.get("card"))["card"] = text
        case "shuffled":
            event(log, kind)["order"] = f"As {text or '^'} Kd"
        case "own" | "opened":
            openings = (log[kind] if kind == "own" else event(log, kind))["cards"]
            openings[0][1] = text
        case _:
            event(log, kind)["cards"][-1] = text
    path = written(tmp_path / "log.json", log)
    assert "is not a card" in refused(capsys, "replay", path, "--narrate")


def test_a_line_with_a_text_that_is_no_card_is_named(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    lines = [encode(one) for one in played("caribbean_stud")[0].view("seat 1").events]
    at = next(at for at, line in enumerate(lines) if line.startswith(b'{"type":"dealt"') and b'"card":null' not in line)
    lines[at] = re.sub(rb'"card":"..', b'"card":"Zz', lines[at])
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert f"line {at + 1}: 'Zz' is not a card" in refused(capsys, "replay", path, "--narrate")


def test_a_download_without_a_beginning_is_unreadable(capsys: Captured, folded: Download, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    headless = json.loads(json.dumps(folded))
    del headless["updates"][0]["events"][0]
    for log in (headless, folded | {"updates": []}, folded | {"updates": [{"seq": 7, "events": []}]}):
        assert "its round has no beginning" in refused(capsys, "replay", written(path, log))


def test_the_name_of_a_table_is_shown_as_it_is(capsys: Captured, folded: Download, tmp_path: Path) -> None:
    signed_head = msgspec.to_builtins(signed(KEY, "[/]", 9, "ab" * 32, at=0))
    path = written(tmp_path / "log.json", folded | {"table": "[/]", "signed": signed_head})
    text = run(capsys, "replay", path)
    assert "at table [/], as seat 2 saw it" in text
    assert "the chain of table [/] at act 9" in text


@pytest.mark.long
@pytest.mark.parametrize("value", [None, 0, -1, 10**30, "", "x", [], {}, [[]], True, 1.5])
def test_nonsense_in_any_field_is_told_or_harmless(folded: Download, tmp_path: Path, value: object) -> None:
    """Put a value in the place of each field of the download and of one event of each kind, then check and narrate."""
    path = tmp_path / "log.json"
    kinds = {one["type"]: at for at, one in enumerate(folded["updates"][0]["events"])}
    fields: list[tuple[int | None, str]] = [(None, name) for name in folded]
    fields += [(at, name) for at in kinds.values() for name in folded["updates"][0]["events"][at]]
    for at, name in fields:
        log = json.loads(json.dumps(folded))
        (log if at is None else log["updates"][0]["events"][at])[name] = value
        with contextlib.suppress(LogError):  # any other error ends the test
            (one,) = read(written(path, log))
            check([one])
            assert story(one.game, one.events, set(), proved=False)


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
    whole = path.read_bytes()
    path.write_bytes(b"".join(line for line in whole.splitlines(keepends=True) if b'{"type":"opened"' not in line))
    assert main(["replay", str(path)]) == 1
    assert "cards that this seat saw are not opened." in capsys.readouterr().err
    path.write_bytes(whole.rpartition(b'{"type":"ended"')[0])
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.endswith("is not complete: 1 round had not ended.\n")
    path.write_bytes(whole + b'{"type":"nothing"}\n')
    assert "this is no event" in refused(capsys, "replay", path)


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("game", games())
def test_the_events_of_every_true_round_are_complete(game: str, packs: int, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    for seed in range(5):
        rounds = played(game, seed, packs=1 if game == "double_attack_blackjack" else packs)
        for viewer in ("seat 1", "seat 2", "public"):
            path.write_bytes(b"".join(encode(one) + b"\n" for round in rounds for one in round.view(viewer).events))
            assert not check(read(path)).incomplete


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
    for change in (
        *(opened_card, own_card, own_salt, place, dealt_card, exposed_card, collected_card, unsealed_exposed_card),
        *(too_many_exposed, too_few_collected, ranked_card, irregular_card, missing_deal, no_commitments, opened_twice),
        *(opened_to_all_and_to_one, card_at_two_positions, another_round, event_of_another_round, another_game, payout),
    ):
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
