"""The property tests of a game, one method each. ``tests_of`` makes the class that pytest collects."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from pitboss.basics.errors import IllegalAction, RulesError
from pitboss.engine import registry
from pitboss.engine.auto.drive import drive, step
from pitboss.engine.auto.policy import random_legal
from pitboss.engine.auto.random_events import Floor, RandomEvents, faulty_shuffles
from pitboss.engine.game import Game
from pitboss.engine.round import events as ev
from pitboss.engine.round.asks import Offer, Question
from pitboss.engine.round.events import Event
from pitboss.engine.round.inputs import CLOCK, PLAYER, TIME_OUT, Input
from pitboss.engine.round.records import decode, encode
from pitboss.engine.round.round import Round, replay
from pitboss.engine.rules import TableRules, load, to_builtins, to_toml
from pitboss.engine.table import Table
from pitboss.testing.clock import (
    Defaults,
    by_the_clock,
    chosen,
    declared_defaults,
    expected,
    lacks_a_wager,
    moved,
    others_are_refused,
    players,
    wagered,
)
from pitboss.testing.finished_rounds import check_citations, check_log, check_meters, check_money, check_round, viewers
from pitboss.testing.knowledge import shown_to, with_other_hidden_cards
from pitboss.testing.offers import check_offers, wrong_costs
from pitboss.testing.random_tables import (
    any_input,
    any_options,
    every_ask,
    faulty_shuffler,
    look_at_rounds,
    lucky_shuffler,
    parties,
    seated,
    snapshot,
    tame,
    wild,
)
from pitboss.verification.pairs import any_rules
from pitboss.verification.silence import fall_silent

PEOPLE = ("Ann", "Bob", "Cho", "Dee")
RATE = 0.1
"""How often staff report an irregularity at a question."""
RATES = (0.03, 0.3)
"""With few irregularities, rounds reach their end. Many are needed for those that can be reported only briefly."""
AT_ONE_TABLE = 14
"""The rounds at one table at which everything is tried."""
PATIENCE = 24
"""How many times ``rounds`` are played until everything must have been reached."""
OTHERS = ("dealer", "supervisor", "shuffler", "meter", "ghost", "")
"""Those who may not act for a player."""
NO_DIGITS = str.maketrans("", "", "0123456789")
"""Leaves one complaint of each kind, whatever its amounts."""
OFFERS = msgspec.json.Decoder(tuple[Offer, ...])


class GameTests:
    """The properties of any game, under random rules and random play, through the interface that all games share."""

    name: ClassVar[str]
    rounds: ClassVar[int]
    rules: ClassVar[Sequence[Mapping[str, Any]]]
    reaches: ClassVar[frozenset[str]]
    defaults: ClassVar[Defaults | None]

    @property
    def game(self) -> Game:
        return registry.game(self.name)

    def each(self, times: float, play: Callable[[Random], None]) -> None:
        """Play at so many tables for each of ``rounds``. A failure names its table, whose number repeats it."""
        test = play.__qualname__.split(".")[1]
        for number in range(max(1, round(self.rounds * times))):
            try:
                play(Random(f"{self.name} {test} {number}"))
            except Exception as error:
                error.add_note(f"This was table {number} of this test of {self.name}.")
                raise

    def table(self, random: Random, *, people: int, standing: int = 0) -> Table:
        """A table with random rules and up to so many people."""
        rules = any_rules(self.game, random)
        return seated(self.game, rules, random, people=random.randint(1, people), standing=standing)

    def plain_table(self, random: Random, *, people: int) -> Table:
        """A table with the document's defaults."""
        return seated(self.game, load(self.name, self.game.rules, {}), random, people=people)

    # --- rounds

    def test_random_legal_play_ends_conserves_money_and_replays(self) -> None:
        def play(random: Random) -> None:
            table = self.table(random, people=7, standing=random.choice((0, 0, 1)))
            _check(table, [tame(table.open_round(), random) for _ in range(random.randint(1, 4))])

        self.each(0.4, play)

    def test_rounds_of_high_hands_and_jackpots_conserve_money_and_replay(self) -> None:
        def play(random: Random) -> None:
            table = self.table(random, people=7)
            lucky_shuffler(table, random)
            _check(table, [tame(table.open_round(), random) for _ in range(random.randint(1, 3))])

        self.each(0.4, play)

    def test_wild_play_with_irregularities_ends_conserves_money_and_replays(self) -> None:
        def play(random: Random) -> None:
            table = self.table(random, people=5, standing=random.choice((0, 0, 1)))
            if random.random() < 0.4:
                faulty_shuffler(table, random)
            _check(table, [wild(table.open_round(), random) for _ in range(random.randint(1, 4))])

        self.each(0.6, play)

    def test_everything_that_is_tried_under_any_rules_is_done_or_refused(self) -> None:
        """Any acts, with irregularities and nonsense in between, raise nothing but refusals."""

        def play(random: Random) -> None:
            table, rate = self.table(random, people=5), random.choice((0.05, 0.2, 0.5))
            floor, rounds = Floor(table, random, irregularities=rate), list[Round]()
            for _ in range(4):
                floor.between_rounds()
                rounds.append(table.open_round())
                while not rounds[-1].over:
                    step(rounds[-1], random, irregularities=rate)
                    _try_nonsense(rounds[-1], random)
            _check(table, rounds)
            check_meters(table, rounds)

        self.each(0.44, play)

    def test_the_defaults_play_many_rounds(self) -> None:
        random = Random(100)
        table = self.plain_table(random, people=3)
        rounds = [tame(table.open_round(), random) for _ in range(2 * self.rounds)]
        for round in rounds:
            check_money(round)
            check_citations(round)
        check_log(table, rounds)

    def test_the_basic_policy_plays_every_round_to_its_end(self) -> None:
        random = Random(5)
        table = self.plain_table(random, people=4)
        for _ in range(30):
            check_money(drive(table.open_round(), self.game.basic, random))

    def test_inputs_are_the_only_thing_that_a_replay_needs(self) -> None:
        """The events of a round can be discarded: its inputs make them again, even after a round trip through JSON."""
        random = Random(8)
        table = self.plain_table(random, people=3)
        round = tame(table.open_round(), random)
        read = [given for given in map(decode, map(encode, round.inputs)) if isinstance(given, Input)]
        assert len(read) == len(round.inputs) > 0
        again = replay(self.game, table.rules, round.start, round.seats_at_start, read)
        assert again.records == round.records

    # --- refusals

    def test_what_is_illegal_is_refused_and_changes_nothing(self) -> None:
        known = registry.clauses(self.name)

        def play(random: Random) -> None:
            table = self.table(random, people=3)
            for round in every_ask(table.open_round(), random):
                for party in parties(round):
                    check_offers(round, party)
                before = snapshot(round)
                for bad in [any_input(round, random) for _ in range(12)]:
                    refusal = round.check(bad)
                    assert round.allows(bad) is (refusal is None)
                    if refusal is None:
                        continue
                    assert refusal.wrong
                    assert refusal.clause in known or not refusal.clause
                    assert _refused(round, bad)
                    assert snapshot(round) == before

        self.each(0.2, play)

    def test_nobody_but_a_player_does_what_a_player_may(self) -> None:
        random, tried = Random(2), Counter[str]()
        table = self.plain_table(random, people=3)
        for round in (asked for _ in range(10) for asked in every_ask(table.open_round(), random)):
            for party in players(round):
                for offer in round.offers(party):
                    for by in OTHERS:
                        given = msgspec.structs.replace(offer.taken(party, offer.least), by=by)
                        assert not round.allows(given), given
                        tried[offer.do] += 1
        assert {decision.action for decision in self.game.decisions} & tried.keys()

    def test_whatever_is_allowed_can_be_done(self) -> None:
        """Nonsense inputs: the few that ``check`` accepts must not break the round."""

        def play(random: Random) -> None:
            round = self.table(random, people=3).open_round()
            for _ in range(400):
                if round.over:
                    break
                odd = any_input(round, random)
                if round.allows(odd):
                    round.do(odd)
            check_round(tame(round, random))

        self.each(0.2, play)

    # --- what people see and are offered

    def test_nobody_is_shown_or_offered_anything_that_depends_on_cards_they_do_not_know(self) -> None:
        compared = Counter[str]()

        def play(random: Random) -> None:
            table = self.table(random, people=4)
            for round in every_ask(table.open_round(), random):
                viewer = random.choice(viewers(round))
                other = with_other_hidden_cards(round, viewer, random)
                if other is not None:
                    assert shown_to(other, viewer) == shown_to(round, viewer)
                    compared["orders"] += 1
                    compared["dealt face down"] += _laid_face_down(other) != _laid_face_down(round)

        self.each(0.5, play)
        assert compared["orders"] > self.rounds
        assert compared["dealt face down"] > self.rounds / 10

    def test_offers_reports_and_questions_are_sent_as_json_and_read_back_equal(self) -> None:
        seen = Counter[str]()

        def look(round: Round, random: Random) -> None:
            sent = [*round.reports(), *(offer for party in parties(round) for offer in round.offers(party))]
            assert OFFERS.decode(msgspec.json.encode(sent)) == tuple(sent)
            assert msgspec.json.decode(msgspec.json.encode(round.asking), type=Question) == round.asking
            seen.update(offer.do for offer in sent)

        self.each(0.3, lambda random: look_at_rounds(self.game, random, look))
        assert {"wager", "withdraw", "report", "no more bets"} <= seen.keys()
        assert seen.keys() & {decision.action for decision in self.game.decisions}

    def test_an_offer_costs_what_taking_it_stakes(self) -> None:
        wrong, tried = dict[str, str](), Counter[str]()

        def look(round: Round, random: Random) -> None:
            asked = players(round)
            seldom = round.phase == "wagers" and {"wager", "withdraw"} <= tried.keys()  # most questions are of wagers
            if asked and random.random() < (0.1 if seldom else 1.0):
                party = random.choice(asked)
                tried.update(offer.do for offer in round.offers(party) if not offer.why_not)
                wrong.update({found.translate(NO_DIGITS): found for found in wrong_costs(round, party, random)})

        self.each(0.5, lambda random: look_at_rounds(self.game, random, look))
        assert {"wager", "withdraw"} <= tried.keys()
        assert tried.keys() - {"wager", "withdraw", "refuse", "cut"}
        assert sorted(wrong.values()) == []

    def test_commitments_are_published_before_bets_close(self) -> None:
        random = Random(1)
        table = self.plain_table(random, people=2)
        events = tame(table.open_round(), random).events
        kinds = [type(event) for event in events]
        closed = next(
            at for at, e in enumerate(events) if isinstance(e, ev.Announced) and "no more bets" in e.words.lower()
        )
        assert kinds.index(ev.Committed) < closed < kinds.index(ev.Dealt)

    # --- the clock, and people who fall silent

    def test_every_question_to_a_player_has_the_default_of_the_ruling(self) -> None:
        """Random play under random rules, with irregularities. Wrong defaults are reported at the end."""
        found, wrong = Counter[str](), Counter[str]()
        defaults = declared_defaults(self.game) if self.defaults is None else self.defaults

        def look(round: Round, random: Random) -> None:
            assert round.asking is not None
            for party in players(round):
                right, said = expected(round, party, defaults), chosen(round, party)
                found[said] += 1
                if said not in right:
                    due = " or ".join(right) or "nothing"
                    wrong[f"{round.asking.about}: {said or 'nothing'}, and should be {due}"] += 1
                elif (given := round.default(party)) is not None:
                    assert round.allows(given), round.check(given)

        self.each(1.2, lambda random: look_at_rounds(self.game, random, look, irregularities=0.15))
        assert found[""]
        assert len(found) > 1
        assert sorted(wrong) == []

    def test_a_round_that_the_clock_and_the_staff_play_comes_to_its_end_and_is_proved(self) -> None:
        table, random = Table(self.game, seed=3), Random(3)
        for player in PEOPLE[:3]:
            table.sit(player)
        rounds = [by_the_clock(wagered(table, random)) for _ in range(10)]
        check_log(table, rounds)
        clocked = [given for round in rounds for given in round.inputs if given.by == CLOCK]
        assert len(clocked) > 5
        assert {given.ruling for given in clocked} == {TIME_OUT}
        assert {getattr(given, "player", "") for given in clocked} <= {*PEOPLE}
        assert not [given for round in rounds for given in round.inputs if given.by == PLAYER and given.ruling]

    def test_whoever_stops_in_the_middle_of_wagering_holds_nobody_up(self) -> None:
        """The base wager stays on the layout, and goes back if it lacks another that it needs."""
        table, base = Table(self.game, seed=3), self.game.base
        table.sit("Ann")
        table.sit("Bob")
        round = table.open_round()
        while round.asking is not None and round.asking.about != "wagers":
            given = moved(round, round.waiting[0])
            assert given is not None
            round.do(given)
        ann, bob = players(round)
        stake = 2 * table.rules.table_minimum
        round.do("Bob", "wager", base, stake)
        while lacks_a_wager(round, bob):
            due = next(o for o in round.offers(bob) if o.do == "wager" and not o.why_not and not o.optional)
            round.do(due.taken(bob, due.least))
        round.do("Ann", "wager", base, stake)
        alone = lacks_a_wager(round, ann)
        by_the_clock(round)
        ended = {end.player for end in round.settlements if end.wager == base and end.stake == stake}
        assert ended == ({"Bob"} if alone else {"Ann", "Bob"})

    def test_the_clock_can_do_nothing_but_the_default(self) -> None:
        table, random, tried = Table(self.game, seed=3), Random(3), 0
        for player in PEOPLE[:2]:
            table.sit(player)
        for _ in range(4):
            round = table.open_round()
            while not round.over:
                for party in round.waiting:
                    tried += others_are_refused(round, party)
                step(round, random)
        assert tried > 50

    def test_wherever_players_fall_silent_the_round_ends_and_the_money_is_right(self) -> None:
        states = self.rounds * 6 // 5
        found = fall_silent(self.game, states, seed=1)
        assert found.fault == ""
        assert found.states >= states
        assert len(found.seen) > 1  # kinds of questions

    # --- everything that can happen

    def test_every_irregularity_is_reached(self) -> None:
        """Everyone tries everything at many tables, until all that must happen has happened."""
        counted = RandomEvents.of(self.game)
        for number in range(self.rounds * PATIENCE // AT_ONE_TABLE):
            floor = self._floor(number, RATES[number % len(RATES)], self._rules(number))
            for _ in range(AT_ONE_TABLE):
                counted.add(floor.play())
            counted.count(floor.happened)
            if not self._lacking(counted):
                break
        assert counted.irregularities.keys() == {one.what for one in self.game.irregularities}
        assert self._lacking(counted) == []

    def _rules(self, number: int) -> TableRules | Mapping[str, Any]:
        return self.rules[number % len(self.rules)] if self.rules else any_rules(self.game, Random(f"rules {number}"))

    def _lacking(self, counted: RandomEvents) -> list[str]:
        happened = counted.irregularities.items()
        faults = [what for what, times in happened if not times.reported or times.happened < 1]
        return [*faults, *(what for what in sorted(self.reaches) if not counted.others.get(what))]

    def _floor(self, seed: int, rate: float, rules: TableRules | Mapping[str, Any] | None = None) -> Floor:
        table = Table(self.game, rules or {}, seed=seed)
        for player in PEOPLE[: table.rules.positions]:
            table.sit(player)
        return Floor(table, Random(seed), irregularities=rate)

    def test_what_happens_is_among_what_can(self) -> None:
        for number in range(max(3, len(self.rules))):
            floor = self._floor(1, 0.2, self._rules(number))
            counted = RandomEvents.of(self.game, floor.table.rules)
            can = {*counted.irregularities, *counted.others}
            for _ in range(self.rounds):
                counted.add(floor.play())
            assert {*counted.irregularities, *counted.others} == can

    def test_it_is_repeated_by_its_seed(self) -> None:
        first, same, other = (self._records(seed) for seed in (3, 3, 4))
        assert first == same != other

    def _records(self, seed: int) -> list[Event]:
        floor = self._floor(seed, RATE)
        return [record for _ in range(8) for record in floor.play().records]

    def test_without_a_rate_nothing_goes_wrong_and_nothing_is_planted(self) -> None:
        floor, counted = self._floor(5, 0), RandomEvents.of(self.game)
        for _ in range(2 * self.rounds):
            counted.add(floor.play())
        assert not any(times.reported or times.happened for times in counted.irregularities.values())
        assert not {"planted orders", "void hands"} & {what for what, n in counted.others.items() if n}

    def test_irregularities_are_reported_at_their_rate_whatever_the_policy(self) -> None:
        for rate in (0.3, 1.0):
            table, random = Table(self.game, seed=1), Random(1)
            for player in PEOPLE[:3]:
                table.sit(player)
            faulty_shuffles(table, random, rate)
            found = Counter[str]()
            for _ in range(40):
                for given in drive(table.open_round(), random_legal, random, irregularities=rate).inputs:
                    by_people = given.by in ("player", "dealer", "supervisor")
                    found["reports" if given.do == "report" else "others"] += by_people
            share = found["reports"] / found["others"]
            assert 0.7 * rate < share <= 1.3 * rate
            assert rate < 1 or share > 0.8

    # --- rules and words

    def test_any_configuration_is_permitted_or_refused_with_reasons(self) -> None:
        known = registry.clauses(self.name)

        def configure(random: Random) -> None:
            options = any_options(self.game, random)
            refusal: RulesError | None = None
            try:
                rules = load(self.name, self.game.rules, options)
            except RulesError as error:
                refusal = error
            if refusal is not None:
                assert refusal.defects
                assert all(defect.wrong for defect in refusal.defects)
                assert {defect.clause for defect in refusal.defects} <= known.keys() | {""}
                return
            assert load(self.name, self.game.rules, to_builtins(rules)) == rules
            read = tomllib.loads(to_toml(self.name, rules))
            assert read.pop("game") == self.name
            assert load(self.name, self.game.rules, read).digest == rules.digest

        self.each(1.5, configure)

    def test_a_game_describes_itself(self) -> None:
        game, known = self.game, registry.clauses(self.name)
        assert game.name == self.name
        assert [wager.base for wager in game.wagers].count(True) == 1
        assert len({wager.name for wager in game.wagers}) == len(game.wagers)
        described = [
            *((wager.means, wager.clause) for wager in game.wagers),
            *((decision.means, decision.clause) for decision in game.decisions),
            *((fault.means, fault.clause) for fault in game.irregularities),
        ]
        assert [clause for means, clause in described if not means or clause not in known] == []
        assert {game.round_of_play, game.boxed, game.short} <= known.keys()
        assert {clause for clause in (game.seated, game.remains) if clause} <= known.keys()
        assert {clause for clause, _ in game.closed.values()} <= known.keys()
        assert game.basic_is


def _check(table: Table, rounds: list[Round]) -> None:
    """Every round holds, and so does the log of all."""
    for round in rounds:
        check_round(round)
    check_log(table, rounds)


def _refused(round: Round, given: Input) -> bool:
    try:
        round.do(given)
    except IllegalAction:
        return True
    return False


def _try_nonsense(round: Round, random: Random) -> None:
    """A nonsense input is done if it is allowed. Otherwise it raises a refusal and changes nothing."""
    odd = any_input(round, random)
    if round.allows(odd):
        round.do(odd)
        return
    before = snapshot(round) if random.random() < 0.1 else None
    assert _refused(round, odd)
    assert before is None or snapshot(round) == before


def _laid_face_down(round: Round) -> list[str | None]:
    return [event.card for event in round.events if isinstance(event, ev.Dealt) and event.face == "down"]
