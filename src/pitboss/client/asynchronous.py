"""The client for programs that use asyncio. ``tests/client/test_synchronous.py`` makes the other one from it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

import httpx
import msgspec

from pitboss.client.connection import AsyncConnection, Request, asking, certificates, part, read
from pitboss.client.conversation import LONGEST_DELAY, Conversation, is_shown, new_key, outcome, shown
from pitboss.client.errors import ConnectionLost, NoAnswer, Refused
from pitboss.client.live_view import LiveView
from pitboss.engine.round.asks import Offer
from pitboss.protocol import account, coaching
from pitboss.protocol import games as game_bodies
from pitboss.protocol import messages as msg
from pitboss.protocol import tables as table_bodies
from pitboss.protocol.bodies import Body, Nothing
from pitboss.protocol.statistics import LastEvening, StatisticsInfo

T = TypeVar("T")


class AsyncClient:
    """A client of a house. It keeps one connection for live play, and renews it when it is lost.

    ::

        async with AsyncClient("http://127.0.0.1:8000") as client:
            await client.guest("Ann")
            [table, *_] = await client.tables()
            live = await client.watch(table.id)
            await client.sit(table.id)
            await client.buy_in(table.id, 100_00)
            await client.wait(live, lambda live: bool(live.offers))
            seat, offer = live.offers[0]
            await client.play(table.id, offer, amount=offer.least)

    Views change whenever the event loop runs.

    ``timeout`` is how many seconds a request or a command waits for its answer. ``patience`` is how many seconds the
    client tries to connect again before it gives up.
    """

    longest_delay = LONGEST_DELAY
    """Seconds between two attempts to connect again, at most."""

    def __init__(self, server: str, *, token: str = "", timeout: float = 10.0, patience: float = 30.0) -> None:
        self.server, self.timeout, self.patience = server.rstrip("/"), timeout, patience
        self.talk = Conversation(token)
        self._http = httpx.AsyncClient(base_url=self.server, timeout=timeout, verify=certificates())
        self._connection = AsyncConnection(
            self.talk, self.server, timeout=timeout, patience=patience, longest_delay=self.longest_delay
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection. Commands without an answer raise ``ConnectionLost``."""
        await self._connection.close()
        await self._http.aclose()

    @property
    def token(self) -> str:
        """The token of the session."""
        return self.talk.token

    @property
    def connected(self) -> bool:
        """Whether there is a connection for live play on which the server has answered."""
        return self.talk.welcome is not None

    @property
    def heard(self) -> float:
        """When something last came in on the connection for live play, by ``time.perf_counter``."""
        return self._connection.heard

    # --- asked once over HTTP

    async def request(self, request: Request[T]) -> T:
        """Ask something over HTTP."""
        headers = {"Content-Type": "application/json"} if request.body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            got = await self._http.request(request.method, request.path, content=request.content, headers=headers)
        except httpx.TransportError as error:
            raise ConnectionLost(f"{self.server} does not answer: {error or type(error).__name__}") from None
        return read(request, got.status_code, got.content)

    async def _get(self, path: str, answer: type[T], **query: Any) -> T:
        return await self.request(Request("GET", asking(path, **query), answer))

    async def _post(self, path: str, answer: type[T], body: Body | None = None) -> T:
        return await self.request(Request("POST", path, answer, body))

    async def _priced(self, path: str, answer: type[T], rules: Mapping[str, Any]) -> T:
        return await self._post(path, answer, game_bodies.PricedBody(rules=dict(rules)))

    # --- sessions

    async def _sign_in(self, path: str, body: Body) -> account.Person:
        made = await self._post(path, account.SignedIn, body)
        self.talk.token = made.token
        return made.person

    async def guest(self, name: str = "") -> account.Person:
        """Become a new guest with play money."""
        return await self._sign_in("/api/guest", account.GuestBody(name=name))

    async def register(self, login: str, password: str, name: str = "") -> account.Person:
        """Register. A guest keeps their chips and their history, and gets a new session."""
        said = account.RegisterBody(login=login, password=password, name=name)
        made = await self._post("/api/register", account.SignedIn, said)
        await self._connection.write(self.talk.renewed(made.token))
        return made.person

    async def login(self, login: str, password: str) -> account.Person:
        """Sign in."""
        return await self._sign_in("/api/login", account.LoginBody(login=login, password=password))

    async def logout(self) -> None:
        """End the session."""
        await self._post("/api/logout", Nothing)

    async def change_password(self, old: str, new: str) -> None:
        """Change my password. All my other sessions end."""
        await self._post("/api/password", Nothing, account.PasswordBody(old=old, new=new))

    async def use_code(self, login: str, code: str, password: str) -> account.Person:
        """Choose a new password with a one-time code of an administrator, and sign in."""
        return await self._sign_in("/api/password/reset", account.CodeBody(login=login, code=code, password=password))

    # --- tables

    async def tables(self) -> list[table_bodies.TableInfo]:
        """The lobby."""
        return await self._get("/api/tables", list[table_bodies.TableInfo])

    async def table(self, id: str) -> table_bodies.TableInfo:
        """A table, with its rules."""
        return await self._get(f"/api/tables/{part(id)}", table_bodies.TableInfo)

    async def open_table(
        self,
        game: str,
        rules: Mapping[str, Any] | None = None,
        *,
        name: str = "",
        private: bool = True,
        link: str = "",
        practice: bool = False,
        coach: bool = True,
        seed: int | None = None,
        pace: float | None = None,
    ) -> table_bodies.TableInfo:
        """Open a table. With the coach, its players may ask for ``advice`` if it is private."""
        said = table_bodies.TableBody(
            game=game,
            rules=dict(rules or {}),
            name=name,
            private=private,
            link=link,
            practice=practice,
            coach=coach,
            seed=seed,
            pace=pace,
        )
        return await self._post("/api/tables", table_bodies.TableInfo, said)

    async def close_table(self, id: str) -> None:
        """Let a table close after the round."""
        await self._post(f"/api/tables/{part(id)}/close", Nothing)

    async def round(self, table: str, number: int) -> table_bodies.RoundInfo:
        """A round as I may know it, with the signed chain head."""
        return await self._get(f"/api/tables/{part(table)}/rounds/{number}", table_bodies.RoundInfo)

    async def house_key(self) -> str:
        """The public key with which the house signs chain heads (SubjectPublicKeyInfo in base64)."""
        return (await self._get("/api/key", table_bodies.HouseKey)).key

    # --- my money

    async def me(self) -> account.Me:
        """Who I am, and what the house holds for me."""
        return await self._get("/api/me", account.Me)

    async def statement(self, *, after: str = "", most: int | None = None) -> account.Statement:
        """A page of my movements of money. ``after`` is ``next`` of the page before."""
        return await self._get("/api/statement", account.Statement, after=after, most=most)

    async def pay_into_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my wallet into my game account. The same key pays once."""
        said = account.GameAccountBody(cents=cents, key=key or new_key())
        await self._post("/api/game-account", Nothing, said)

    async def cash_out_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my game account into my wallet. The same key pays once."""
        said = account.GameAccountBody(cents=cents, key=key or new_key())
        await self._post("/api/game-account/cash-out", Nothing, said)

    async def take(self) -> int:
        """Take play money, if I have too little left to play. Returns how many cents."""
        return (await self._post("/api/take", account.Taken)).cents

    # --- live play

    async def connect(self) -> msg.Welcome:
        """Connect for live play. ``watch`` and commands do it if need be.

        The first attempt counts: if it fails, ``ConnectionLost`` is raised. Later losses are mended by the client.
        """
        return await self._connection.connect()

    async def drop(self) -> None:
        """Lose the connection, as a network does. The client connects again by itself."""
        await self._connection.drop()

    async def watch(self, table: str) -> LiveView:
        """Watch a table. The view is kept up to date until ``unwatch``."""
        await self.connect()
        view, out = self.talk.watch(table)
        await self._connection.write(out)
        try:
            if not await self.wait(view, is_shown):
                raise ConnectionLost(f"{self.server} does not show table {table}")
            return view
        except Refused:
            self.talk.unwatch(table)
            raise

    async def unwatch(self, table: str) -> None:
        """Watch a table no longer."""
        await self._connection.write(self.talk.unwatch(table))

    async def wait(
        self, view: LiveView, until: Callable[[LiveView], bool] | None = None, timeout: float | None = None
    ) -> bool:
        """Wait until the view fulfils a condition; by default, until it has changed. Returns whether it did in time.

        If the server no longer shows the table, ``Refused`` is raised.
        """
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        if until is None:
            return await self._connection.changed(view.table, end) and bool(shown(view))
        return await self._connection.until(view.table, lambda: until(shown(view)), end)

    async def send(self, command: msg.Command, timeout: float | None = None) -> msg.Done:
        """Send a command and wait until it is done. Sent twice with the same key, it is done once.

        A refusal raises ``Refused``. If no answer comes in time, ``NoAnswer`` is raised.
        """
        await self.connect()
        seconds = self.timeout if timeout is None else timeout
        answers: list[msg.Done | msg.Refused] = []
        end, slot = time.monotonic() + seconds, f"key:{command.key}"

        def answered(answer: msg.Done | msg.Refused) -> None:
            answers.append(answer)
            self._connection.wake(slot)

        out = self.talk.submit(command, answered)
        try:
            await self._connection.write(out)
            if not await self._connection.until(slot, lambda: bool(answers), end):
                refused = self.talk.forget(command.key)
                if refused is None:
                    raise NoAnswer(command, seconds)
                answers.append(refused)
        finally:
            self.talk.forget(command.key)
            self._connection.forget(slot)
        return outcome(answers[0])

    async def sit(self, table: str, seat: int = 0) -> msg.Done:
        """Sit down. Default: at the first free seat."""
        return await self.send(msg.Sit(table=table, key=new_key(), seat=seat))

    async def stand(self, table: str) -> msg.Done:
        """Stand behind the seats."""
        return await self.send(msg.Stand(table=table, key=new_key()))

    async def leave(self, table: str) -> msg.Done:
        """Leave the table. Chips go back to the wallet."""
        return await self.send(msg.Leave(table=table, key=new_key()))

    async def buy_in(self, table: str, cents: int = 0, coupons: int = 0) -> msg.Done:
        """Move money from the wallet to chips, and bring coupons."""
        return await self.send(msg.BuyIn(table=table, key=new_key(), cents=cents, coupons=coupons))

    async def cash_out(self, table: str, cents: int = 0) -> msg.Done:
        """Move chips back to the wallet. Default: all."""
        return await self.send(msg.CashOut(table=table, key=new_key(), cents=cents))

    async def sit_out(self, table: str, out: bool = True) -> msg.Done:
        """Sit out the coming rounds, or play again."""
        return await self.send(msg.SitOut(table=table, key=new_key(), out=out))

    async def ready(self, table: str) -> msg.Done:
        """Say that I place no more wagers in this round."""
        round = self.talk.views[table].round if table in self.talk.views else 0
        return await self.send(msg.Ready(table=table, key=new_key(), round=round))

    async def play(
        self,
        table: str,
        offer: Offer,
        *,
        amount: int = 0,
        seat: int = 0,
        what: str | None = None,
        place: str | None = None,
        coupon: int = 0,
        by: str = "player",
    ) -> msg.Done:
        """Take an offer of the present turn. Default: at the seat where it is made, with its first name and place."""
        return await self.send(
            self.talk.play(table, offer, amount=amount, seat=seat, what=what, place=place, coupon=coupon, by=by)
        )

    # --- the coach, the drill, and rounds that are over

    async def advice(self, table: str) -> coaching.AdviceInfo:
        """The value of each choice at the question that I am asked now. The coach must be on at the table."""
        return await self._get(f"/api/tables/{part(table)}/advice", coaching.AdviceInfo)

    async def review(self, table: str, round: int) -> coaching.ReviewInfo:
        """My decisions in a round that is over, against the best ones."""
        return await self._get(f"/api/tables/{part(table)}/rounds/{round}/review", coaching.ReviewInfo)

    async def puzzle(self, game: str, rules: Mapping[str, Any] | None = None) -> coaching.PuzzleInfo:
        """The puzzle that waits for my answer, or the next one."""
        text = msgspec.json.encode(dict(rules)).decode() if rules else ""
        return await self._get(f"/api/drill/{part(game)}", coaching.PuzzleInfo, rules=text)

    async def solve(self, game: str, puzzle: str, do: str) -> coaching.GradeInfo:
        """Answer a puzzle."""
        said = coaching.SolutionBody(puzzle=puzzle, do=do)
        return await self._post(f"/api/drill/{part(game)}", coaching.GradeInfo, said)

    async def missed_puzzle(self, game: str, kind: str = "", at: str = "") -> coaching.PuzzleInfo:
        """A puzzle whose last answer was a mistake: of a kind, or made at a table (``ID``) or in a round (``ID:N``)."""
        return await self._get(f"/api/drill/{part(game)}", coaching.PuzzleInfo, missed="true", kind=kind, at=at)

    async def file_mistakes(self, game: str, table: str, round: int, numbers: Iterable[int]) -> coaching.MistakesInfo:
        """Put my mistakes in a round among the puzzles that I missed, by their numbers in its review."""
        mistakes = tuple(coaching.MistakeBody(table=table, round=round, number=number) for number in numbers)
        said = coaching.MistakesBody(mistakes=mistakes)
        return await self._post(f"/api/drill/{part(game)}/mistakes", coaching.MistakesInfo, said)

    async def play_out(self, game: str, puzzle: str) -> coaching.PlayedOutInfo:
        """How the round of a puzzle that I have answered ends after each choice."""
        said = coaching.PuzzleBody(puzzle=puzzle)
        return await self._post(f"/api/drill/{part(game)}/play-out", coaching.PlayedOutInfo, said)

    async def progress(self, game: str) -> coaching.DrillInfo:
        """My last answers to puzzles, with my rating after each."""
        return await self._get(f"/api/drill/{part(game)}/history", coaching.DrillInfo)

    async def rounds(self, game: str = "", *, after: str = "", most: int | None = None) -> coaching.PlayedPage:
        """A page of the rounds that I played, newest first. ``after`` is ``next`` of the page before."""
        return await self._get("/api/rounds", coaching.PlayedPage, game=game, after=after, most=most)

    async def statistics(self, game: str = "", *, ahead: int = 0, review: int = 0) -> StatisticsInfo:
        """My rounds, added up, or those of one game. My clock is so many minutes ``ahead`` of UTC.

        ``review`` asks the coach for so many of the reviews that are missing, before they are added up.
        """
        return await self._get("/api/statistics", StatisticsInfo, game=game, ahead=ahead, review=review)

    async def last_evening(self, game: str = "") -> LastEvening:
        """Your last evening, or that at one game, and how lucky it was among all evenings like it."""
        return await self._get("/api/statistics/evening", LastEvening, game=game or None)

    async def story(self, table: str, round: int) -> table_bodies.Story:
        """What happened in a round as I may know it, in words."""
        return await self._get(f"/api/tables/{part(table)}/rounds/{round}/story", table_bodies.Story)

    # --- games and figures

    async def games(self) -> list[game_bodies.Game]:
        """The games of the house."""
        return await self._get("/api/games", list[game_bodies.Game])

    async def words(self, game: str) -> game_bodies.Words:
        """What a game's document says, in the project's words."""
        return await self._get(f"/api/games/{part(game)}/clauses", game_bodies.Words)

    async def pays(self, table: str) -> game_bodies.Pays:
        """What a table pays under its rules."""
        return await self._get(f"/api/tables/{part(table)}/pays", game_bodies.Pays)

    async def costs(self, table: str) -> game_bodies.Costs:
        """What each wager of a table costs on average."""
        return await self._get(f"/api/tables/{part(table)}/costs", game_bodies.Costs)

    async def options(self, game: str) -> game_bodies.Options:
        """What may be chosen in a game's rules."""
        return await self._get(f"/api/games/{part(game)}/options", game_bodies.Options)

    async def defects(self, game: str, rules: Mapping[str, Any]) -> game_bodies.Defects:
        """All that a game's document does not permit in these rules. Nothing is priced."""
        return await self._priced(f"/api/games/{part(game)}/defects", game_bodies.Defects, rules)

    async def rules_file(self, text: str, game: str = "") -> game_bodies.RulesFile:
        """The options in a rules file (TOML), checked by the house. ``game`` is used if the file names none."""
        said = game_bodies.RulesFileBody(text=text, game=game)
        return await self._post("/api/rules-file", game_bodies.RulesFile, said)

    async def keeps(self, game: str) -> game_bodies.Keeps:
        """What the house keeps at a game on average."""
        return await self._get(f"/api/games/{part(game)}/keeps", game_bodies.Keeps)

    async def odds(self, game: str, rules: Mapping[str, Any] | None = None) -> game_bodies.Odds:
        """The exact odds of every wager. Default: under the document's rules. The first answer may take a minute."""
        if not rules:
            return await self._get(f"/api/games/{part(game)}/odds", game_bodies.Odds)
        return await self._priced(f"/api/games/{part(game)}/odds", game_bodies.Odds, rules)

    async def changes(self, game: str, rules: Mapping[str, Any]) -> game_bodies.Changes:
        """The decisions that change under these rules. The first answer may take a minute."""
        return await self._priced(f"/api/games/{part(game)}/changes", game_bodies.Changes, rules)

    async def strategy(self, game: str, rules: Mapping[str, Any] | None = None) -> game_bodies.Strategy:
        """The strategy under these rules, short and whole. The first answer may take a minute."""
        return await self._priced(f"/api/games/{part(game)}/strategy", game_bodies.Strategy, rules or {})

    async def evening(
        self, game: str, bet: int, bankroll: int, rounds: int, rules: Mapping[str, Any] | None = None
    ) -> game_bodies.Evening:
        """How an evening ends with this bankroll, this base wager (both in cents) and best play."""
        said = game_bodies.EveningBody(bet=bet, bankroll=bankroll, rounds=rounds, rules=dict(rules or {}))
        return await self._post(f"/api/games/{part(game)}/evening", game_bodies.Evening, said)

    async def example(self, game: str, seed: int = 0) -> game_bodies.Example:
        """One hand, dealt and played by the engine."""
        return await self._get(f"/api/games/{part(game)}/example", game_bodies.Example, seed=seed or None)

    # --- staff, whose roles the house checks: people

    async def become_administrator(self, token: str) -> account.Person:
        """Become the first administrator with the token that the house printed."""
        return (await self._post("/api/administrator", account.OnePerson, account.TokenBody(token=token))).person

    async def people(
        self, name: str = "", role: str = "", *, after: str = "", most: int | None = None
    ) -> account.People:
        """A page of people, by a part of the name or by role. ``after`` is ``next`` of the page before."""
        return await self._get("/api/people", account.People, name=name, role=role, after=after, most=most)

    async def person(self, id: str) -> account.WholeAccount:
        """A person's account, with their money."""
        return await self._get(f"/api/people/{part(id)}", account.WholeAccount)

    async def statement_of(self, person: str, *, after: str = "", most: int | None = None) -> account.Statement:
        """A page of a person's movements of money. ``after`` is ``next`` of the page before."""
        return await self._get(f"/api/people/{part(person)}/statement", account.Statement, after=after, most=most)

    async def disable(self, person: str) -> account.Account:
        """Close an account. Its sessions end, and its money stays."""
        return (await self._post(f"/api/people/{part(person)}/disable", account.OneAccount)).person

    async def enable(self, person: str) -> account.Account:
        """Open a disabled account again."""
        return (await self._post(f"/api/people/{part(person)}/enable", account.OneAccount)).person

    async def reset_password(self, person: str) -> account.Code:
        """End a person's password. They choose a new one with the code."""
        return await self._post(f"/api/people/{part(person)}/password", account.Code)

    async def sign_out(self, person: str) -> None:
        """End all sessions of a person."""
        await self._post(f"/api/people/{part(person)}/sign-out", Nothing)

    async def change_roles(
        self, person: str, grant: Sequence[str] = (), withdraw: Sequence[str] = ()
    ) -> account.Person:
        """Grant and withdraw roles."""
        said = account.RolesBody(grant=tuple(grant), withdraw=tuple(withdraw))
        return (await self._post(f"/api/people/{part(person)}/roles", account.OnePerson, said)).person

    async def issue(self, person: str, cents: int, coupons: int = 0, *, key: str = "") -> None:
        """Issue play money and coupons. The same key issues once."""
        said = account.IssueBody(cents=cents, coupons=coupons, key=key or new_key())
        await self._post(f"/api/people/{part(person)}/issue", Nothing, said)

    async def journal(self, *, after: int = 0, most: int | None = None) -> account.StaffActs:
        """A page of the staff journal, from the first act. ``after`` is ``next`` of the page before."""
        return await self._get("/api/staff", account.StaffActs, after=after or None, most=most)

    # --- staff: tables

    async def hold(self) -> table_bodies.Hold:
        """What the house won of every wager and at every table: handle, drop and hold. It may take a while."""
        return await self._get("/api/floor/hold", table_bodies.Hold)

    async def deal_at(self, table: str) -> None:
        """Deal at a table myself, from the next question on."""
        await self._post(f"/api/tables/{part(table)}/dealer", Nothing)

    async def answer_call(self, table: str, person: str) -> None:
        """Say that you have seen a player's call of the floor."""
        await self._post(f"/api/tables/{part(table)}/calls/{part(person)}", Nothing)

    async def stop_dealing(self, table: str) -> None:
        """Deal no more, or send the dealer of a table away. The automatic dealer goes on."""
        await self.request(Request("DELETE", f"/api/tables/{part(table)}/dealer", Nothing))

    async def change_rules(self, table: str, rules: Mapping[str, Any]) -> None:
        """Announce other rules, which come into force before the next round or shoe. Left-out options get defaults."""
        await self._post(f"/api/tables/{part(table)}/rules", Nothing, table_bodies.RulesBody(rules=dict(rules)))

    async def validate_above(self, table: str, cents: int | None) -> None:
        """Let a person validate payouts above so many cents at a table. None: no payout needs it."""
        said = table_bodies.StaffingBody(validate_above=cents)
        await self._post(f"/api/tables/{part(table)}/staffing", Nothing, said)

    async def restart_table(self, table: str) -> None:
        """Bring back a table that an error has stopped."""
        await self._post(f"/api/tables/{part(table)}/restart", Nothing)

    async def fill(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of the house to a table inventory. The same key moves it once."""
        said = table_bodies.InventoryBody(cents=cents, key=key or new_key())
        await self._post(f"/api/tables/{part(table)}/fill", Nothing, said)

    async def credit(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of a table inventory back to the house. The same key moves it once."""
        said = table_bodies.InventoryBody(cents=cents, key=key or new_key())
        await self._post(f"/api/tables/{part(table)}/credit", Nothing, said)

    async def count(self, table: str, cents: int, kind: table_bodies.CountKind = "") -> table_bodies.Counted:
        """Compare what was counted in a table inventory with the books."""
        said = table_bodies.CountBody(cents=cents, kind=kind)
        return await self._post(f"/api/tables/{part(table)}/count", table_bodies.Counted, said)

    async def inventory(self, table: str) -> table_bodies.Inventory:
        """A table inventory with its counts, fills and credits."""
        return await self._get(f"/api/tables/{part(table)}/inventory", table_bodies.Inventory)

    async def table_statement(self, table: str, *, after: str = "", most: int | None = None) -> account.Statement:
        """A page of a table's movements of money. ``after`` is ``next`` of the page before."""
        return await self._get(f"/api/tables/{part(table)}/statement", account.Statement, after=after, most=most)
