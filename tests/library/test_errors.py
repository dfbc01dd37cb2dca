"""Every error of the package survives pickling and copying: its type, its text and all its fields."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import pitboss
from pitboss.basics.cards import CardError
from pitboss.basics.errors import (
    Defect,
    DesignError,
    Disagreement,
    GameError,
    IllegalAction,
    InputError,
    LogError,
    RulesError,
    SimulationError,
    StrategyError,
    UnreadableLog,
)
from pitboss.basics.extras import MissingExtra
from pitboss.basics.files import FileKept, _Taken
from pitboss.checker import MalformedError
from pitboss.cli.arguments import Unusable
from pitboss.client.errors import ConnectionLost, NoAnswer, OutOfSequence, Refused
from pitboss.client.saved_sessions import SavedError
from pitboss.coach.drill import UnknownPuzzle
from pitboss.engine.auto.drive import Stuck
from pitboss.engine.round.dealer import ShoeJam, Void
from pitboss.games.double_attack_blackjack.procedures.course import LetOut
from pitboss.house.audit.signing import SigningError
from pitboss.house.authorize import Forbidden, Refusal
from pitboss.house.money.ledger import LedgerError, ShortOfMoney
from pitboss.house.money.statements import NotNow, UnknownLine, UnknownTable
from pitboss.house.people.drill import NoSuchDecision
from pitboss.house.people.people import PeopleError
from pitboss.house.process.coach import CoachBusy, CoachError
from pitboss.house.process.worker import Busy, NotDone
from pitboss.house.storage.backup import _Damaged
from pitboss.house.storage.committer import CommitterStopped
from pitboss.house.storage.database import DatabaseError
from pitboss.house.storage.ownership import TableLost
from pitboss.house.tables.history import ReplayError, TooLongAgo, UnknownRound
from pitboss.house.tables.running_table import TooManySteps
from pitboss.mathematics.counting.store import CacheInDoubt
from pitboss.protocol import messages as msg
from pitboss.report.drawing import FileNameError
from pitboss.server.http.access import TooOften
from pitboss.server.http.malformed import Malformed
from pitboss.server.http.start import ServeError
from pitboss.server.other_processes import Elsewhere
from pitboss.server.routes.game import NotPriced
from pitboss.server.sockets import Closed
from pitboss.terminal.seat.hints import NoHint
from pitboss.terminal.seat.seat_table import Gone, Leave, MustStay, ToLobby
from pitboss.testing.house_process import SoakError


def in_round(error: LogError) -> LogError:
    error.round = 3
    return error


ERRORS: tuple[BaseException, ...] = (
    CardError("'Zz' is not a card"),
    _Damaged("its checksum is wrong"),
    Closed(4408, "say hello within 5 seconds"),
    CommitterStopped("the house has stopped"),
    DatabaseError("the database house.db does not exist"),
    Elsewhere("http://127.0.0.1:8001"),
    Forbidden("forbidden", "only an administrator may do this"),
    LedgerError("an entry needs an id"),
    PeopleError("login-taken", "the login 'ann' is taken"),
    Refusal("chips", "you have $5 in chips", "6(a)"),
    ReplayError("t1", 7, "the chain is broken"),
    TooManySteps("the conductor does not come to rest"),
    Malformed("the body is missing"),
    NotPriced("boston_5_stud", [Defect("seats", "7 is too many", "2(b)")]),
    ServeError("port 8000 is in use"),
    ShortOfMoney("wallet:ann holds $5"),
    NotNow("the table has not closed"),
    SigningError("others can read the key"),
    UnknownLine("t1/5"),
    UnknownTable("t1"),
    SoakError("an act was lost"),
    TooLongAgo("that is too long ago"),
    TooOften("this address asks too often", 1.5),
    ConnectionLost("http://127.0.0.1:8000 does not answer"),
    CacheInDoubt("counts/notes.txt is not a file of Pitboss"),
    MissingExtra("drawing needs matplotlib: pip install 'pitboss[report]'", name="matplotlib"),
    Disagreement("double_down_stud: original is 500 at the table and 0 in fast rounds"),
    FileKept(Path("log.jsonl")),
    FileKept(Path("log.jsonl"), Path(".log.jsonl.x.partial")),
    FileNameError("par.txt: a par sheet is written as .html, .xlsx or .csv, and this name has '.txt'"),
    GameError("there is no game 'whist'"),
    IllegalAction("caribbean_stud", "7(a)", "an ante of $3 is too low", "the minimum is $5"),
    IllegalAction("caribbean_stud", "", "nobody asked Ann"),
    InputError("a decision has no coupon"),
    Leave(),
    ToLobby(),
    MustStay(),
    Gone(),
    NoHint("the coach is busy: ask again"),
    SavedError("sessions.json is damaged: delete it, and sign in again"),
    LetOut(),
    in_round(LogError(12, "the books do not balance", "money")),
    MalformedError("line 3: no number"),
    NoAnswer(msg.Sit(table="t1", key="k1"), 10.0),
    OutOfSequence("t1", 7, 9),
    Refused("illegal", "you have folded", "9(a)"),
    RulesError("boston_5_stud", [Defect("seats", "7 is too many", "2(b)"), Defect("ways", "unknown")]),
    ShoeJam(),
    DesignError("--target 5%..4% is empty"),
    SimulationError("a run of 0 rounds has no result"),
    StrategyError("there is no strategy 'bold'"),
    Stuck("everyone has passed"),
    TableLost("this process no longer owns t1"),
    in_round(UnreadableLog(1, "this is not a log: the file is empty")),
    Unusable("--threads must be at least 0"),
    CoachBusy("the coach is busy: ask again"),
    CoachError("the coach is busy: ask again"),
    Busy("too much is being computed: try again soon"),
    NotDone("this takes too long to compute"),
    UnknownPuzzle("there is no such puzzle"),
    UnknownRound("t1"),
    NoSuchDecision("you made no such choice in this round"),
    Void("10(c)", reshuffle=True, ruling="void-returns-all"),
    _Taken(),
)


def classes_of_errors() -> Iterator[type[BaseException]]:
    """Every exception class that a module of the package defines."""
    for module in walk_packages(pitboss.__path__, "pitboss."):
        if not module.name.endswith("__main__"):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, BaseException) and value.__module__ == module.name:
                    yield value


def test_every_exception_class_of_the_package_is_listed_here() -> None:
    assert {type(error) for error in ERRORS} == set(classes_of_errors())


def by_pickle(protocol: int) -> Callable[[BaseException], BaseException]:
    return lambda error: pickle.loads(pickle.dumps(error, protocol))


@pytest.mark.parametrize("again", [*map(by_pickle, range(2, pickle.HIGHEST_PROTOCOL + 1)), copy.copy, copy.deepcopy])
def test_an_error_survives_with_its_text_and_fields(again: Callable[[BaseException], BaseException]) -> None:
    for error in ERRORS:
        error.add_note("while dealing")
        found = again(error)
        assert type(found) is type(error)
        assert str(found) == str(error)
        assert found.args == error.args
        assert vars(found) == vars(error)
        assert getattr(found, "filename", None) == getattr(error, "filename", None)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (IllegalAction("g", "7(a)", "$3 is too low", "the minimum is $5"), "$3 is too low; the minimum is $5 (g 7(a))"),
        (IllegalAction("g", "", "nobody asked Ann"), "nobody asked Ann"),
        (LogError(12, "the books do not balance"), "line 12: the books do not balance"),
        (
            RulesError("g", [Defect("seats", "too many", "2(b)"), Defect("ways", "none")]),
            "g: seats: too many (2(b)); ways: none",
        ),
    ],
)
def test_an_error_is_a_sentence(error: BaseException, text: str) -> None:
    assert str(error) == text
