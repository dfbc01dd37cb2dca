"""Games come from this package and from entry points of other packages. An invalid one is reported in a sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from pitboss.basics.errors import GameError
from pitboss.cli import main
from pitboss.engine import registry
from pitboss.mathematics.any_game import odds
from pitboss.verification.trace import SOURCE
from served import Server

DECLARED = SOURCE.parent.parent / "more_games" / "three_card_poker" / "src" / "three_card_poker"
Install = Callable[..., None]

BORROWED = """
from msgspec.structs import replace
from pitboss.games.double_down_stud import GAME
GAME = replace(GAME, name="{}", declared=None)
"""
"""A copy of another game with a new name. It has no mathematics."""


def distribution(site: Path, name: str, package: str, group: str = registry.GROUP) -> None:
    """What an installer leaves of a project that adds a game."""
    made = site / f"project_{len(list(site.iterdir()))}-1.0.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {made.stem}\nVersion: 1.0\n", encoding="utf-8")
    (made / "entry_points.txt").write_text(f"[{group}]\n{name} = {package}\n", encoding="utf-8")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Make a package in a new folder and an entry point that names it."""
    monkeypatch.syspath_prepend(tmp_path)
    found = registry._points, registry._contested, registry.packages
    caches = (*found, registry._loaded, registry._listed, registry._left_out, registry._module_of)

    def made(name: str, package: str, source: str | None = None, group: str = registry.GROUP) -> None:
        if source is not None:
            (tmp_path / package).mkdir()
            (tmp_path / package / "__init__.py").write_text(source, encoding="utf-8")
        distribution(tmp_path, name, package, group)
        for one in caches:
            one.cache_clear()

    yield made
    for one in caches:
        one.cache_clear()


def test_an_entry_point_adds_a_game(install: Install) -> None:
    install("borrowed", "borrowed_game", BORROWED.format("borrowed"))
    assert "borrowed" in registry.games()
    assert registry.game("borrowed").name == "borrowed"
    assert registry.package("borrowed") == "borrowed_game"


def test_entry_points_of_other_groups_are_no_games(install: Install) -> None:
    install("other", "other_package", group="pitboss.themes")
    assert "other" not in registry.games()


@pytest.mark.parametrize("kept", ["a zip file", "another finder"])
def test_a_game_is_found_wherever_the_standard_library_finds_it(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, zipped = tmp_path / "site", tmp_path / "site.zip"
    site.mkdir()
    distribution(site, "brag", "some_brag")
    if kept == "a zip file":
        with ZipFile(zipped, "w") as file:
            for one in site.rglob("*"):
                file.write(one, one.relative_to(site))
        monkeypatch.syspath_prepend(zipped)
    else:
        finder = SimpleNamespace(
            find_spec=lambda *given: None, find_distributions=lambda given: map(Distribution.at, site.iterdir())
        )
        monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    found = registry._points, registry._contested, registry.packages
    for one in found:
        one.cache_clear()
    assert registry.package("brag") == "some_brag"
    for one in found:
        one.cache_clear()


def test_without_games_of_others_the_standard_library_is_not_asked() -> None:
    asked = "import sys; from pitboss.engine.registry import games; games(); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_game_without_odds_or_clauses_plays_and_says_what_it_lacks(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("bare", "bare_game", BORROWED.format("bare"))
    assert main(["deal", "bare", "--rounds", "3", "--seed", "1", "--narrate"]) == 0
    capsys.readouterr()
    with pytest.raises(GameError, match="has no exact odds: the package bare_game has no module 'odds'"):
        odds("bare")
    commands = ["odds"], ["exposure"], ["simulate"], ["trace"], ["verify", "--simulate"]
    for asked in ([command, "bare", *more] for command, *more in commands):
        assert main(asked) == 2, asked
        assert "the package bare_game has no " in capsys.readouterr().err


def test_of_two_packages_for_a_name_ours_stays(
    install: Install, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    ours = registry.games()
    install("caribbean_stud", "impostor", BORROWED.format("caribbean_stud"))
    assert registry.games() == ours
    (said,) = caplog.messages
    assert "two packages provide the game 'caribbean_stud': pitboss.games.caribbean_stud and impostor" in said
    assert said.endswith("The second is left out.")
    assert registry.package("caribbean_stud") == "pitboss.games.caribbean_stud"
    assert main(["deal", "boston_5_stud"]) == 0


def test_a_name_that_two_other_packages_bring_is_left_out(install: Install, caplog: pytest.LogCaptureFixture) -> None:
    ours = registry.games()
    install("brag", "one_brag", BORROWED.format("brag"))
    install("brag", "two_brag", BORROWED.format("brag"))
    assert registry.games() == ours
    (said,) = caplog.messages
    assert said.endswith("rename or uninstall one of them. Both are left out.")
    with pytest.raises(GameError, match=r"two packages provide the game 'brag': (one|two)_brag and (one|two)_brag"):
        registry.game("brag")


def test_odds_that_can_not_be_loaded_stop_no_other_game(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("brag", "some_brag", BORROWED.format("brag"))
    (tmp_path / "some_brag" / "odds.py").write_text("import nothing_like_it", encoding="utf-8")
    assert main(["odds", "--all", "--strategies"]) == 0
    told = capsys.readouterr()
    assert "Caribbean Stud Poker" in told.out
    assert "the odds of Double Down Stud are left out: No module named 'nothing_like_it'" in told.err
    assert main(["odds", "brag"]) == 2


@pytest.mark.parametrize(
    ("package", "source", "words"),
    [
        ("no_package", None, "can't be loaded from the package no_package: No module named 'no_package'"),
        ("no_game", "", "can't be loaded from the package no_game: .*has no attribute 'GAME'"),
        ("broken", "import nothing_like_it", "can't be loaded from the package broken: No module .*nothing_like_it"),
        ("quits", "raise SystemExit(3)", r"can't be loaded from the package quits: it ends the program \(3\)"),
        ("late", "def late():\n    1 / 0\n\nlate()", r"division by zero \(__init__\.py, line 2\)"),
        ("text_game", 'GAME = "brag"', "the GAME of the package text_game is not a pitboss.engine.game.Game"),
        ("renamed", BORROWED.format("faro"), "registered as the game 'brag', but its GAME is named 'faro'"),
        ("some_package:GAME", None, "'brag = some_package:GAME' must name a package, without a colon"),
    ],
)
def test_what_is_wrong_with_a_game_is_said(install: Install, package: str, source: str | None, words: str) -> None:
    install("brag", package, source)
    with pytest.raises(GameError, match=words):
        registry.game("brag")


@pytest.mark.parametrize(
    "source", [None, "import nothing_like_it", "1 / 0", "def", "raise SystemExit", 'GAME = "brag"']
)
def test_a_broken_package_is_left_out_with_a_sentence(
    install: Install, caplog: pytest.LogCaptureFixture, source: str | None
) -> None:
    ours = registry.games()
    install("brag", "gone_brag", source)
    assert registry.games() == registry.games() == ours
    (said,) = caplog.messages
    assert "gone_brag" in said
    assert said.endswith(". It is left out.")


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ('Deal(3, DEALER, "6(a)")', 'Deal(3, "moon", "6(a)")', "cards are dealt to 'moon'"),
        ('Place(do="play", wager="play"', 'Place(do="play", wager="play", times=0', "'play' has no cost"),
    ],
)
def test_a_game_whose_declaration_is_refused_is_left_out_with_the_line(
    install: Install, caplog: pytest.LogCaptureFixture, tmp_path: Path, right: str, wrong: str, words: str
) -> None:
    """The rest of Pitboss goes on without it."""
    ours = registry.games()
    package = tmp_path / "brag"
    shutil.copytree(DECLARED, package)
    for path in package.glob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace(DECLARED.name, "brag"), encoding="utf-8")
    source = (package / "game.py").read_text(encoding="utf-8")
    assert source.count(right) == 1
    (package / "game.py").write_text(source.replace(right, wrong), encoding="utf-8")
    line = source[: source.index(right)].count("\n") + 1
    install("brag", "brag")
    assert registry.games() == registry.games() == ours
    (said,) = caplog.messages
    assert f"game.py, line {line}: {words}" in said
    assert said.endswith(". It is left out.")
    assert main(["games"]) == 0


def test_a_broken_package_stops_no_command_for_other_games(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("brag", "lost_brag")
    traced = ["trace", "--tests", str(tmp_path)]
    for asked in (["games"], traced, ["play"], ["rules", "caribbean_stud"], ["simulate", "--help"]):
        assert main(asked) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert main(["deal", "brag"]) == 2
    assert "the game 'brag' can't be loaded from the package lost_brag" in capsys.readouterr().err


@pytest.mark.long
def test_a_house_opens_without_a_broken_package(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    distribution(site, "brag", "gone_brag")
    begin = f"import sys; sys.path.append({str(site)!r}); from pitboss.cli.app import run; run()"
    server = Server(tmp_path, program=("-c", begin))
    assert [one["name"] for one in server.http.get("/api/games").json()] == registry.games()
    assert "the game 'brag' can't be loaded from the package gone_brag" in server.log.read_text(encoding="utf-8")
    server.stop()


def test_what_lists_all_games_leaves_out_one_that_lacks_the_part(
    install: Install, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    install("bare", "bare_game", BORROWED.format("bare"))
    assert main(["trace", "--tests", str(tmp_path)]) == 0
    assert "Double Down Stud lists no clauses: the package bare_game has no file" in capsys.readouterr().err
    assert main(["odds", "--all", "--strategies"]) == 0
    assert "Double Down Stud has no exact odds" in capsys.readouterr().err


def test_a_module_that_fails_to_import_another_is_not_taken_for_a_missing_one(install: Install, tmp_path: Path) -> None:
    install("brag", "half_brag", BORROWED.format("brag"))
    (tmp_path / "half_brag" / "odds.py").write_text("import nothing_like_it", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError, match="nothing_like_it"):
        registry.part("brag", "odds")


def test_a_part_is_found_in_its_room_beside_the_game_and_under_its_old_name(install: Install, tmp_path: Path) -> None:
    install("brag", "whole_brag", BORROWED.format("brag"))
    package = tmp_path / "whole_brag"
    (package / "mathematics").mkdir()
    (package / "mathematics" / "odds.py").write_text("HERE = 'room'", encoding="utf-8")
    (package / "kernel.py").write_text("HERE = 'beside'", encoding="utf-8")
    (package / "spots.py").write_text("HERE = 'old'", encoding="utf-8")
    assert registry.part("brag", "odds").HERE == "room"
    assert registry.part("brag", "kernel").HERE == "beside"
    with pytest.warns(DeprecationWarning, match="'spots' of the package whole_brag is now called 'decision_values'"):
        assert registry.part("brag", "decision_values").HERE == "old"
    assert not registry.has("brag", "design")
