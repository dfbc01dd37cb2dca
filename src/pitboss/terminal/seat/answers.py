"""Offers as choices with names to type, and typed lines as choices or reports."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

import msgspec
from rich.table import Table as Grid
from rich.text import Text

from pitboss.basics.money import dollars
from pitboss.engine.game import ChoiceWords, Game, GameWords
from pitboss.engine.round.asks import THE_DEALER, Offer, Party
from pitboss.engine.round.inputs import Input
from pitboss.terminal.seat.drawing import plain_grid
from pitboss.terminal.seat.sentences import from_the_seats

QUIT = ("quit", "q", "exit", "leave")
"""What is typed to leave."""
FILLERS = ("wager", "bet", "of", "on", "the", "place", "for", "$", "dollar", "dollars")
GIVE = "give dollars, as in 25 or 2.50"
LONGEST = 15
"""The most characters in an amount."""
_COUPON = re.compile(r"\bcoupon\s+(\S+)", re.IGNORECASE)
_LIKE_AN_AMOUNT = re.compile(r"[-+$.]*\d", re.ASCII)
_AMOUNT = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\$?$", re.ASCII)
"""Dollars. A comma stands between thousands: 2,50 is not 250."""


class Choice(msgspec.Struct, frozen=True):
    """An offer and the name to type for it. There is one for each thing or place that the offer can name."""

    name: str
    offer: Offer
    what: str = ""
    place: str = ""
    also: str = ""
    """Another name that may be typed for it. Empty if there is none."""
    shown: str = ""
    """What people read for it."""
    words: ChoiceWords = ChoiceWords(action="")
    """How people speak of it."""

    @property
    def amounts(self) -> str:
        """The amounts that it takes: ``$5 to $500``, ``exactly $20``, ``1 to 9 cards``. Empty if it takes none."""
        offer = self.offer
        if not offer.most:
            return ""
        if offer.least == offer.most:
            return f"exactly {self.say(offer.most)}"
        least = dollars(offer.least) if offer.unit == "cents" else str(offer.least)
        return f"{least} to {self.say(offer.most)}"

    def say(self, amount: int) -> str:
        """An amount in its unit: ``$5``, ``1 card``, ``2 cards``."""
        if self.offer.unit == "cents":
            return dollars(amount)
        return f"{amount} {self.offer.unit.removesuffix('s') if amount == 1 else self.offer.unit}"

    def input(self, party: Party, amount: int = 0, coupon: int = 0) -> Input:
        return self.offer.taken(party, amount, coupon=coupon, what=self.what, place=self.place)


class Answer(msgspec.Struct, frozen=True):
    """A choice, with the amount if one was typed."""

    choice: Choice
    amount: int | None = None
    coupon: int = 0


def choices(offers: Iterable[Offer], about: str = "", game: Game | None = None) -> list[Choice]:
    """The offers with the names to type for them, open ones first. ``about`` is the question that they answer."""
    found = [
        _choice(offer, what, place, about, game)
        for offer in sorted(offers, key=lambda offer: bool(offer.why_not))
        if offer.do != "report"
        for what in _nameable(offer.what)
        for place in _nameable(offer.places)
    ]
    return [_with_hand(choice, found) for choice in found]


def _choice(offer: Offer, what: str, place: str, about: str, game: Game | None) -> Choice:
    said = (game.said_of if game is not None else GameWords().of)(offer.do, about, offer.clause)
    verb, shown = (said.name, said.shown) if offer.do != "wager" else ("", "")
    wager = game.shown(offer.wager) if game is not None else offer.wager
    on = f"the {wager}" if verb and wager != offer.wager else wager
    named = (what if len(offer.what or ()) > 1 else "", place)
    return Choice(
        " ".join(filter(None, (verb, offer.wager, *named))),
        offer,
        what,
        place,
        offer.do if said.name != offer.do else "",  # what the document calls it
        " ".join(filter(None, (shown, on, *named))),
        said,
    )


def _with_hand(choice: Choice, among: Sequence[Choice]) -> Choice:
    """Add the hand to the name if the same can be done with another hand."""
    others = [c for c in among if c.name == choice.name and c.offer.hand != choice.offer.hand]
    if all(other.offer.why_not for other in others) and not (others and choice.offer.why_not):
        return choice
    hand = f" hand {choice.offer.hand}"
    return msgspec.structs.replace(choice, name=choice.name + hand, shown=choice.shown + hand)


def _nameable(names: tuple[str, ...] | None) -> tuple[str, ...]:
    """The names to choose from; only an empty one if none is needed."""
    return ("",) if not names or "" in names else names


def names_in(game: Game) -> frozenset[str]:
    """Every word in the name of a wager or a decision of this game."""
    names = [wager.name for wager in game.wagers] + [one.action for one in game.decisions]
    return frozenset(word for name in names for word in name.lower().split())


def read(line: str, known: Sequence[Choice], names: Collection[str] = ()) -> Answer | str:
    """Read a line as an answer. Returns a sentence instead if the line is invalid.

    Words may be shortened as long as only one choice fits. The amount comes last, or first. A bare amount goes to the
    first wager that takes one. ``names`` are words that name something in this game, now or later: a bet is not left
    out as a filler where another wager is called so.
    """
    coupon = 0
    if found := _COUPON.search(line):
        face = read_amount(found[1])
        if isinstance(face, str):
            return face
        coupon, line = face, line[: found.start()] + line[found.end() :]
    naming = {word for choice in known for word in choice.name.split()} | {*names}
    typed = [word for word in line.split() if word.lower() not in FILLERS or word.lower() in naming]
    words = [word.lower() for word in typed]
    amount: int | None = None
    fits = _fitting(words, known)
    if not fits and len(words) > 1 and _LIKE_AN_AMOUNT.match(words[0]) and not _LIKE_AN_AMOUNT.match(words[-1]):
        typed = [*typed[1:], typed[0]]
        words = [word.lower() for word in typed]
    if not fits and words and _LIKE_AN_AMOUNT.match(words[-1]):
        words.pop()
        cents = read_amount(typed.pop())
        if isinstance(cents, str):
            return cents
        amount = cents
        fits = _fitting(words, known) if words else [c for c in known if c.offer.most and not c.offer.why_not][:1]
    takes = next((c for c in known if c.offer.most and not c.offer.why_not), None)
    if not words and amount is None and takes is not None:
        return f"{takes.name} takes an amount, {takes.amounts}: type it after the name"
    if not fits and amount is None and any(one.offer.most for one in _fitting(words[:-1], known)):
        return f"'{typed[-1]}' is not an amount: {GIVE}"
    if not fits:
        nothing = "choose one of these" if amount is None else "nothing takes an amount now"
        said = nothing
        if words:
            meant = " ".join(typed)
            said = f"{' '.join(words)} is not open now" if words[0] in names else f"you can't do '{meant}' now"
        return f"{said}; you may: {', '.join(c.name for c in known if not c.offer.why_not)}"
    if len(fits) > 1:
        return f"'{' '.join(typed)}' could mean {' or '.join(c.name for c in fits)}: type more of the name"
    choice = fits[0]
    if amount is not None and choice.offer.unit != "cents":
        if amount % 100:
            return f"{choice.name} takes a whole number of {choice.offer.unit}"
        amount //= 100
    return Answer(choice, amount, coupon)


def _fitting(words: Sequence[str], known: Sequence[Choice]) -> list[Choice]:
    """The choices that these words name: by the full name, else by its beginning, else by words within it.

    An open choice hides a closed one.
    """
    for fits in (_is, _begins, _is_within):
        found = [c for c in known if any(fits(words, name.lower().split()) for name in (c.name, c.also) if name)]
        if words and found:
            return [c for c in found if not c.offer.why_not] or found[:1]
    return []


def _is(words: Sequence[str], name: Sequence[str]) -> bool:
    return list(words) == list(name)


def _begins(words: Sequence[str], name: Sequence[str]) -> bool:
    """``w ori`` begins ``withdraw original``."""
    return len(words) <= len(name) and all(part.startswith(word) for word, part in zip(words, name, strict=False))


def _is_within(words: Sequence[str], name: Sequence[str]) -> bool:
    """``hit 2`` is within ``hit hand 2``: each word begins a word of the name, in the same order."""
    parts = iter(name)
    return all(any(part.startswith(word) for part in parts) for word in words)


def list_number(word: str) -> int:
    """Read the number of something in a list as typed, from 1. Returns 0 if it is none.

    >>> list_number("12"), list_number("²"), list_number("9" * 900_000)
    (12, 0, 0)
    """
    return int(word) if word.isdecimal() and word.isascii() and len(word) < LONGEST else 0


def read_amount(word: str) -> int | str:
    """Read dollars as typed, in cents. Returns a sentence instead if the amount is invalid.

    >>> read_amount("25"), read_amount("$2.50"), read_amount("1,000")
    (2500, 250, 100000)
    >>> read_amount("lots")
    "'lots' is not an amount: give dollars, as in 25 or 2.50"
    >>> read_amount("-3")
    "'-3' is negative: give dollars, as in 25 or 2.50"
    """
    if found := _AMOUNT.match(word):
        if len(word) <= LONGEST:
            return int(found[1].replace(",", "")) * 100 + int((found[2] or "0").ljust(2, "0"))
        wrong = "is more than any table takes"
    elif word.startswith("-") and _LIKE_AN_AMOUNT.match(word):
        wrong = "is negative"
    elif _AMOUNT.match(word.partition(".")[0]) and word.partition(".")[2].isdigit():
        wrong = "has a fraction of a cent"
    else:
        wrong = "is not an amount"
    return f"'{word}' {wrong}: {GIVE}"


def reportable(offers: Iterable[Offer]) -> list[Choice]:
    """What can be reported now, one choice for each thing and place."""
    return [
        Choice(" ".join(filter(None, (what, place))), offer, what, place)
        for offer in offers
        if offer.do == "report" and not offer.why_not and offer.places != ()
        for what in offer.what or ("",)
        for place in offer.places or ("",)
    ]


def read_report(line: str, known: list[Choice]) -> Answer | str:
    """Read what follows ``report``. Returns a sentence instead if it is no report that can be made now."""
    if not line.strip():
        return "name what to report; type report for the list"
    answer = read(line, known)
    if isinstance(answer, str):
        if "could mean" in answer:
            return answer
        return f"'{line.strip()}' can't be reported now; type report for the list"
    offer = answer.choice.offer
    if answer.amount is None and offer.least != offer.most:
        return f"{answer.choice.name} takes a number, {answer.choice.amounts}: type it after the name"
    return answer


def number_title(game: Game, choice: Choice) -> str:
    """What to ask for the number of a report: what it counts, and from where to where."""
    about = next((one.amount_is for one in game.irregularities if one.what == choice.what), "") or "how many"
    least = max(choice.offer.least, 1) if about.startswith("which") else choice.offer.least
    return f"{about[:1].upper()}{about[1:]} ({least} to {choice.offer.most})"


def report_input(answer: Answer) -> Input:
    """The dealer's report."""
    amount = answer.choice.offer.least if answer.amount is None else answer.amount
    return answer.choice.input(THE_DEALER, amount)


def _place(game: Game, place: str) -> str:
    """A place as it is typed. One of a cross, which documents name from the dealer's side, also as players see it."""
    return f"{place} ({from_the_seats(game, place)})" if place in game.lies else place


def report_grid(game: Game, known: list[Choice]) -> Grid:
    """What can be reported, with places, numbers and clauses. A thing at several places is one row."""
    about = {one.what: one for one in game.irregularities}
    grid = plain_grid("report", "where", "number", "clause", "what it is")
    rows: dict[str, list[Choice]] = {}
    for choice in known:
        rows.setdefault(choice.what, []).append(choice)
    for what, choices in rows.items():
        offer, irregularity = choices[0].offer, about.get(what)
        number = choices[0].amounts if offer.least != offer.most else ""
        places = ", ".join(_place(game, choice.place) for choice in choices if choice.place)
        means = irregularity.means if irregularity else ""
        if irregularity and irregularity.amount_is and number:
            means = f"{means}; the number is {irregularity.amount_is}"
        grid.add_row(Text(what, "bold cyan"), places, number, offer.clause, means)
    return grid
