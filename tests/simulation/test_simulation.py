"""Streams, dealing and runs are unbiased, repeatable on any number of threads, and can be stopped and resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import erfc, sqrt
from pathlib import Path
from typing import Any

import msgspec
import numba
import numpy as np
import pytest

from pitboss import Table
from pitboss.basics.errors import SimulationError
from pitboss.cli.app import main
from pitboss.cli.output import INTERRUPTED
from pitboss.mathematics.any_game import odds as exact_odds
from pitboss.simulation.any_game import play_on, setup, simulate, table
from pitboss.simulation.kernel import CHUNK, FastTable, Tally, added, summed
from pitboss.simulation.run import TOGETHER, Run, Work, _pieces, begin, go_on, load, play_chunks, save
from pitboss.simulation.stream import IN_HALF, THRESHOLD, below, packs, stream, words

from shell import Captured, refused, run

NAME = "double_down_stud"
SIGNIFICANCE = 1e-4
"""The probability that a statistical test fails by chance. Seeds are fixed, so it fails always or never."""


def chance_of_more(square: float, freedom: int) -> float:
    """The probability of a higher chi-square, by the cube-root approximation of Wilson and Hilferty."""
    cube = (square / freedom) ** (1 / 3)
    deviations = (cube - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return erfc(deviations / sqrt(2)) / 2


# --- the generator


def xoshiro(state: list[int], count: int) -> list[int]:
    """xoshiro256++ as its authors describe it, in Python integers."""
    mask, found = 2**64 - 1, []

    def rotated(x: int, by: int) -> int:
        return (x << by | x >> (64 - by)) & mask

    for _ in range(count):
        found.append((rotated((state[0] + state[3]) & mask, 23) + state[0]) & mask)
        shifted = state[1] << 17 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = rotated(state[3], 45)
    return found


def test_the_generator_is_xoshiro() -> None:
    begun = stream(7, 3)
    assert words(begun.copy(), 200).tolist() == xoshiro([int(word) for word in begun], 200)


def test_known_first_words_of_xoshiro256_plus_plus() -> None:
    assert words(np.array([1, 2, 3, 4], np.uint64), 3).tolist() == [41943041, 58720359, 3588806011781223]


def test_streams_differ_by_seed_and_chunk() -> None:
    states = {tuple(stream(seed, chunk).tolist()) for seed in range(30) for chunk in range(30)}
    assert len(states) == 900
    assert tuple(stream(1, 0).tolist()) == tuple(stream("1", 0).tolist())


def test_thresholds_leave_no_bias() -> None:
    """A draw is accepted if its remainder is at least 2**32 modulo the number of ways. All ways are then equal."""
    ways = 1
    for count in range(1, IN_HALF + 1):
        ways *= 52 - count + 1
        assert ways < 2**32
        assert int(THRESHOLD[0, count]) == 2**32 % ways


@numba.njit
def numbers(state: np.ndarray, bound: int, count: int) -> np.ndarray:
    found = np.empty(count, np.int64)
    for at in range(count):
        found[at] = below(state, bound)
    return found


@pytest.mark.parametrize("bound", [1, 2, 7, 288, 384])
def test_every_number_below_a_bound_is_as_likely(bound: int) -> None:
    drawn = np.bincount(numbers(stream("below", bound), bound, 400_000), minlength=bound)
    assert len(drawn) == bound
    if bound > 1:
        expected = 400_000 / bound
        assert chance_of_more(float(((drawn - expected) ** 2 / expected).sum()), bound - 1) > SIGNIFICANCE


# --- the shuffle, at a level of SIGNIFICANCE each


@pytest.fixture(scope="module")
def shuffled() -> np.ndarray:
    found: np.ndarray = packs(stream("shuffle", 0), 200_000, 52)
    return found


def test_every_pack_is_a_pack(shuffled: np.ndarray) -> None:
    assert (np.sort(shuffled, axis=1) == np.arange(52)).all()


def test_every_card_is_as_likely_at_every_place(shuffled: np.ndarray) -> None:
    counts = np.array([np.bincount(shuffled[:, place], minlength=52) for place in range(52)])
    expected = len(shuffled) / 52
    square = float(((counts - expected) ** 2 / expected).sum())
    assert chance_of_more(square, 51 * 51) > SIGNIFICANCE
    assert chance_of_more(-square + 2 * 51 * 51, 51 * 51) > SIGNIFICANCE


def test_every_card_is_as_likely_after_every_other(shuffled: np.ndarray) -> None:
    after = shuffled[:, :-1].astype(np.int64) * 52 + shuffled[:, 1:]
    counts = np.bincount(after.ravel(), minlength=52 * 52).reshape(52, 52)
    assert (np.diag(counts) == 0).all()
    expected = after.size / (52 * 51)
    off = ~np.eye(52, dtype=bool)
    square = float(((counts[off] - expected) ** 2 / expected).sum())
    assert chance_of_more(square, 52 * 51 - 1) > SIGNIFICANCE


def test_the_first_and_last_places_are_independent(shuffled: np.ndarray) -> None:
    both = np.bincount(shuffled[:, 0].astype(np.int64) * 52 + shuffled[:, 51], minlength=52 * 52).reshape(52, 52)
    off = ~np.eye(52, dtype=bool)
    expected = len(shuffled) / (52 * 51)
    assert chance_of_more(float(((both[off] - expected) ** 2 / expected).sum()), 52 * 51 - 1) > SIGNIFICANCE


# --- runs


def bytes_of(made: Run) -> bytes:
    return msgspec.json.encode(made)


def test_a_run_is_the_same_on_any_number_of_threads() -> None:
    at = table(setup(NAME, seats=2))
    rounds = 9 * at.chunk + 1234
    once = bytes_of(go_on(at, begin(at, 5), rounds, threads=1))
    assert all(bytes_of(go_on(at, begin(at, 5), rounds, threads=threads)) == once for threads in (2, 7))
    assert bytes_of(go_on(at, begin(at, 6), rounds, threads=2)) != once


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    at = table(setup(NAME))
    rounds = 3 * at.chunk + 77
    whole = go_on(at, begin(at, 5), rounds)
    for first in (1, at.chunk - 1, at.chunk, 2 * at.chunk + 5):
        save(go_on(at, begin(at, 5), first), tmp_path / "run.json")
        assert bytes_of(go_on(at, load(tmp_path / "run.json"), rounds)) == bytes_of(whole)


def test_an_interrupted_run_resumes_to_the_same_bytes() -> None:
    at = table(setup(NAME))
    rounds = 6 * at.chunk
    stopped = begin(at, 5)

    def interrupt(chunk: int, size: int, tally: object) -> None:
        if chunk == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_on(at, stopped, rounds, each=interrupt)
    assert stopped.chunks == 3
    assert bytes_of(go_on(at, stopped, rounds)) == bytes_of(go_on(at, begin(at, 5), rounds))


def test_progress_counts_incomplete_chunks_and_never_goes_back() -> None:
    at = table(setup("double_down_stud"))
    told: list[float] = []

    def play(work: Work) -> Iterator[tuple[int, int, Tally]]:
        tally = play_chunks(at, work.seed, 0, at.chunk)
        work.under_way(at.chunk)  # half of each of two chunks
        work.under_way(at.chunk * 7 // 4)
        yield 0, at.chunk, tally
        work.under_way(at.chunk * 3 // 4)
        yield 1, at.chunk, tally

    go_on(at, begin(at, 1), 2 * at.chunk, executor=play, tick=told.append)
    assert told == [0.5, 0.875, 0.875, 0.875, 1.0]


def test_progress_counts_a_chunk_again_that_was_incomplete() -> None:
    """It is played from its start."""
    at = table(setup("double_down_stud"))
    run, told = go_on(at, begin(at, 1), at.chunk // 2), list[float]()

    def play(work: Work) -> Iterator[tuple[int, int, Tally]]:
        work.under_way(at.chunk // 2)
        yield 0, at.chunk, play_chunks(at, work.seed, 0, at.chunk)

    go_on(at, run, at.chunk, executor=play, tick=told.append)
    assert told == [0.5, 1.0]


def test_a_thread_reports_each_long_chunk() -> None:
    """With a meter it takes seconds for one, and an interrupt waits for it."""
    at = table(setup("caribbean_stud", wagers={"progressive": 100}))
    assert at.chunk > TOGETHER * CHUNK
    work = Work(at, "1", 0, 100, 7, apart=False)
    assert list(_pieces(work, threads=1)) == [*((chunk, at.chunk) for chunk in range(100)), (100, 7)]


def test_chunks_add_up_to_the_run() -> None:
    at = table(setup(NAME))
    made = go_on(at, begin(at, 5), 2 * at.chunk)
    parts = [play_chunks(at, "5", chunk, at.chunk)["ends"] for chunk in range(2)]
    assert (parts[0] + parts[1] == made.total()["ends"]).all()
    assert int(made.total()["ends"].sum()) == made.rounds


def test_squares_of_very_long_runs_do_not_overflow() -> None:
    """Adds chunks with full words of squares until the sum is far beyond 64 bits."""
    full = {"moments": np.array([[5], [2**56], [2**40]], np.int64)}
    total, exact = full, (2**40 << 32) + 2**56
    for doublings in range(1, 21):
        total = added(total, total)
        assert int(total["moments"][1, 0]) + (int(total["moments"][2, 0]) << 32) == exact << doublings


def test_cents_of_very_long_runs_do_not_overflow(tmp_path: Path) -> None:
    """Large wins of many chunks in one launch, and of many launches, also after the run was saved."""
    chunks, won, square = 200_000, -(2**55), (2**60 << 32) + 2**31
    rows = np.full((chunks, 3, 1), [[won], [2**31], [2**60]], np.int64)
    total, many = summed({"moments": rows, "ends": np.ones((chunks, 2), np.int64)}), chunks
    for _ in range(12):
        total, many = added(total, total), 2 * many
        cents, low, high = total["moments"][:, 0].tolist()
        assert (cents, low + (high << 32)) == (many * won, many * square)
    path = tmp_path / "run.json"
    save(Run(key="", seed="1", chunk=1, chunks=many, tally={name: part.tolist() for name, part in total.items()}), path)
    kept = load(path).total()
    assert all((kept[name] == part).all() for name, part in total.items())
    assert int(added(kept, kept)["moments"][0, 0]) == 2 * many * won


@pytest.mark.parametrize("seed", [10**1000, -(10**5000), "9" * 900_000], ids=["1,001 digits", "5,001 digits", "text"])
def test_a_seed_with_too_many_digits_gets_a_sentence(tmp_path: Path, seed: int | str) -> None:
    too_long = "a seed has at most 1,000 digits, and this one has more"
    with pytest.raises(SimulationError, match=too_long):
        simulate("double_down_stud", rounds=100, seed=seed)
    with pytest.raises(ValueError, match=too_long):
        Table("double_down_stud", seed=seed)
    path = tmp_path / "run.json"
    save(Run(key="", seed="9" * 1001, chunk=1), path)
    with pytest.raises(SimulationError, match=f"run.json can't be used: {too_long}"):
        load(path)


def test_a_file_that_is_nested_too_deeply_is_no_run(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text('{"seal":"","more":' + "[" * 100_000)
    with pytest.raises(SimulationError, match=r"run.json is not a saved run"):
        load(path)


def test_a_run_of_something_else_does_not_go_on() -> None:
    at, other = table(setup(NAME)), table(setup(NAME, seats=2))
    with pytest.raises(SimulationError, match="a different game"):
        go_on(other, go_on(at, begin(at, 5), 10), 20)
    with pytest.raises(SimulationError, match="which is more than"):
        go_on(at, go_on(at, begin(at, 5), 10), 5)


def test_results_stand_beside_exact_values() -> None:
    found = simulate(NAME, rounds=500_000, seed=3)
    assert [one.name for one in found.results] == ["round", "original", "double"]
    assert all(one.z is not None and abs(one.z) < 4 for one in found.results)
    original = found.results[1]
    assert sum(one.count for one in original.outcomes) == original.hands == 500_000
    assert original.standard_deviation == pytest.approx(exact_odds(NAME).wagers["original"].standard_deviation, rel=0.4)


def test_squares_of_several_seats_are_of_what_they_win_together() -> None:
    """Sums by round agree with the ends of hands. Squares lie between those of independent and of equal hands."""
    at = table(setup(NAME, seats=6))
    tally = go_on(at, begin(at, 5), 50_000).total()
    for place, wager in enumerate(at.wagers(tally, 50_000)):
        assert int(tally["moments"][0, place]) == wager.won
    alone = table(setup(NAME))
    single = alone.wagers({**tally, "ends": tally["ends"]}, 300_000)
    together = at.wagers(tally, 50_000)
    assert all(one.squares < both.squares < 6 * one.squares for one, both in zip(single, together, strict=True))


# --- the command line


def test_simulate_as_json(capsys: Captured) -> None:
    found = json.loads(run(capsys, "simulate", NAME, "--rounds", "1e5", "--seed", "4", "--json"))
    assert (found["rounds"], found["seed"], found["seats"]) == (100_000, "4", 1)
    assert {"mean", "standard_error", "exact", "z", "outcomes"} <= set(found["results"][1])


def test_a_function_in_a_file_is_simulated_beside_its_exact_value(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def pairs(known):\n    ranks = [c >> 2 for c in known['hand'] + known['board']]\n"
                    "    return 'double' if len(set(ranks)) < 4 else 'pass'\n")  # fmt: skip
    asked = ("simulate", NAME, "--rounds", "2e5", "--strategy", f"{file}:pairs")
    found = json.loads(run(capsys, *asked, "--json"))
    assert found["strategy"] == "pairs"
    assert all(abs(one["z"]) < 4 for one in found["results"])
    attack = ("simulate", "double_attack_blackjack", "--rounds", "10", "--strategy", f"{file}:pairs")
    assert "the strategy fails on up" in refused(capsys, *attack)


def test_checkpoint_and_continue_from_the_shell(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    run(capsys, "simulate", NAME, "--rounds", "70000", "--checkpoint", file)
    more = json.loads(run(capsys, "simulate", NAME, "--rounds", "80000", "--continue", file, "--json"))
    whole = json.loads(run(capsys, "simulate", NAME, "--rounds", "150000", "--json"))
    assert more == whole


def test_a_run_goes_on_with_its_own_seed_and_no_other(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    run(capsys, "simulate", NAME, "--rounds", "700", "--seed", "5", "--checkpoint", file)
    kept = file.read_bytes()
    for option in ("--checkpoint", "--continue"):
        asked = ("simulate", NAME, "--rounds", "800", option, file, "--seed", "6")
        assert "holds a run with the seed 5, not 6" in refused(capsys, *asked)
        assert file.read_bytes() == kept
    assert json.loads(run(capsys, "simulate", NAME, "--rounds", "800", "--checkpoint", file, "--json"))["seed"] == "5"


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--checkpoint", "saved in {}: run the same command to continue"),
        ("--continue", "saved in {}: --continue {} --rounds 934464 plays the rest"),
        ("", "which are lost: use --checkpoint F to save them"),
    ],
)
def test_an_interrupt_says_how_a_run_goes_on(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, option: str, sentence: str
) -> None:
    """The interrupt comes after the first chunk."""
    file = tmp_path / "run.json"
    if option == "--continue":
        save(begin(table(setup(NAME)), 1), file)

    def interrupted(at: FastTable, run: Run, rounds: int, *, file: Path | None, replace: bool, **more: object) -> Run:
        play_on(at, run, at.chunk, file=file, replace=replace)
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.simulation.any_game.play_on", interrupted)
    asked = ["simulate", NAME, "--rounds", "1e6", *([option, str(file)] if option else [])]
    assert main(asked) == INTERRUPTED
    said = capsys.readouterr().err
    assert said == f"pitboss: interrupted after 65,536 rounds, {sentence.format(file, file)}.\n"
    assert not option or load(file).rounds == 65_536


@pytest.mark.parametrize("rounds", [0, 65_536])
def test_an_interrupt_leaves_the_chunks_that_were_played_or_no_file(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rounds: int
) -> None:
    chunks = tmp_path / "chunks.csv"

    def interrupted(at: FastTable, run: Run, until: int, *, each: Any, **more: object) -> Run:
        if rounds:
            play_on(at, run, rounds, each=each)
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.simulation.any_game.play_on", interrupted)
    assert main(["simulate", NAME, "--rounds", "1e6", "--chunks", str(chunks)]) == INTERRUPTED
    said = capsys.readouterr().err
    if rounds:
        where = f"whose chunks are in {chunks}: use --checkpoint F too, to save the run"
        assert said == f"pitboss: interrupted after 65,536 rounds, {where}.\n"
        assert len(chunks.read_text().splitlines()) > 1
    else:
        assert said == "pitboss: interrupted before any round was saved.\n"
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--rounds", "0"), "'0' is not a number of rounds"),
        (("--rounds", "many"), "'many' is not a number of rounds"),
        (("--wagers", "ante=5"), "there is no wager 'ante'"),
        (("--wagers", "original"), "--wagers takes names and dollars, as in ante=5,progressive=1, not original"),
        (("--wagers", "original=1"), "the original wager must be $5 to $500 in chips of $1, not $1"),
        (("--seats", "9"), "the number of seats must be between 1 and 6, not 9"),
        (("--strategy", "luck"), "there is no strategy 'luck'"),
        (("--penetration", "0.5"), "has no option penetration"),
        (("--cluster", ""), "is not a scheduler address"),
        (("--strategy", "mine.py"), "name a function in the file too, as in mine.py:function"),
        (("--continue", "absent.json"), "absent.json can't be read: there is no such file"),
        (("--continue", "."), ". can't be read: it is not a file"),
        (("--checkpoint", "/absent/run.json"), "/absent/run.json: can't be written: no such file or directory"),
        (("--checkpoint", "/dev/null"), "/dev/null can't be written: it is not a file"),
    ],
)
def test_what_can_not_be_simulated_is_one_sentence(capsys: Captured, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(capsys, "simulate", NAME, *arguments)


def test_a_file_of_another_kind_is_not_overwritten(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    assert "not a saved run" in refused(capsys, "simulate", NAME, "--rounds", "10", "--continue", file)
    assert "not a saved run" in refused(capsys, "simulate", NAME, "--rounds", "10", "--checkpoint", file)
    assert file.read_text() == "mine"


# --- the round as a whole


@pytest.mark.parametrize(
    ("game", "wagers", "seats"),
    [
        ("double_down_stud", {}, 3),
        ("boston_5_stud", {"optional bonus": 5_00}, 1),
        ("double_cross_poker", {"three-card": 2_00}, 2),
        ("caribbean_stud", {"bonus": 5_00, "cover all": 3_00}, 3),
    ],
)
def test_a_round_is_worth_what_its_wagers_are(game: str, wagers: dict[str, int], seats: int) -> None:
    """The value is the sum of the base wager with all that follows from it, and of every side wager."""
    found, odds = simulate(game, rounds=200_000, seed=3, wagers=wagers, seats=seats), exact_odds(game)
    base = found.results[0].unit
    worth = odds.expected_value
    for name, cents in wagers.items():
        told = {"bonus": "bonus A", "cover all": f"cover all {seats + 1}"}.get(name, name)
        worth += odds.wagers[told].expected_value * odds.wagers[told].placed * cents / base
    assert found.results[0].exact == f"{worth.numerator}/{worth.denominator}"
    assert abs(found.results[0].z or 9) < 4


def test_a_round_with_a_meter_has_no_exact_value() -> None:
    found = simulate("caribbean_stud", rounds=1000, wagers={"progressive": 1_00})
    assert found.results[0].exact is None


def test_a_payout_limit_bears_on_the_exact_value() -> None:
    """Four of a kind pays 5,000 to one, but at most $100,000 on a wager of $1,000."""
    rules = {"payout_cap": 100_000_00, "table_maximum": 1_000_00, "pays": {"four of a kind": "5000 to 1"}}
    found = simulate(NAME, rules, rounds=300_000, seed=4, wagers={"original": 1_000_00})
    assert all(one.z is not None and abs(one.z) < 4 for one in found.results)
    assert Fraction(found.results[0].exact or 0) < exact_odds(NAME, rules).expected_value


def test_wagers_that_share_a_payout_limit_have_no_exact_value() -> None:
    rules = {"payout_cap": 50_000_00, "table_maximum": 1_000_00}
    found = simulate("boston_5_stud", rules, rounds=1000, wagers={"ante": 1_000_00})
    exact = {one.name: one.exact for one in found.results}
    assert exact["first"] == "0/1"
    assert exact["ante bonus"] is None
    assert exact["round"] is None
    assert "payout limit" in found.notes[0]


def test_what_is_paid_in_whole_cents_is_so_exactly() -> None:
    """At three to two, a wager of one cent wins one or two cents."""
    rules = {"chip": 1, "table_minimum": 1, "pays": {"pair of jacks or better": "3 to 2"}}
    found = simulate(NAME, rules, rounds=300_000, seed=4, wagers={"original": 1})
    assert all(one.z is not None and abs(one.z) < 4 for one in found.results)
    assert Fraction(found.results[0].exact or 0) != exact_odds(NAME, rules).expected_value


def test_an_interrupt_before_the_first_chunk_loses_nothing_that_was_kept() -> None:
    at = table(setup(NAME))
    run = go_on(at, begin(at, 5), at.chunk + 1000)
    before = msgspec.json.encode(run)

    def never(work: Work) -> Iterator[tuple[int, int, Tally]]:
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        go_on(at, run, 3 * at.chunk, executor=never)
    assert msgspec.json.encode(run) == before
    whole = go_on(at, begin(at, 5), 3 * at.chunk)
    assert msgspec.json.encode(go_on(at, run, 3 * at.chunk)) == msgspec.json.encode(whole)


def test_no_rounds_are_refused() -> None:
    with pytest.raises(SimulationError, match="the number of rounds must be at least 1, not 0"):
        simulate(NAME, rounds=0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"chunks":2', '"chunks":-5'),
        ('"rest":1000', '"rest":-1'),
        ('"chunk":65536', '"chunk":7'),
        ('"seed":"5"', '"seed":"6"'),
        ('"tally":{"ends":[', '"tally":{"ends":[1,'),
    ],
)
def test_a_run_that_was_changed_in_its_file_does_not_go_on(
    capsys: Captured, tmp_path: Path, before: str, after: str
) -> None:
    at, file = table(setup(NAME)), tmp_path / "run.json"
    save(go_on(at, begin(at, 5), 2 * at.chunk + 1000), file)
    assert load(file).rounds == 2 * at.chunk + 1000
    changed = file.read_text().replace(before, after)
    assert changed != file.read_text()
    file.write_text(changed)
    assert "changed or damaged" in refused(capsys, "simulate", NAME, "--rounds", "10", "--continue", file)
    assert file.read_text() == changed


@pytest.mark.parametrize("rounds", ["many", 1.5])
def test_what_is_no_number_of_rounds(rounds: Any) -> None:
    with pytest.raises(SimulationError, match="the number of rounds must be a whole number, not "):
        simulate(NAME, rounds=rounds)
    assert simulate(NAME, rounds=1e3).rounds == 1000


def test_shares_of_several_seats_are_judged_as_of_one_hand_a_round() -> None:
    found = simulate(NAME, rounds=100_000, seed=6, seats=6)
    for one in found.results[1].outcomes:
        assert one.exact is not None
        assert one.z == pytest.approx((one.share - one.exact) / sqrt(one.exact * (1 - one.exact) / 100_000))
        assert abs(one.z or 9) < 4
    assert "never too large" in found.notes[-1]
