"""The audit of signatures: what is deleted or forged is named, and a house that only crashed or waited is clean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, update

from live import TestHouse, play_round, seat_players
from pitboss.house.audit import heads, signing
from pitboss.house.audit.tables import CHAIN, SIGNATURE, Audit
from pitboss.house.audit.whole_house import audit_house
from pitboss.house.people import staff
from pitboss.house.storage.database import writing
from pitboss.house.storage.schema import act, game_table, signed_head
from pitboss.house.tables.live import LiveTable
from pitboss.protocol import messages as msg

KEY, OTHER = signing.new_key(), signing.new_key()
PUBLIC, STRANGE = map(signing.public_key_text, (KEY, OTHER))
LATER = 2 * heads.LATE_MS


class SignedHouse:
    """Two tables at which three rounds each are played, with a long pause after each."""

    def __init__(self, url: str) -> None:
        self.house, self.random = TestHouse.at(url), Random(7)
        self.engine = self.house.engine
        with writing(self.engine) as connection:
            heads.give_key(connection, KEY, self.house.time)
        self.one, self.two = [
            self.house.floor.open_table("double_down_stud", name=name, id=name) for name in ("one", "two")
        ]
        for live in (self.one, self.two):
            seat_players(self.house, live, 2)
        self.sign()
        for _ in range(3):
            for live in (self.one, self.two):
                self.play(live)

    def play(self, live: LiveTable) -> None:
        play_round(self.house, live, self.random)
        self.sign(live)
        self.house.time += LATER

    def sign(self, live: LiveTable | None = None, key: Any = KEY) -> None:
        with writing(self.engine) as connection:
            wanted = [(live.id, live.seq, live.head)] if live else heads.staff_head(connection)
            heads.sign(connection, key, wanted, self.house.time)

    def start_again(self) -> None:
        """Sign what was left, as a start does."""
        with writing(self.engine) as connection:
            heads.sign_left(connection, KEY, self.house.time)

    def alter(self, *statements: Any) -> None:
        with writing(self.engine) as connection:
            for one in statements:
                assert connection.execute(one).rowcount

    def audit(self, *keys: str) -> Audit:
        return audit_house(self.engine, keys)

    def found(self, *keys: str) -> list[tuple[str, str]]:
        return [(one.what, one.sentence) for one in self.audit(*keys).findings]


@pytest.fixture
def house(url: str) -> Iterator[SignedHouse]:
    made = SignedHouse(url)
    yield made
    made.house.kill()


# --- a sound house


def test_a_signed_house_is_clean_and_trusts_only_that_nothing_was_signed_later(house: SignedHouse) -> None:
    audit = house.audit(PUBLIC)
    assert (audit.findings, audit.counts.signed_heads) == ([], 8)
    _, people, trusted = audit.on_trust
    assert people.startswith("the names, passwords and sessions of people")
    assert trusted.startswith("that the house signed nothing after signature 8 of 1970-01-01 ")
    assert audit.newest is not None
    assert (audit.newest.number, audit.newest.chain, audit.newest.seq) == (8, "two", house.two.seq)
    assert [one.partition(":")[0] for one in house.audit().on_trust][2] == "the public key of the house"


def test_a_round_that_has_just_ended_needs_no_signature(house: SignedHouse) -> None:
    play_round(house.house, house.one, house.random)
    assert house.found(PUBLIC) == []


def test_a_house_that_crashed_before_it_could_sign_and_starts_much_later_is_clean(house: SignedHouse) -> None:
    play_round(house.house, house.one, house.random)
    with writing(house.engine) as connection:
        staff.record(connection, house.house.time, "p1", "login", {})
    house.house.time += LATER
    house.start_again()
    for live in (house.one, house.two):
        house.play(live)
    assert house.found(PUBLIC) == []


def test_a_table_at_which_nobody_plays_for_long_is_clean(house: SignedHouse) -> None:
    for player in ("p1", "p2"):
        house.house.command(house.one, player, msg.Leave)
        house.house.settle()
        house.house.time += LATER
    house.play(house.two)
    assert house.found(PUBLIC) == []


def test_a_new_key_after_an_act_that_was_not_signed_is_clean(house: SignedHouse) -> None:
    with writing(house.engine) as connection:
        staff.record(connection, house.house.time, "p1", "login", {})
        house.house.time += LATER
        heads.give_key(connection, OTHER, house.house.time)
        heads.sign_left(connection, OTHER, house.house.time)
    play_round(house.house, house.one, house.random)
    house.sign(house.one, OTHER)
    assert house.found(PUBLIC, STRANGE) == house.found() == []
    assert house.found(PUBLIC) == [
        (SIGNATURE, f"the key {STRANGE} of signatures 9 to 10 is not one that the house has published")
    ]


# --- deleted signatures


def missing_of(live: LiveTable) -> Callable[[tuple[str, str]], bool]:
    return lambda found: found[0] == SIGNATURE and found[1].startswith(f"table {live.id}: signed heads are missing")


def test_a_signature_that_is_gone_from_the_middle_leaves_a_gap(house: SignedHouse) -> None:
    house.alter(delete(signed_head).where(signed_head.c.number == 2))
    assert (SIGNATURE, "signature 2 is missing") in house.found()
    house.alter(delete(signed_head).where(signed_head.c.number.in_((3, 4, 6))))
    found = house.found()
    assert (SIGNATURE, "signatures 2 to 4 are missing") in found
    assert (SIGNATURE, "signature 6 is missing") in found


def test_a_gap_can_not_be_closed_by_new_numbers(house: SignedHouse) -> None:
    house.alter(delete(signed_head).where(signed_head.c.number == 8))
    house.alter(delete(signed_head).where(signed_head.c.number == 6))
    house.alter(update(signed_head).where(signed_head.c.number == 7).values(number=6))
    assert (
        SIGNATURE,
        "the signed head of one after act " + str(last_signed(house, "one")) + " has a wrong signature",
    ) in (house.found())


def last_signed(house: SignedHouse, chain: str) -> int:
    with writing(house.engine) as connection:
        last = heads.last_head(connection, chain)
    assert last is not None
    return last.seq


def test_signatures_that_are_gone_from_the_end_leave_rounds_that_nothing_has_signed(house: SignedHouse) -> None:
    house.alter(delete(signed_head).where(signed_head.c.number > 6))
    found = house.found()
    assert list(map(missing_of(house.one), found)) == [True]  # the last round of the other table has just ended


def test_signatures_that_are_gone_are_still_missing_after_a_restart(house: SignedHouse) -> None:
    house.alter(delete(signed_head).where(signed_head.c.number > 4))
    house.start_again()
    found = house.found(PUBLIC)
    assert [missing_of(house.one)(one) or missing_of(house.two)(one) for one in found] == [True, True]
    house.play(house.one)
    assert house.found(PUBLIC) == found


def test_all_signatures_gone(house: SignedHouse) -> None:
    house.alter(delete(signed_head))
    found = house.found()
    assert (SIGNATURE, "signature 1 is missing") in found
    assert (SIGNATURE, "signed heads of the staff journal are missing: staff act 1 was not signed in time") in found
    assert list(filter(missing_of(house.one), found))
    assert list(filter(missing_of(house.two), found))


def test_a_staff_act_that_nobody_signed(house: SignedHouse) -> None:
    with writing(house.engine) as connection:
        for at in (0, LATER):
            staff.record(connection, house.house.time + at, "p1", "login", {})
    (found,) = house.found()
    assert found[1].startswith("signed heads of the staff journal are missing: staff act ")
    house.start_again()
    assert house.found() == [found]


def test_a_table_that_is_gone(house: SignedHouse) -> None:
    house.alter(delete(act).where(act.c.table_id == "two"), delete(game_table).where(game_table.c.id == "two"))
    assert (CHAIN, "the house has signed acts of the table two, which is missing") in house.found()
    house.alter(delete(signed_head).where(signed_head.c.chain == "two"))
    assert (SIGNATURE, "signature 4 is missing") in house.found()


def test_a_signature_that_is_gone_from_the_very_end_is_named_by_a_head_that_was_kept(house: SignedHouse) -> None:
    with writing(house.engine) as connection:
        early, late = [one for one in heads.all_heads(connection) if one.number in (6, 8)]
    house.alter(delete(signed_head).where(signed_head.c.number > 7))
    assert house.found() == []  # the last round of this table could have ended just now
    assert audit_house(house.engine, kept=[early]).findings == []
    (found,) = audit_house(house.engine, kept=[early, late]).findings
    assert found.sentence == f"signature 8 of two after act {late.seq}, which was kept, is not in this house"


# --- nothing was signed


def test_nothing_was_ever_signed(url: str) -> None:
    house = TestHouse.at(url)
    live = house.floor.open_table("double_down_stud")
    seat_players(house, live, 2)
    play_round(house, live, Random(7))
    audit = audit_house(house.engine)
    assert (audit.findings, len(audit.on_trust)) == ([], 3)
    assert audit.on_trust[2].startswith("that nobody wrote this house anew: nothing was signed, so ")
    (found,) = audit_house(house.engine, [PUBLIC]).findings
    assert found.sentence == "nothing in this house is signed, though it has published a key"
    house.kill()


# --- altered and forged signatures


@pytest.mark.parametrize(
    "altered",
    [{"head": "f" * 64}, {"at": 1}, {"before": "f" * 64}, {"signature": ""}, {"key": "AAAA"}, {"key": STRANGE}],
)
def test_an_altered_signature_is_named_once(house: SignedHouse, altered: dict[str, Any]) -> None:
    house.alter(update(signed_head).where(signed_head.c.number == 2).values(altered))
    wrong = [one for what, one in house.found() if what == SIGNATURE and one.endswith("has a wrong signature")]
    assert len(wrong) == 1
    assert wrong[0].startswith("the signed head of staff after act ")
    assert not [one for _, one in house.found() if "does not follow" in one]


def forged(house: SignedHouse, key: Any, **changes: Any) -> None:
    """Add a signature of the last act of a table."""
    with writing(house.engine) as connection:
        last = heads.newest(connection)
        assert last is not None
        said = {"number": last.number + 1, "before": last.digest} | changes
        one = signing.signed(key, "one", house.one.seq, house.one.head, house.house.time, **said)
        connection.execute(insert(signed_head).values(asdict(one)))


def test_a_signature_with_another_key_is_named_without_knowing_a_key(house: SignedHouse) -> None:
    play_round(house.house, house.one, house.random)
    forged(house, OTHER)
    assert house.found() == [
        (SIGNATURE, f"the key {STRANGE} of signature 9 is not the one that the staff journal names")
    ]


def test_a_signature_that_does_not_follow_the_one_before(house: SignedHouse) -> None:
    play_round(house.house, house.one, house.random)
    forged(house, KEY, before="f" * 64)
    assert house.found() == [(SIGNATURE, "signature 9 does not follow the one before it")]


def key_act(connection: Connection, house: SignedHouse, person: str = staff.HOUSE, **said: Any) -> None:
    staff.record(connection, house.house.time, person, heads.SIGNING_KEY, {"key": STRANGE, "signed": 8} | said)


def test_a_key_that_a_person_gave_the_house(house: SignedHouse) -> None:
    with writing(house.engine) as connection:
        last = heads.newest(connection)
        assert last is not None
        key_act(connection, house, "p1", last=last.digest)
        heads.sign(connection, OTHER, heads.staff_head(connection), house.house.time)
    (found,) = house.found()
    assert found[1].endswith(" gives the house a key by order of p1")


def test_a_key_in_the_journal_that_does_not_fit_the_signatures(house: SignedHouse) -> None:
    with writing(house.engine) as connection:
        key_act(connection, house, signed=6, last="f" * 64)
        number = staff.last(connection)[0]
    sentences = [one for _, one in house.found()]
    assert f"staff act {number} gives the house a key after another signature 6" in sentences
    assert f"staff act {number} gives the house a key, and signature 7 does not sign that" in sentences
    assert f"the key {PUBLIC} of signatures 7 to 8 is not the one that the staff journal names" in sentences


def test_a_key_again_and_a_key_that_can_not_be_read(house: SignedHouse) -> None:
    with writing(house.engine) as connection:
        key_act(connection, house, key=PUBLIC, last="f" * 64)
        key_act(connection, house, last=5)
        number = staff.last(connection)[0]
    sentences = [one for _, one in house.found()]
    assert f"staff act {number - 1} gives the house a key again, or out of order" in sentences
    assert f"staff act {number} (signing key) can't be read" in sentences
