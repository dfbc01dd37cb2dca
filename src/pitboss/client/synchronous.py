# Made from asynchronous.py. Change that file, then run: python tests/client/test_synchronous.py
"""The client for programs without asyncio. Use one from one thread at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

import httpx
import msgspec

from pitboss.client.connection import Connection, Request, asking, certificates, part, read
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


class Client:
    """A client of a house. It keeps one connection for live play, and renews it when it is lost.

    ::

        with Client("http://127.0.0.1:8000") as client:
            client.guest("Ann")
            [table, *_] = client.tables()
            live = client.watch(table.id)
            client.sit(table.id)
            client.buy_in(table.id, 100_00)
            client.wait(live, lambda live: bool(live.offers))
            seat, offer = live.offers[0]
            client.play(table.id, offer, amount=offer.least)

    Views change only while a method of the client runs: ``wait`` lets them catch up.

    ``timeout`` is how many seconds a request or a command waits for its answer. ``patience`` is how many seconds the
    client tries to connect again before it gives up.
    """

    longest_delay = LONGEST_DELAY
    """Seconds between two attempts to connect again, at most."""

    def __init__(self, server: str, *, token: str = "", timeout: float = 10.0, patience: float = 30.0) -> None:
        self.server, self.timeout, self.patience = server.rstrip("/"), timeout, patience
        self.talk = Conversation(token)
        self._http = httpx.Client(base_url=self.server, timeout=timeout, verify=certificates())
        self._connection = Connection(
            self.talk, self.server, timeout=timeout, patience=patience, longest_delay=self.longest_delay
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection."""
        self._connection.close()
        self._http.close()

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

    def request(self, request: Request[T]) -> T:
        """Ask something over HTTP."""
        headers = {"Content-Type": "application/json"} if request.body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            got = self._http.request(request.method, request.path, content=request.content, headers=headers)
        except httpx.TransportError as error:
            raise ConnectionLost(f"{self.server} does not answer: {error or type(error).__name__}") from None
        return read(request, got.status_code, got.content)

    def _get(self, path: str, answer: type[T], **query: Any) -> T:
        return self.request(Request("GET", asking(path, **query), answer))

    def _post(self, path: str, answer: type[T], body: Body | None = None) -> T:
        return self.request(Request("POST", path, answer, body))

    def _priced(self, path: str, answer: type[T], rules: Mapping[str, Any]) -> T:
        return self._post(path, answer, game_bodies.PricedBody(rules=dict(rules)))

    # --- sessions

    def _sign_in(self, path: str, body: Body) -> account.Person:
        made = self._post(path, account.SignedIn, body)
        self.talk.token = made.token
        return made.person

    def guest(self, name: str = "") -> account.Person:
        """Become a new guest with play money."""
        return self._sign_in("/api/guest", account.GuestBody(name=name))

    def register(self, login: str, password: str, name: str = "") -> account.Person:
        """Register. A guest keeps their chips and their history, and gets a new session."""
        said = account.RegisterBody(login=login, password=password, name=name)
        made = self._post("/api/register", account.SignedIn, said)
        self._connection.write(self.talk.renewed(made.token))
        return made.person

    def login(self, login: str, password: str) -> account.Person:
        """Sign in."""
        return self._sign_in("/api/login", account.LoginBody(login=login, password=password))

    def logout(self) -> None:
        """End the session."""
        self._post("/api/logout", Nothing)

    def change_password(self, old: str, new: str) -> None:
        """Change my password. All my other sessions end."""
        self._post("/api/password", Nothing, account.PasswordBody(old=old, new=new))

    def use_code(self, login: str, code: str, password: str) -> account.Person:
        """Choose a new password with a one-time code of an administrator, and sign in."""
        return self._sign_in("/api/password/reset", account.CodeBody(login=login, code=code, password=password))

    # --- tables

    def tables(self) -> list[table_bodies.TableInfo]:
        """The lobby."""
        return self._get("/api/tables", list[table_bodies.TableInfo])

    def table(self, id: str) -> table_bodies.TableInfo:
        """A table, with its rules."""
        return self._get(f"/api/tables/{part(id)}", table_bodies.TableInfo)

    def open_table(
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
        return self._post("/api/tables", table_bodies.TableInfo, said)

    def close_table(self, id: str) -> None:
        """Let a table close after the round."""
        self._post(f"/api/tables/{part(id)}/close", Nothing)

    def round(self, table: str, number: int) -> table_bodies.RoundInfo:
        """A round as I may know it, with the signed chain head."""
        return self._get(f"/api/tables/{part(table)}/rounds/{number}", table_bodies.RoundInfo)

    def house_key(self) -> str:
        """The public key with which the house signs chain heads (SubjectPublicKeyInfo in base64)."""
        return self._get("/api/key", table_bodies.HouseKey).key

    # --- my money

    def me(self) -> account.Me:
        """Who I am, and what the house holds for me."""
        return self._get("/api/me", account.Me)

    def statement(self, *, after: str = "", most: int | None = None) -> account.Statement:
        """A page of my movements of money. ``after`` is ``next`` of the page before."""
        return self._get("/api/statement", account.Statement, after=after, most=most)

    def pay_into_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my wallet into my game account. The same key pays once."""
        said = account.GameAccountBody(cents=cents, key=key or new_key())
        self._post("/api/game-account", Nothing, said)

    def cash_out_game_account(self, cents: int, *, key: str = "") -> None:
        """Pay from my game account into my wallet. The same key pays once."""
        said = account.GameAccountBody(cents=cents, key=key or new_key())
        self._post("/api/game-account/cash-out", Nothing, said)

    def take(self) -> int:
        """Take play money, if I have too little left to play. Returns how many cents."""
        return self._post("/api/take", account.Taken).cents

    # --- live play

    def connect(self) -> msg.Welcome:
        """Connect for live play. ``watch`` and commands do it if need be.

        The first attempt counts: if it fails, ``ConnectionLost`` is raised. Later losses are mended by the client.
        """
        return self._connection.connect()

    def drop(self) -> None:
        """Lose the connection, as a network does. The client connects again by itself."""
        self._connection.drop()

    def watch(self, table: str) -> LiveView:
        """Watch a table. The view is kept up to date until ``unwatch``."""
        self.connect()
        view, out = self.talk.watch(table)
        self._connection.write(out)
        try:
            if not self.wait(view, is_shown):
                raise ConnectionLost(f"{self.server} does not show table {table}")
            return view
        except Refused:
            self.talk.unwatch(table)
            raise

    def unwatch(self, table: str) -> None:
        """Watch a table no longer."""
        self._connection.write(self.talk.unwatch(table))

    def wait(
        self, view: LiveView, until: Callable[[LiveView], bool] | None = None, timeout: float | None = None
    ) -> bool:
        """Wait until the view fulfils a condition; by default, until it has changed. Returns whether it did in time.

        If the server no longer shows the table, ``Refused`` is raised.
        """
        end = time.monotonic() + (self.timeout if timeout is None else timeout)
        if until is None:
            return self._connection.changed(view.table, end) and bool(shown(view))
        return self._connection.until(view.table, lambda: until(shown(view)), end)

    def send(self, command: msg.Command, timeout: float | None = None) -> msg.Done:
        """Send a command and wait until it is done. Sent twice with the same key, it is done once.

        A refusal raises ``Refused``. If no answer comes in time, ``NoAnswer`` is raised.
        """
        self.connect()
        seconds = self.timeout if timeout is None else timeout
        answers: list[msg.Done | msg.Refused] = []
        end, slot = time.monotonic() + seconds, f"key:{command.key}"

        def answered(answer: msg.Done | msg.Refused) -> None:
            answers.append(answer)
            self._connection.wake(slot)

        out = self.talk.submit(command, answered)
        try:
            self._connection.write(out)
            if not self._connection.until(slot, lambda: bool(answers), end):
                refused = self.talk.forget(command.key)
                if refused is None:
                    raise NoAnswer(command, seconds)
                answers.append(refused)
        finally:
            self.talk.forget(command.key)
            self._connection.forget(slot)
        return outcome(answers[0])

    def sit(self, table: str, seat: int = 0) -> msg.Done:
        """Sit down. Default: at the first free seat."""
        return self.send(msg.Sit(table=table, key=new_key(), seat=seat))

    def stand(self, table: str) -> msg.Done:
        """Stand behind the seats."""
        return self.send(msg.Stand(table=table, key=new_key()))

    def leave(self, table: str) -> msg.Done:
        """Leave the table. Chips go back to the wallet."""
        return self.send(msg.Leave(table=table, key=new_key()))

    def buy_in(self, table: str, cents: int = 0, coupons: int = 0) -> msg.Done:
        """Move money from the wallet to chips, and bring coupons."""
        return self.send(msg.BuyIn(table=table, key=new_key(), cents=cents, coupons=coupons))

    def cash_out(self, table: str, cents: int = 0) -> msg.Done:
        """Move chips back to the wallet. Default: all."""
        return self.send(msg.CashOut(table=table, key=new_key(), cents=cents))

    def sit_out(self, table: str, out: bool = True) -> msg.Done:
        """Sit out the coming rounds, or play again."""
        return self.send(msg.SitOut(table=table, key=new_key(), out=out))

    def ready(self, table: str) -> msg.Done:
        """Say that I place no more wagers in this round."""
        round = self.talk.views[table].round if table in self.talk.views else 0
        return self.send(msg.Ready(table=table, key=new_key(), round=round))

    def play(
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
        return self.send(
            self.talk.play(table, offer, amount=amount, seat=seat, what=what, place=place, coupon=coupon, by=by)
        )

    # --- the coach, the drill, and rounds that are over

    def advice(self, table: str) -> coaching.AdviceInfo:
        """The value of each choice at the question that I am asked now. The coach must be on at the table."""
        return self._get(f"/api/tables/{part(table)}/advice", coaching.AdviceInfo)

    def review(self, table: str, round: int) -> coaching.ReviewInfo:
        """My decisions in a round that is over, against the best ones."""
        return self._get(f"/api/tables/{part(table)}/rounds/{round}/review", coaching.ReviewInfo)

    def puzzle(self, game: str, rules: Mapping[str, Any] | None = None) -> coaching.PuzzleInfo:
        """The puzzle that waits for my answer, or the next one."""
        text = msgspec.json.encode(dict(rules)).decode() if rules else ""
        return self._get(f"/api/drill/{part(game)}", coaching.PuzzleInfo, rules=text)

    def solve(self, game: str, puzzle: str, do: str) -> coaching.GradeInfo:
        """Answer a puzzle."""
        said = coaching.SolutionBody(puzzle=puzzle, do=do)
        return self._post(f"/api/drill/{part(game)}", coaching.GradeInfo, said)

    def missed_puzzle(self, game: str, kind: str = "", at: str = "") -> coaching.PuzzleInfo:
        """A puzzle whose last answer was a mistake: of a kind, or made at a table (``ID``) or in a round (``ID:N``)."""
        return self._get(f"/api/drill/{part(game)}", coaching.PuzzleInfo, missed="true", kind=kind, at=at)

    def file_mistakes(self, game: str, table: str, round: int, numbers: Iterable[int]) -> coaching.MistakesInfo:
        """Put my mistakes in a round among the puzzles that I missed, by their numbers in its review."""
        mistakes = tuple(coaching.MistakeBody(table=table, round=round, number=number) for number in numbers)
        said = coaching.MistakesBody(mistakes=mistakes)
        return self._post(f"/api/drill/{part(game)}/mistakes", coaching.MistakesInfo, said)

    def play_out(self, game: str, puzzle: str) -> coaching.PlayedOutInfo:
        """How the round of a puzzle that I have answered ends after each choice."""
        said = coaching.PuzzleBody(puzzle=puzzle)
        return self._post(f"/api/drill/{part(game)}/play-out", coaching.PlayedOutInfo, said)

    def progress(self, game: str) -> coaching.DrillInfo:
        """My last answers to puzzles, with my rating after each."""
        return self._get(f"/api/drill/{part(game)}/history", coaching.DrillInfo)

    def rounds(self, game: str = "", *, after: str = "", most: int | None = None) -> coaching.PlayedPage:
        """A page of the rounds that I played, newest first. ``after`` is ``next`` of the page before."""
        return self._get("/api/rounds", coaching.PlayedPage, game=game, after=after, most=most)

    def statistics(self, game: str = "", *, ahead: int = 0, review: int = 0) -> StatisticsInfo:
        """My rounds, added up, or those of one game. My clock is so many minutes ``ahead`` of UTC.

        ``review`` asks the coach for so many of the reviews that are missing, before they are added up.
        """
        return self._get("/api/statistics", StatisticsInfo, game=game, ahead=ahead, review=review)

    def last_evening(self, game: str = "") -> LastEvening:
        """Your last evening, or that at one game, and how lucky it was among all evenings like it."""
        return self._get("/api/statistics/evening", LastEvening, game=game or None)

    def story(self, table: str, round: int) -> table_bodies.Story:
        """What happened in a round as I may know it, in words."""
        return self._get(f"/api/tables/{part(table)}/rounds/{round}/story", table_bodies.Story)

    # --- games and figures

    def games(self) -> list[game_bodies.Game]:
        """The games of the house."""
        return self._get("/api/games", list[game_bodies.Game])

    def words(self, game: str) -> game_bodies.Words:
        """What a game's document says, in the project's words."""
        return self._get(f"/api/games/{part(game)}/clauses", game_bodies.Words)

    def pays(self, table: str) -> game_bodies.Pays:
        """What a table pays under its rules."""
        return self._get(f"/api/tables/{part(table)}/pays", game_bodies.Pays)

    def costs(self, table: str) -> game_bodies.Costs:
        """What each wager of a table costs on average."""
        return self._get(f"/api/tables/{part(table)}/costs", game_bodies.Costs)

    def options(self, game: str) -> game_bodies.Options:
        """What may be chosen in a game's rules."""
        return self._get(f"/api/games/{part(game)}/options", game_bodies.Options)

    def defects(self, game: str, rules: Mapping[str, Any]) -> game_bodies.Defects:
        """All that a game's document does not permit in these rules. Nothing is priced."""
        return self._priced(f"/api/games/{part(game)}/defects", game_bodies.Defects, rules)

    def rules_file(self, text: str, game: str = "") -> game_bodies.RulesFile:
        """The options in a rules file (TOML), checked by the house. ``game`` is used if the file names none."""
        said = game_bodies.RulesFileBody(text=text, game=game)
        return self._post("/api/rules-file", game_bodies.RulesFile, said)

    def keeps(self, game: str) -> game_bodies.Keeps:
        """What the house keeps at a game on average."""
        return self._get(f"/api/games/{part(game)}/keeps", game_bodies.Keeps)

    def odds(self, game: str, rules: Mapping[str, Any] | None = None) -> game_bodies.Odds:
        """The exact odds of every wager. Default: under the document's rules. The first answer may take a minute."""
        if not rules:
            return self._get(f"/api/games/{part(game)}/odds", game_bodies.Odds)
        return self._priced(f"/api/games/{part(game)}/odds", game_bodies.Odds, rules)

    def changes(self, game: str, rules: Mapping[str, Any]) -> game_bodies.Changes:
        """The decisions that change under these rules. The first answer may take a minute."""
        return self._priced(f"/api/games/{part(game)}/changes", game_bodies.Changes, rules)

    def strategy(self, game: str, rules: Mapping[str, Any] | None = None) -> game_bodies.Strategy:
        """The strategy under these rules, short and whole. The first answer may take a minute."""
        return self._priced(f"/api/games/{part(game)}/strategy", game_bodies.Strategy, rules or {})

    def evening(
        self, game: str, bet: int, bankroll: int, rounds: int, rules: Mapping[str, Any] | None = None
    ) -> game_bodies.Evening:
        """How an evening ends with this bankroll, this base wager (both in cents) and best play."""
        said = game_bodies.EveningBody(bet=bet, bankroll=bankroll, rounds=rounds, rules=dict(rules or {}))
        return self._post(f"/api/games/{part(game)}/evening", game_bodies.Evening, said)

    def example(self, game: str, seed: int = 0) -> game_bodies.Example:
        """One hand, dealt and played by the engine."""
        return self._get(f"/api/games/{part(game)}/example", game_bodies.Example, seed=seed or None)

    # --- staff, whose roles the house checks: people

    def become_administrator(self, token: str) -> account.Person:
        """Become the first administrator with the token that the house printed."""
        return self._post("/api/administrator", account.OnePerson, account.TokenBody(token=token)).person

    def people(
        self, name: str = "", role: str = "", *, after: str = "", most: int | None = None
    ) -> account.People:
        """A page of people, by a part of the name or by role. ``after`` is ``next`` of the page before."""
        return self._get("/api/people", account.People, name=name, role=role, after=after, most=most)

    def person(self, id: str) -> account.WholeAccount:
        """A person's account, with their money."""
        return self._get(f"/api/people/{part(id)}", account.WholeAccount)

    def statement_of(self, person: str, *, after: str = "", most: int | None = None) -> account.Statement:
        """A page of a person's movements of money. ``after`` is ``next`` of the page before."""
        return self._get(f"/api/people/{part(person)}/statement", account.Statement, after=after, most=most)

    def disable(self, person: str) -> account.Account:
        """Close an account. Its sessions end, and its money stays."""
        return self._post(f"/api/people/{part(person)}/disable", account.OneAccount).person

    def enable(self, person: str) -> account.Account:
        """Open a disabled account again."""
        return self._post(f"/api/people/{part(person)}/enable", account.OneAccount).person

    def reset_password(self, person: str) -> account.Code:
        """End a person's password. They choose a new one with the code."""
        return self._post(f"/api/people/{part(person)}/password", account.Code)

    def sign_out(self, person: str) -> None:
        """End all sessions of a person."""
        self._post(f"/api/people/{part(person)}/sign-out", Nothing)

    def change_roles(
        self, person: str, grant: Sequence[str] = (), withdraw: Sequence[str] = ()
    ) -> account.Person:
        """Grant and withdraw roles."""
        said = account.RolesBody(grant=tuple(grant), withdraw=tuple(withdraw))
        return self._post(f"/api/people/{part(person)}/roles", account.OnePerson, said).person

    def issue(self, person: str, cents: int, coupons: int = 0, *, key: str = "") -> None:
        """Issue play money and coupons. The same key issues once."""
        said = account.IssueBody(cents=cents, coupons=coupons, key=key or new_key())
        self._post(f"/api/people/{part(person)}/issue", Nothing, said)

    def journal(self, *, after: int = 0, most: int | None = None) -> account.StaffActs:
        """A page of the staff journal, from the first act. ``after`` is ``next`` of the page before."""
        return self._get("/api/staff", account.StaffActs, after=after or None, most=most)

    # --- staff: tables

    def hold(self) -> table_bodies.Hold:
        """What the house won of every wager and at every table: handle, drop and hold. It may take a while."""
        return self._get("/api/floor/hold", table_bodies.Hold)

    def deal_at(self, table: str) -> None:
        """Deal at a table myself, from the next question on."""
        self._post(f"/api/tables/{part(table)}/dealer", Nothing)

    def answer_call(self, table: str, person: str) -> None:
        """Say that you have seen a player's call of the floor."""
        self._post(f"/api/tables/{part(table)}/calls/{part(person)}", Nothing)

    def stop_dealing(self, table: str) -> None:
        """Deal no more, or send the dealer of a table away. The automatic dealer goes on."""
        self.request(Request("DELETE", f"/api/tables/{part(table)}/dealer", Nothing))

    def change_rules(self, table: str, rules: Mapping[str, Any]) -> None:
        """Announce other rules, which come into force before the next round or shoe. Left-out options get defaults."""
        self._post(f"/api/tables/{part(table)}/rules", Nothing, table_bodies.RulesBody(rules=dict(rules)))

    def validate_above(self, table: str, cents: int | None) -> None:
        """Let a person validate payouts above so many cents at a table. None: no payout needs it."""
        said = table_bodies.StaffingBody(validate_above=cents)
        self._post(f"/api/tables/{part(table)}/staffing", Nothing, said)

    def restart_table(self, table: str) -> None:
        """Bring back a table that an error has stopped."""
        self._post(f"/api/tables/{part(table)}/restart", Nothing)

    def fill(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of the house to a table inventory. The same key moves it once."""
        said = table_bodies.InventoryBody(cents=cents, key=key or new_key())
        self._post(f"/api/tables/{part(table)}/fill", Nothing, said)

    def credit(self, table: str, cents: int, *, key: str = "") -> None:
        """Move money of a table inventory back to the house. The same key moves it once."""
        said = table_bodies.InventoryBody(cents=cents, key=key or new_key())
        self._post(f"/api/tables/{part(table)}/credit", Nothing, said)

    def count(self, table: str, cents: int, kind: table_bodies.CountKind = "") -> table_bodies.Counted:
        """Compare what was counted in a table inventory with the books."""
        said = table_bodies.CountBody(cents=cents, kind=kind)
        return self._post(f"/api/tables/{part(table)}/count", table_bodies.Counted, said)

    def inventory(self, table: str) -> table_bodies.Inventory:
        """A table inventory with its counts, fills and credits."""
        return self._get(f"/api/tables/{part(table)}/inventory", table_bodies.Inventory)

    def table_statement(self, table: str, *, after: str = "", most: int | None = None) -> account.Statement:
        """A page of a table's movements of money. ``after`` is ``next`` of the page before."""
        return self._get(f"/api/tables/{part(table)}/statement", account.Statement, after=after, most=most)
