"""The players of the house at the tables of a process: they come, play, and give up their seats.

They sit at public tables while somebody looks at the lobby or at the table, so a house that nobody looks at stores
nothing. Each person who sits down takes the place of one, and whoever wants the seat of one gets it when the round is
over. They give the commands that people give, and the table checks those in the same way. So everything that they do
is stored before anybody is told, and after a crash they go on where they were: who they are follows from the table.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, select

from pitboss.basics.money import UNITS
from pitboss.coach.answering import Advice
from pitboss.coach.drill import needed
from pitboss.engine.auto.policy import Turn
from pitboss.engine.round.inputs import Input
from pitboss.engine.rules import to_builtins
from pitboss.house.authorize import is_at
from pitboss.house.people.house_players import HousePlayer, Skill, is_house_player
from pitboss.house.process import logs
from pitboss.house.process.coach import Coach
from pitboss.house.settings import PlayersSettings
from pitboss.house.storage import schema
from pitboss.house.storage.database import upsert
from pitboss.house.tables import house_moves as moves
from pitboss.house.tables.conductor import BETTING
from pitboss.house.tables.running_table import RunningTable
from pitboss.protocol import messages as msg

LOOK_S = 0.5
"""How often players of the house come, or go since nobody looks, in seconds."""
LINGER_MS = 15_000
"""How long somebody is taken to look on after they were last seen. A page asks for the lobby every 5 seconds."""
KEPT_MS = 60_000
"""How long a seat that a person wants is kept from players of the house."""
BUSY_MS = 5
"""When to look again while a table waits for the database."""
AGAIN_MS = 1000
"""When to try again after a refusal."""
FAULT_MS = 30_000
"""How long they do nothing at a table after an error of ours. Clocks run out for them, as for anybody."""
ROLES = ("player",)


REMEMBERED = "house players"
"""The setting in the database of a house that was made with them."""


def as_remembered(connection: Connection, given: PlayersSettings) -> PlayersSettings:
    """What these settings mean for the house of a database. They are for a new one only."""
    if not any(connection.execute(select(one).limit(1)).first() for one in (schema.game_table, schema.person)):
        new = upsert(connection)(schema.setting).values(name=REMEMBERED, value=str(given.at_table))
        connection.execute(new.on_conflict_do_nothing())
    stored = connection.execute(select(schema.setting.c.value).where(schema.setting.c.name == REMEMBERED)).scalar()
    return msgspec.structs.replace(given, at_table=int(stored or 0), if_new=False)


class PlayersOwner(Protocol):
    """What they ask of the house."""

    tables: dict[str, RunningTable]
    coach: Coach

    @staticmethod
    def now() -> int:
        """Milliseconds since 1970."""


class Mind:
    """What one of them is about to do."""

    def __init__(self, who: HousePlayer) -> None:
        self.who = who
        self.about: tuple[object, ...] = ()
        """The situation in which the player thinks. In another one they think anew."""
        self.due = 0
        """When the player acts."""
        self.waits = False
        """Whether a command is not answered yet."""
        self.advice: asyncio.Task[str] | None = None

    def think(self, about: tuple[object, ...], due: Callable[[], int]) -> bool:
        """Think about a situation. Returns whether it is a new one."""
        if self.about == about:
            return False
        self.forget()
        self.about, self.due = about, due()
        return True

    def forget(self) -> None:
        self.about, self.due = (), 0
        if self.advice is not None:
            self.advice.cancel()
            self.advice = None


class AtTable:
    """The players of the house at one table."""

    def __init__(self, table: RunningTable) -> None:
        self.table = table
        self.minds: dict[str, Mind] = {}
        self.seen = 0
        """When somebody last looked at the table."""
        self.comes: int | None = None
        """When the next player comes."""
        self.leaving: set[str] = set()
        """Those who leave as soon as they may."""
        self.kept: dict[int, int] = {}
        """Seats that people want, and until when they are kept."""
        self.timer: asyncio.TimerHandle | None = None
        self.rests = 0
        """Until when they do nothing, since an error has happened."""

    @property
    def seated(self) -> list[str]:
        """The players of the house, in the order in which they came."""
        return [player for _, player in self.table.live.table.seats if is_house_player(player)]

    @property
    def people(self) -> int:
        return sum(not is_house_player(player) for _, player in self.table.live.table.seats)

    def end(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        for mind in self.minds.values():
            mind.forget()


class HousePlayers:
    """Plays for all of them. Its methods run in the event loop's thread.

    ``random`` makes what they do repeatable. The house calls ``look`` now and then, ``at_rest`` when a table waits for
    somebody, ``round_over`` and ``make_room``.
    """

    def __init__(self, house: PlayersOwner, settings: PlayersSettings, random: Random | None = None) -> None:
        self.house, self.settings, self.random = house, settings, random or Random()
        self._at: dict[str, AtTable] = {}
        self._lobby_seen = -LINGER_MS

    def note_lobby(self) -> None:
        """Somebody looks at the lobby."""
        self._lobby_seen = self.house.now()

    async def look(self) -> None:
        """Let players come, and go where nobody looks or people sit."""
        tables = self.house.tables
        for id in [id for id, at in self._at.items() if tables.get(id) is not at.table]:
            self._at.pop(id).end()
        for table in list(tables.values()):
            self._guarded(table, self._look)

    def at_rest(self, table: RunningTable) -> None:
        """A table waits for somebody: perhaps for a player of the house."""
        self._guarded(table, self._play)

    def round_over(self, table: RunningTable) -> None:
        """A round is over. Who is to leave does so before the next one."""
        self._guarded(table, self._leave)

    def make_room(self, table: RunningTable, person: str, seat: int) -> str:
        """Let a player of the house give up a seat that a person wants; 0 stands for any.

        Returns why the seat is not free yet. Empty if no player of the house is in the way.
        """
        live = table.live.table
        if is_house_player(person) or is_at(live, person):
            return ""
        held = {number: player for number, player in live.seats if number}
        if not seat:
            ours = [number for number, player in held.items() if is_house_player(player)]
            if len(held) < live.rules.positions or not ours:
                return ""
            seat = ours[-1]
        if not is_house_player(held.get(seat, "")):
            return ""
        at, name = self.at(table), live.names[held[seat]]
        at.leaving.add(held[seat])
        at.kept[seat] = self.house.now() + KEPT_MS
        self._guarded(table, self._leave)
        if live.round is None or live.round.over:
            return ""
        return f"{name} gives up seat {seat} for you: sit down when this round is over"

    def money_at(self, table: RunningTable) -> int:
        """The cents of players of the house at a table: their chips, and their wagers on the layout."""
        live = table.live
        seated = [player for _, player in live.table.seats if is_house_player(player)]
        return sum(live.chips_told(player) // UNITS + live.staked_told(player) for player in seated)

    def close(self) -> None:
        """Do nothing more."""
        for at in self._at.values():
            at.end()
        self._at.clear()

    # --- who sits where

    def at(self, table: RunningTable) -> AtTable:
        """What they do at a table."""
        at = self._at.get(table.id)
        if at is None or at.table is not table:
            if at is not None:
                at.end()
            at = self._at[table.id] = AtTable(table)
        return at

    def _guarded(self, table: RunningTable, work: Callable[[AtTable], None]) -> None:
        """Do something at a table. An error of ours must not stop a table at which people play."""
        if self.house.tables.get(table.id) is not table or not self._concerns(table):
            return
        at = self.at(table)
        if self.house.now() < at.rests:
            return
        try:
            work(at)
        except Exception as error:
            logs.error("the players of the house failed", error, table=table.id)
            at.rests = self.house.now() + FAULT_MS

    def _concerns(self, table: RunningTable) -> bool:
        """Whether players of the house sit at a table, or may come."""
        return bool(self.settings.at_table or table.id in self._at) or any(
            is_house_player(player) for _, player in table.live.table.seats
        )

    def _wanted(self, at: AtTable) -> int:
        """How many may sit at a table now."""
        table, settings = at.table, at.table.live.settings
        if table.state != "open" or settings.private or settings.practice:
            return 0
        if not self.settings.at_meters:
            terms = table.live.table.terms.values()
            if any(one.linked for one in terms) or (terms and at.people):  # a hand of one pays others at some meters
                return 0
        if max(at.seen, self._lobby_seen) + LINGER_MS <= self.house.now():
            return 0
        return max(0, min(self.settings.at_table, table.live.table.rules.positions - 1) - at.people)

    def _look(self, at: AtTable) -> None:
        now, table = self.house.now(), at.table
        if table.live.viewers.people:
            at.seen = now
        if table.why:
            return
        at.kept = {seat: until for seat, until in at.kept.items() if until > now}
        if self._let_go(at) > 0:
            self._come(at, now)
        else:
            at.comes = None
        self._play(at)

    def _let_go(self, at: AtTable) -> int:
        """Decide who is to leave. Returns how many more may come."""
        wanted, seated = self._wanted(at), at.seated
        at.leaving &= set(seated)
        staying = [one for one in seated if one not in at.leaving]
        at.leaving.update(staying[wanted:])
        return wanted - len(staying)

    def _come(self, at: AtTable, now: int) -> None:
        """Let a player come, when it is time."""
        live, seated = at.table.live, {player for _, player in at.table.live.table.seats}
        who = next(one for one in (HousePlayer.at(live.id, n) for n in count(1)) if one.id not in seated)
        if at.comes is None:
            at.comes = now + moves.COMES.ms(at.table.conductor.pace, who.tempo, self.random)
        asking = live.table.round.asking if live.table.round is not None else None
        if now < at.comes or (at.people and asking is not None and asking.about == BETTING):
            return  # a newcomer would make people wait longer for the cards
        taken = {seat for seat, _ in live.table.seats} | at.kept.keys()
        if live.table.round is not None and not live.table.round.over:
            taken |= {seat for seat, _ in live.table.round.seats}
        free = [seat for seat in range(1, live.table.rules.positions + 1) if seat not in taken]
        if not free:
            return
        mind = at.minds[who.id] = Mind(who)
        self._command(at, mind, msg.Sit(table=live.id, key=_key(), seat=self.random.choice(free)))
        at.comes = None

    def _leave(self, at: AtTable) -> None:
        """Let those leave who are to, as far as they may now."""
        live = at.table.live
        if at.table.why or live.held:
            return
        round = live.table.round
        for player in [one for one in at.seated if one in at.leaving]:
            staked = round is not None and not round.over and any(stake[1] == player for stake in round.layout.stakes)
            betting = round is None or round.over or (round.asking is not None and round.asking.about == BETTING)
            leave = msg.Leave(table=live.id, key=_key())
            if not staked and betting and self._command(at, self._mind(at, player), leave):
                at.leaving.discard(player)

    def _mind(self, at: AtTable, player: str) -> Mind:
        if player not in at.minds:  # it sat there before a restart
            number = int(player.rpartition("-")[2])
            at.minds[player] = Mind(HousePlayer.at(at.table.id, number))
        return at.minds[player]

    # --- play

    def _play(self, at: AtTable) -> None:
        """Let each of them do what is due, and look again when the next is."""
        if at.table.why or at.table.live.held:  # it looks again when the cards are dealt
            return
        seated = at.seated
        for player in at.minds.keys() - seated:
            if not at.minds[player].waits:
                at.minds.pop(player).forget()
        if not seated:
            return
        self._let_go(at)
        self._leave(at)
        if at.table.live.is_busy:  # they go on from what is stored, so they are never faster than the disk
            self._wake(at, BUSY_MS)
            return
        now, times = self.house.now(), list[int]()
        for player in at.seated:
            mind = self._mind(at, player)
            if mind.waits:
                continue
            self._think(at, mind, now)
            if not mind.about:
                continue
            if mind.due > now:
                times.append(mind.due)
            elif self._act(at, mind):
                return  # the table looks at what it has now, and rests again
        if times:
            self._wake(at, min(times) - now)

    def _wake(self, at: AtTable, ms: int) -> None:
        if at.timer is not None:
            at.timer.cancel()
        at.timer = asyncio.get_running_loop().call_later(ms / 1000, self._guarded, at.table, self._play)

    def _think(self, at: AtTable, mind: Mind, now: int) -> None:
        """Notice what the player is to do, and decide when."""
        table, who = at.table, mind.who
        round, ready = table.live.table.round, who.id in table.conductor.timers.ready

        def after(share: moves.Share) -> Callable[[], int]:
            return lambda: now + share.ms(table.conductor.pace, who.tempo, self.random)

        if round is None or round.over:
            number = table.live.round_number
            if self._lacks_chips(at, mind):
                mind.think(("buy in", number), after(moves.BUYS_IN))
            elif ready:
                mind.forget()
            else:
                mind.think(("next", number), after(moves.LOOKS_ON))
                if at.people and self._people_are_ready(at):
                    mind.due = now
            return
        turn = self._turn(at, mind)
        if turn is None:
            mind.forget()
        elif turn.about == BETTING:
            staked = sum(stake[1] == who.id for stake in round.layout.stakes)
            if not staked and self._lacks_chips(at, mind):
                mind.think(("buy in", round.number), after(moves.BUYS_IN))
            elif who.id in at.leaving and moves.take_back(turn):
                mind.think(("bet", round.number, -staked), lambda: now)
            elif ready:
                mind.forget()
            else:
                mind.think(("bet", round.number, staked), after(moves.NEXT_BET if staked else moves.FIRST_BET))
                if at.people and self._people_are_ready(at):  # they wait for nobody else
                    mind.due = min(mind.due, after(moves.NEXT_BET)())
        elif any(not one.why_not and not one.optional for one in turn.offers):
            assert round.asking is not None
            if mind.think(("decide", round.number, round.asking.turn), after(moves.DECIDES)):
                self._ask_coach(at, mind, turn)
        else:
            mind.forget()

    def _turn(self, at: AtTable, mind: Mind) -> Turn | None:
        round = at.table.live.table.round
        if round is None:
            return None
        chips = at.table.live.till.chips(mind.who.id) // UNITS
        return moves.turn_of(round, mind.who.id, chips, self.random)

    def _lacks_chips(self, at: AtTable, mind: Mind) -> bool:
        least = at.table.live.table.rules.table_minimum
        return at.table.live.till.chips(mind.who.id) // UNITS < moves.ENOUGH * least

    def _people_are_ready(self, at: AtTable) -> bool:
        """Whether nobody but players of the house makes the next round wait."""
        live = at.table.live
        here = live.viewers.people - live.out
        wait = {player for _, player in live.table.seats if player in here} - at.table.conductor.timers.ready
        return not wait

    def _act(self, at: AtTable, mind: Mind) -> bool:
        """Do what is due. Returns whether the table has something new."""
        live, what = at.table.live, mind.about[0]
        number = live.round_number
        if what == "buy in":
            cents = moves.BUYS * live.table.rules.table_minimum
            cents -= cents % live.table.rules.chip
            return self._command(at, mind, msg.BuyIn(table=live.id, key=_key(), cents=cents))
        if what == "next":
            return self._command(at, mind, msg.Ready(table=live.id, key=_key(), round=number))
        turn = self._turn(at, mind)
        if turn is None:
            return False
        if what == "bet":
            given = moves.take_back(turn) if mind.who.id in at.leaving else moves.bet(turn)
            ready = msg.Ready(table=live.id, key=_key(), round=number)
            return self._command(at, mind, ready if given is None else _play(at.table, turn, given))
        if mind.advice is not None and not mind.advice.done():
            limit = moves.DECIDES.ms(at.table.conductor.pace, mind.who.tempo, self.random)
            if self.house.now() < mind.due + limit:  # the coach has as long again
                mind.advice.add_done_callback(lambda _: self.at_rest(at.table))
                self._wake(at, limit)
                return False
        given = moves.decision(turn, mind.who, _told(mind.advice))
        return given is not None and self._command(at, mind, _play(at.table, turn, given))

    def _command(self, at: AtTable, mind: Mind, command: msg.Command) -> bool:
        """Give a command, as a connection of a person does. Returns whether it was not refused at once."""
        about, refused = mind.about, False

        def reply(answer: msg.Done | msg.Refused) -> None:
            nonlocal refused
            mind.waits, refused = False, isinstance(answer, msg.Refused)
            if refused and mind.about == about:
                mind.due = self.house.now() + AGAIN_MS
            loop.call_soon(self.at_rest, at.table)

        loop = asyncio.get_running_loop()
        mind.waits = True
        at.table.command(_Actor(mind.who), command, reply)
        return not refused

    def _ask_coach(self, at: AtTable, mind: Mind, turn: Turn) -> None:
        """Ask for the best choice, if this player would. The coach's process is not started for that."""
        coach, party, table = self.house.coach, turn.party, at.table.live.table
        if mind.who.skill is not Skill.EXPERT or coach.worker.pid is None or table.round is None:
            return
        viewer = table.round.viewer(party)
        asked = Advice(
            game=table.game.name,
            rules=to_builtins(table.rules),
            viewer=viewer,
            player=party.player,
            events=needed(turn.view.events),
            about=turn.about,
            seats=((party.seat, tuple(turn.offers)),),
            chips=at.table.live.till.chips(party.player) // UNITS,
        )
        mind.advice = asyncio.create_task(_best(coach, asked))


class _Actor:
    """A player of the house, as a table hears them."""

    roles: tuple[str, ...] = ROLES

    def __init__(self, who: HousePlayer) -> None:
        self.person, self.name = who.id, who.name


async def _best(coach: Coach, asked: Advice) -> str:
    """The choice that the coach calls best. Empty if it has no answer."""
    try:
        found: list[Mapping[str, Any]] = await coach.ask(asked, asked.player, behind=True)
    except Exception:  # it is busy, has no price, or stops: the player decides by the simple rule
        return ""
    return next((choice["do"] for one in found for choice in one["choices"] if choice["best"]), "")


def _told(advice: asyncio.Task[str] | None) -> str:
    return advice.result() if advice is not None and advice.done() and not advice.cancelled() else ""


def _key() -> str:
    return secrets.token_hex(8)


def _play(table: RunningTable, turn: Turn, given: Input) -> msg.Play:
    """The command that gives an input to the round."""
    fields = msgspec.structs.asdict(given)
    names = ("seat", "wager", "hand", "amount", "what", "place", "coupon")
    said = {name: fields[name] for name in names if name in fields}
    asking = turn.round.asking
    assert asking is not None
    return msg.Play(
        table=table.id, key=_key(), round=table.live.round_number, turn=asking.turn, do=given.do, by=given.by, **said
    )
