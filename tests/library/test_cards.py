"""Cards: text and numbers, packs, and clear errors."""

from __future__ import annotations

import pytest

from pitboss.basics.cards import (
    PACK_48,
    PACK_52,
    RANKS,
    SUITS,
    TEN,
    TEXT,
    CardError,
    name,
    parse,
    parse_cards,
    plural,
    rank,
    red,
    suit,
    text,
    texts,
)


def test_a_pack_of_52_holds_every_rank_in_every_suit_once() -> None:
    assert sorted(PACK_52) == list(range(52))
    assert {text(card) for card in PACK_52} == {r + s for r in RANKS for s in SUITS}


def test_a_pack_of_48_is_one_of_52_without_the_tens() -> None:
    assert len(PACK_48) == 48
    assert set(PACK_52) - set(PACK_48) == {parse(f"T{s}") for s in SUITS}
    assert all(rank(card) != TEN for card in PACK_48)


@pytest.mark.parametrize("card", PACK_52)
def test_text_and_number_are_inverse(card: int) -> None:
    assert parse(text(card)) == card
    assert card == 4 * rank(card) + suit(card)


@pytest.mark.parametrize(
    ("word", "card"),
    [
        *(("as", "As"), ("AS", "As"), ("aS", "As"), ("10h", "Th"), ("10H", "Th"), ("th", "Th"), (" 2c ", "2c")),
        *(("A♠", "As"), ("10♦", "Td"), ("k♥\N{VARIATION SELECTOR-16}", "Kh"), ("2♧", "2c")),
    ],
)
def test_people_write_cards_in_several_ways(word: str, card: str) -> None:
    assert text(parse(word)) == card


@pytest.mark.parametrize(
    "word", ["", " ", "A", "s", "1s", "11h", "0c", "Ax", "sA", "Ass", "As Kd", "10", "♠A", "♠", "??", "As^"]
)
def test_what_is_no_card_gets_a_sentence(word: str) -> None:
    with pytest.raises(CardError, match="is not a card: give a rank") as error:
        parse(word)
    assert repr(word) in str(error.value)


def test_a_card_error_is_a_value_error() -> None:
    assert issubclass(CardError, ValueError)


@pytest.mark.parametrize("words", ["As Kd 7c", "As,Kd,7c", " As, Kd  7c ", ["As", "Kd", "7c"]])
def test_cards_are_read_from_text_or_a_list(words: str | list[str]) -> None:
    assert texts(parse_cards(words)) == "As Kd 7c"


def test_no_card_twice_within_a_pack() -> None:
    with pytest.raises(CardError, match="the ten of hearts appears 2 times, but one pack of 52 holds it once"):
        parse_cards("Th As 10h")


@pytest.mark.parametrize("packs", [2, 6, 8])
def test_as_often_as_there_are_packs_and_no_more(packs: int) -> None:
    assert len(parse_cards(["As"] * packs, packs=packs)) == packs
    with pytest.raises(CardError, match=f"appears {packs + 1} times, but {packs} packs hold it {packs} times"):
        parse_cards(["As"] * (packs + 1), packs=packs)


def test_a_pack_of_48_has_no_ten() -> None:
    with pytest.raises(CardError, match="the ten of clubs is not in a pack of 48"):
        parse_cards("As Tc", pack=PACK_48)
    assert len(parse_cards(list(map(text, PACK_48)), pack=PACK_48)) == 48


def test_diamonds_and_hearts_are_red() -> None:
    assert {s for s in SUITS if red(parse("A" + s))} == {"d", "h"}


def test_names_are_what_people_say() -> None:
    assert name(parse("Qd")) == "queen of diamonds"
    assert [plural(rank(parse(f"{r}c"))) for r in "26TA"] == ["twos", "sixes", "tens", "aces"]
    assert len({name(card) for card in PACK_52}) == 52
    assert len(TEXT) == 52
