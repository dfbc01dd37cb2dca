"""Who may do what in a house: by role, by duty at a table, by seat and by turn."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.engine.table import Table
from pitboss.house.authorize import (
    NOT_DEALER,
    NOT_DEALT,
    OPERATIONS,
    Forbidden,
    Refusal,
    allow,
    check_duty,
    check_leaving,
    check_role,
    check_turn,
    is_listed,
    is_on_duty,
)
from pitboss.house.people.people import Person, Role
from pitboss.house.settings import TableSettings
from pitboss.protocol import messages as msg


def with_roles(*roles: Role) -> Person:
    return Person(id="1", name="Ann", roles=roles, made_at=0)


# --- what each role may do

MAY = """
player: spectate, sit, act, buy in, leave, cash out, open private table, close own table
dealer: spectate, leave, cash out, deal, report, answer call
supervisor: spectate, leave, cash out, open public table, close table, restart table, change rules, report, validate, \
recut, fill, credit, count, read inventory, read statement of table, answer call
auditor: spectate, leave, cash out, read audit, read people, read statements of others, read statement of table, \
read inventory
administrator: spectate, leave, cash out, open public table, close table, restart table, change rules, issue money, \
issue coupons, grant role, revoke session, read audit, read statements of others, read statement of table, \
backup, read people, disable account, reset password, read inventory, answer call
"""


@pytest.mark.parametrize("line", MAY.strip().splitlines())
def test_each_role_may_do_this_and_nothing_else(line: str) -> None:
    role, _, listed = line.partition(": ")
    somebody = with_roles(Role(role))
    for operation in OPERATIONS:
        if operation in listed.split(", "):
            assert allow(somebody, operation) is somebody
        else:
            with pytest.raises(Forbidden, match=r"^only an? \w+( or an? \w+)* may [a-z ]+$"):
                allow(somebody, operation)
    assert set(listed.split(", ")) <= set(OPERATIONS)


def test_roles_add_up() -> None:
    both = with_roles(Role.PLAYER, Role.DEALER)
    assert allow(both, "sit") is both
    assert allow(both, "deal") is both


def test_what_is_no_operation_is_forbidden_to_all() -> None:
    with pytest.raises(Forbidden, match="nobody may shut down"):
        allow(with_roles(*Role), "shut down")


def test_nobody_does_anything_signed_out_or_disabled() -> None:
    with pytest.raises(Forbidden) as caught:
        allow(None, "spectate")
    assert caught.value.code == "signed-out"
    with pytest.raises(Forbidden) as caught:
        allow(Person(id="1", name="Ann", made_at=0, disabled_at=1), "spectate")
    assert caught.value.code == "disabled"


# --- commands


def command(kind: type[msg.Command], **fields: Any) -> Any:
    return kind(table="t", key="k", **fields)


def play(by: str, do: str, round: int = 1) -> msg.Play:
    return msg.Play(table="t", key="k", round=round, turn=0, by=by, do=do)


SIT, STAND, LEAVE = command(msg.Sit, seat=0), command(msg.Stand), command(msg.Leave)
DEAL = command(msg.Deal, round=1, left=2)


@pytest.mark.parametrize(
    ("roles", "sent", "why"),
    [
        ("player", SIT, ""),
        ("dealer", SIT, "only a player may sit down"),
        ("auditor", LEAVE, ""),
        ("player", DEAL, "only a dealer may deal"),
        ("player", play("player", "fold"), ""),
        ("dealer", play("player", "fold"), "only a player may play"),
        ("dealer", play("dealer", "no more bets"), ""),
        ("dealer", play("dealer", "report"), ""),
        ("player", play("dealer", "report"), "only a dealer or a supervisor may report an irregularity"),
        ("dealer", play("supervisor", "recut"), "only a supervisor may order a recut"),
        ("dealer", play("supervisor", "validate"), "only a supervisor may validate payouts"),
        ("player", msg.Watch(table="t"), ""),
    ],
)
def test_a_command_needs_a_role(roles: str, sent: Any, why: str) -> None:
    assert refused(check_role, roles.split(), sent) == (("role", why) if why else ())


def refused(check: Any, *args: Any, **named: Any) -> tuple[str, ...]:
    """The code and the sentence of a refusal. Empty if there is none."""
    try:
        check(*args, **named)
    except Refusal as no:
        return no.code, no.why
    return ()


def seated() -> Table:
    """A table at which Ann sits in a round, and Bob has come since."""
    table = Table("double_down_stud", seed=1)
    table.sit("Ann", 1, id="ann")
    table.open_round()
    table.sit("Bob", 2, id="bob")
    return table


@pytest.mark.parametrize(
    ("person", "sent", "dealer", "why"),
    [
        ("dee", SIT, "", "you deal at this table, so you can't play at it"),  # though the automatic dealer goes on
        ("dee", STAND, "dee", "you deal at this table, so you can't play at it"),
        ("cyd", SIT, "dee", ""),
        ("dee", DEAL, "dee", ""),
        ("dee", DEAL, "", NOT_DEALER),
        ("cyd", DEAL, "dee", NOT_DEALER),
        ("ann", play("dealer", "report"), "dee", "you play at this table, so you can't act as its dealer"),
        ("bob", play("supervisor", "report"), "dee", "you play at this table, so you can't act as its supervisor"),
        ("cyd", play("dealer", "no more bets"), "dee", NOT_DEALER),
        ("dee", play("dealer", "no more bets"), "dee", ""),
        ("dee", play("supervisor", "report"), "dee", ""),
        (
            "dee",
            play("supervisor", "validate"),
            "dee",
            "you deal at this table, so somebody else must act as its supervisor",
        ),
        ("cyd", play("supervisor", "validate"), "dee", ""),
    ],
)
def test_nobody_plays_and_serves_at_one_table(person: str, sent: Any, dealer: str, why: str) -> None:
    found = refused(check_duty, person, sent, seated(), assigned="dee", dealer=dealer)
    assert found == (("role", why) if why else ())


@pytest.mark.parametrize(
    ("person", "sent", "now", "found"),
    [
        ("cyd", SIT, {}, ()),
        ("cyd", SIT, {"closing": True}, ("closing", "this table closes after the round")),
        ("ann", STAND, {}, ("seat", "you are at this table already")),
        ("cyd", command(msg.SitOut, out=True), {}, ("seat", "you are not at this table")),
        ("cyd", command(msg.CallFloor, why="help"), {}, ("seat", "you are not at this table")),
        ("bob", command(msg.Ready, round=1), {}, ()),
        ("bob", command(msg.Ready, round=2), {}, ("late", "round 2 is not in progress")),
        ("cyd", command(msg.CashOut), {}, ()),
        ("cyd", command(msg.CashOut), {"undealt": 1}, ("late", NOT_DEALT)),
        ("dee", DEAL, {"undealt": 2}, ()),
        ("dee", DEAL, {"undealt": 1}, ("late", "these cards are dealt already")),
        ("dee", DEAL, {}, ("late", "these cards are dealt already")),
        ("ann", play("player", "fold"), {}, ()),
        ("ann", play("player", "fold"), {"undealt": 1}, ("late", NOT_DEALT)),
        ("ann", play("player", "fold", round=2), {}, ("late", "round 2 is not in progress")),
        ("bob", play("player", "fold"), {}, ("late", "you came during this round: you play from the next one on")),
        ("cyd", play("player", "fold"), {}, ("seat", "you are not at this table")),
        ("cyd", play("meter", "draw"), {}, ("malformed", "'by' must be player, dealer or supervisor")),
        ("cyd", play("dealer", "report"), {}, ()),
        ("cyd", play("supervisor", "report"), {}, ("role", "only a supervisor may do this")),
    ],
)
def test_a_command_has_its_seat_and_its_turn(person: str, sent: Any, now: dict[str, Any], found: tuple[str]) -> None:
    assert refused(check_turn, person, ["player", "dealer"], sent, seated(), number=1, **now) == found


def test_who_leaves_is_here_and_waits_for_the_cards() -> None:
    assert refused(check_leaving, seated(), "ann", 0) == ()
    assert refused(check_leaving, seated(), "cyd", 0) == ("seat", "you are not at this table")
    assert refused(check_leaving, seated(), "ann", 1) == ("late", NOT_DEALT)


def test_who_deals_or_supervises_is_on_duty() -> None:
    assert is_on_duty("dee", ["dealer"], "dee")
    assert not is_on_duty("dee", ["player"], "dee")  # the role is gone
    assert not is_on_duty("cyd", ["dealer"], "dee")
    assert is_on_duty("sue", ["supervisor"], "dee")


def test_a_private_table_is_listed_for_its_people_only() -> None:
    somebody, dealer, table = with_roles(Role.PLAYER), with_roles(Role.DEALER), Table("double_down_stud")
    private = TableSettings(private=True)
    assert is_listed(None, table, TableSettings(), opened_by="")
    assert not is_listed(None, table, private, opened_by="ann")
    assert not is_listed(somebody, table, private, opened_by="ann")
    assert not is_listed(dealer, table, private, opened_by="ann")
    assert is_listed(dealer, table, TableSettings(private=True, asks_dealer=True), opened_by="ann")
    assert is_listed(somebody, table, private, opened_by="1")
    table.sit("Ann", 1, id="1")
    assert is_listed(somebody, table, private, opened_by="ann")
