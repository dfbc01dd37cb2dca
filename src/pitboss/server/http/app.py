"""The application: routes, errors and the WebSocket of a house."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from pitboss.basics import __version__
from pitboss.basics.errors import GameError, IllegalAction, RulesError
from pitboss.house.authorize import Refusal
from pitboss.house.people.people import PeopleError
from pitboss.house.process import logs
from pitboss.house.process.coach import CoachError
from pitboss.house.process.house import COMING_BACK, House
from pitboss.house.process.worker import Busy
from pitboss.house.storage.committer import CommitterStopped
from pitboss.house.storage.database import DatabaseError
from pitboss.protocol.bodies import Problem, State
from pitboss.server.http import pages
from pitboss.server.http.access import RateLimits, TheHouse, TooOften, house_of, metrics_token, own_network, problems
from pitboss.server.http.guard import Guard, wait_and_try
from pitboss.server.http.limits import Proxies
from pitboss.server.http.malformed import Malformed, wrong_request
from pitboss.server.http.struct_route import StructApp, StructRoute, answer
from pitboss.server.other_processes import Elsewhere, pass_on
from pitboss.server.routes import coach, floor, game, money, people, statistics, table
from pitboss.server.sockets import Sockets

STATUSES = {
    "signed-out": 401,
    "wrong-password": 401,
    "forbidden": 403,
    "coach": 403,
    "disabled": 403,
    "first-token": 403,
    "unknown-person": 404,
    "login-taken": 409,
    "registered": 409,
    "guest": 409,
    "last-role": 409,
    "last-administrator": 409,
    "old-password": 403,
}
"""The HTTP status of each code of ``PeopleError``. All others are 422."""
CODES = {400: "malformed", 401: "signed-out", 403: "forbidden", 404: "unknown", 405: "method", 409: "conflict"}
CODES |= {413: "size", 422: "malformed", 429: "limit", 501: "missing", 503: "stopped"}
PLAIN: dict[type[Exception], tuple[int, str]] = {
    **dict.fromkeys((RulesError, GameError, IllegalAction), (422, "rules")),
    Malformed: (422, "malformed"),
    CoachError: (503, "coach"),
    Busy: (503, "busy"),
}
"""The status and the code of errors whose own words are the answer."""
LIBRARY_WORDS = {
    HTTPStatus.NOT_FOUND.phrase: "there is nothing at this address",
    HTTPStatus.METHOD_NOT_ALLOWED.phrase: "{method} can't be used at this address",
}
"""Our words for the errors that the web framework raises itself."""

state = APIRouter(route_class=StructRoute, tags=["state"], responses=problems(403))


@state.get("/health", dependencies=[Depends(own_network)])
async def health() -> State:
    """Whether the process answers."""
    return State(state="ok")


@state.get("/ready", dependencies=[Depends(own_network)], responses={503: {"model": State}})
async def ready(house: TheHouse) -> State | Response:
    """Whether the house takes commands, and its database writes."""
    await house.try_to_write(house.now())
    if why := house.failed or house.signer.failed or house.unwritten:
        return answer(State(state=why), 503)
    return State(state="ready")


@state.get(
    "/metrics",
    dependencies=[Depends(metrics_token)],
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def metrics(house: TheHouse) -> Response:
    """Figures for Prometheus."""
    house.count_figures()
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


ROUTERS = (
    pages.router,  # a new visitor asks for dozens of files
    people.router,
    people.account_routes,
    table.router,
    money.inventory_routes,
    money.statement_routes,
    coach.router,
    coach.drill_routes,
    floor.router,
    game.router,
    game.figure_routes,
    game.example_routes,
    coach.practice_routes,
    table.round_routes,
    statistics.router,
    pages.docs_routes,
    state,
)
"""The routes of a house, which are tried in this order."""


def make_app(house: House, proxies: Proxies | None = None) -> ASGIApp:
    """The application of a house."""
    proxies = proxies or Proxies(house.settings.proxies)
    app = StructApp(
        title="Pitboss",
        version=__version__,
        description="Live tables of regulated games. Play money only. docs/protocol.md describes the WebSocket.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    limits = RateLimits(house)
    sockets = Sockets(house, limits.messages, proxies)
    app.state.house, app.state.limits = house, limits
    for routes in ROUTERS:
        app.include_router(routes)

    @app.websocket("/ws")
    async def live(socket: WebSocket) -> None:
        await sockets.serve(socket)

    _explain_errors(app)
    return Guard(app, house.metrics, limits.requests, proxies, house.settings.limits)


def problem(status: int, code: str, why: str, headers: dict[str, str] | None = None) -> Response:
    made = answer(Problem(code=code, why=why), status)
    made.headers.update(headers or {})
    return made


def _explain_errors(app: FastAPI) -> None:
    """Answer every error with a code and a sentence."""

    @app.exception_handler(PeopleError)
    async def people(request: Request, error: PeopleError) -> Response:
        status = STATUSES.get(error.code, 422)
        return problem(status, error.code, str(error), {"www-authenticate": "Bearer"} if status == 401 else None)

    for kind, (status, code) in PLAIN.items():
        app.add_exception_handler(kind, partial(_plain_problem, status, code))

    @app.exception_handler(game.NotPriced)
    async def not_priced(request: Request, error: game.NotPriced) -> Response:
        return game.refused(error)

    @app.exception_handler(Refusal)
    async def refused(request: Request, no: Refusal) -> Response:
        return await conflict(house_of(request), no.why)

    @app.exception_handler(TooOften)
    async def often(request: Request, error: TooOften) -> Response:
        why, seconds = wait_and_try(error.why, error.wait)
        return problem(429, "limit", why, {"retry-after": str(seconds)})

    @app.exception_handler(Elsewhere)
    async def elsewhere(request: Request, found: Elsewhere) -> Response:
        try:
            return await pass_on(request, found.address)
        except HTTPException as error:
            return problem(error.status_code, "stopped", str(error.detail))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        status, why = error.status_code, str(error.detail)
        if why in LIBRARY_WORDS:
            why = LIBRARY_WORDS[why].format(method=request.method)
        return problem(status, CODES.get(status, "error"), why, dict(error.headers or {}))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        return problem(422, "malformed", wrong_request(error.errors()))

    @app.exception_handler(CommitterStopped)
    @app.exception_handler(DatabaseError)
    @app.exception_handler(TimeoutError)
    async def stopped(request: Request, error: Exception) -> Response:
        logs.error("request not served", error, request=request.state.request_id)
        return problem(503, "stopped", "the house can't do this now: its database does not answer")

    @app.exception_handler(Exception)
    async def internal(request: Request, error: Exception) -> Response:
        return problem(500, "internal", f"the house made an error; report {request.state.request_id}")


async def conflict(house: House, why: str) -> Response:
    """The refusal of what a table does not allow now, if this process still runs the table."""
    still_runs = await house.still_runs()
    return problem(409, CODES[409], why) if still_runs else problem(503, CODES[503], COMING_BACK)


async def _plain_problem(status: int, code: str, request: Request, error: Exception) -> Response:
    return problem(status, code, str(error))
