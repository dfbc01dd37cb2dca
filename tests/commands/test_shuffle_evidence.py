"""``pitboss shuffle-evidence``: reports, exported words, and sentences for bad input. The tests themselves are in
``tests/table/test_shuffle_evidence.py``."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pitboss import game as game_named
from pitboss.cli import main
from pitboss.engine.procedures import shoe
from pitboss.engine.procedures.shoe import Source
from pitboss.verification.shuffle.orders import orders

from shell import Captured, refused, run

NAME = "double_down_stud"
FEW = ("shuffle-evidence", NAME, "--orders", 1000, "--seed", 1)


def drawn(count: int, seed: int) -> bytes:
    return b"".join(part for order in islice(orders(game_named(NAME), seed=seed), count) for part in order.drawn)


def test_json_has_every_test_and_what_it_finds(capsys: Captured) -> None:
    found = json.loads(run(capsys, *FEW, "--json"))
    assert found["passed"]
    assert (found["orders"], found["cards"], found["words"], found["made_again"]) == (1000, 52, 56_000, 1000)
    assert (found["level"], found["correction"], found["riffles"]) == (0.01, "Holm", 9)
    assert len(found["tests"]) == 12
    for test in found["tests"]:
        assert 0 < test["chance"] <= test["adjusted"] <= 1
        assert test["finds"]


def test_a_seed_repeats_it(capsys: Captured) -> None:
    assert run(capsys, *FEW) == run(capsys, *FEW)


def test_it_prints_the_tests_and_the_smallest_bias(capsys: Captured) -> None:
    printed = run(capsys, *FEW)
    assert "1,000 orders of 52 cards drawn from SHAKE-256 of the seed 1" in printed
    assert len(re.findall(r"passed$", printed, re.MULTILINE)) == 12
    assert "All 12 tests pass, at 99% over all of them together." in printed
    assert re.search(r"card by position, worst +one card is held at its place in \d\.\d\d% of orders", printed)


def test_rules_choose_the_shoe(capsys: Captured, tmp_path: Path) -> None:
    rules = tmp_path / "my.toml"
    rules.write_text('game = "double_attack_blackjack"\ndecks = 8\n')
    found = json.loads(
        run(
            capsys,
            "shuffle-evidence",
            "double_attack_blackjack",
            "--orders",
            1000,
            "--rules",
            rules,
            "--seed",
            1,
            "--json",
        )
    )
    assert (found["cards"], found["decks"], found["riffles"]) == (384, 8, None)


def test_a_shuffle_that_fails_gives_status_1(capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def unshuffled(cards: Sequence[int], source: Source) -> list[int]:
        source(8 * len(cards))
        return list(cards)

    monkeypatch.setattr(shoe, "shuffled", unshuffled)
    assert main([str(one) for one in (*FEW, "--out", tmp_path / "shuffle.html")]) == 1
    printed = capsys.readouterr().out
    assert "A fair shuffle fails so in at most 1% of reports: card by position" in printed
    page = (tmp_path / "shuffle.html").read_text()
    assert page.count("<td>failed</td>") == printed.count("failed\n") > 5
    assert 'class="warning"' in page


def test_the_page_says_what_the_terminal_says(capsys: Captured, tmp_path: Path) -> None:
    page = tmp_path / "shuffle.html"
    printed = run(capsys, *FEW, "--out", page)
    assert printed.endswith(f"The report is in {page}.\n")
    words = re.sub(r"<[^>]+>", " ", page.read_text())
    found = json.loads(run(capsys, *FEW, "--json"))
    for test in found["tests"]:
        assert test["name"] in words
        assert test["finds"] in words
        assert test["finds"] in printed
    assert "a new pack that was riffled 9 times or fewer" in words
    assert found["rules_hash"] in words
    assert "http" not in page.read_text()


def test_the_exported_words_are_all_that_the_shuffles_draw(capsys: Captured, tmp_path: Path) -> None:
    words = tmp_path / "words.bin"
    assert run(capsys, *FEW, "--export", words).endswith(f"The words are in {words}.\n")
    assert words.read_bytes() == drawn(1000, 1)
    assert words.stat().st_size == 1000 * (52 * 8 + 32)


def test_words_are_sent_to_a_program(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["shuffle-evidence", NAME, "--seed", "7", "--orders", "3", "--export", "-"]) == 0
    assert capsysbinary.readouterr() == (drawn(3, 7), b"")


def test_words_are_sent_until_the_reader_stops() -> None:
    command = f"{sys.executable} -m pitboss shuffle-evidence {NAME} --seed 7 --export - | head -c 5000"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (drawn(12, 7)[:5000], b"")


BAD: dict[str, tuple[tuple[object, ...], str]] = {
    "no game": ((), "name a game; the games are"),
    "another game": (("caribean",), "there is no game 'caribean'; perhaps you mean caribbean_stud"),
    "too few orders": ((NAME, "--orders", 999), "--orders must be between 1,000 and 100,000,000, not 999"),
    "too many orders": ((NAME, "--orders", "1e9"), "--orders must be between 1,000 and 100,000,000, not 1,000,000,000"),
    "no order to send": ((NAME, "--orders", 0, "--export", "-"), "--orders must be between 1 and 100,000,000, not 0"),
    "no number": ((NAME, "--orders", "many"), "'many' is not a whole number"),
    "a seed in words": ((NAME, "--seed", "seven"), "'seven' is not a whole number"),
    "words and JSON": ((NAME, "--export", "-", "--json"), "--export - sends the words and makes no report"),
    "words and a page": ((NAME, "--export", "-", "--out", "a.html"), "leave out --out and --json"),
    "another form": ((NAME, "--out", "shuffle.pdf"), "shuffle.pdf"),
    "one file for both": (
        (NAME, "--out", "a.html", "--export", "a.html"),
        "--out and --export can't both write a.html",
    ),
    "no folder": ((NAME, "--export", "nowhere/words.bin"), "nowhere/words.bin: can't be written: no such file"),
    "no rules": ((NAME, "--rules", "none.toml"), "none.toml"),
}


@pytest.mark.parametrize(("arguments", "wrong"), BAD.values(), ids=BAD)
def test_bad_input_gets_a_sentence_before_any_work(
    arguments: tuple[object, ...], wrong: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def work(*_: Any, **__: Any) -> Any:
        pytest.fail("work began for bad input")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pitboss.engine.table.Table._shuffle", work)
    assert wrong in refused(capsys, "shuffle-evidence", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_words_are_not_sent_to_a_terminal(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "binary and not for a terminal" in refused(capsys, "shuffle-evidence", NAME, "--export", "-")
