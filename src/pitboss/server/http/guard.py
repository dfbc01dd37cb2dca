"""What every HTTP request passes: an id, limits of size and rate, security headers, and errors without a trace."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.engine.rules import MOST_DIGITS
from pitboss.house.process import logs
from pitboss.house.process.metrics import Metrics
from pitboss.house.settings import Limits
from pitboss.server.http.limits import Limiter, Proxies, neighbourhood

LARGEST = 1024 * 1024
"""The largest body of a request, in bytes."""
TOO_LARGE = f"a body may have at most {LARGEST:,} bytes"
MOST_VALUES = 5000
"""The most values in a body. No request has nearly as many, and each may be wrong in a way that is explained."""
_FEW_DIGITS = re.compile(rb'(?:"(?:[^"\\]++|\\.)*+"?|[^"0-9]++|[0-9]{1,%d}+(?![0-9]))*+' % MOST_DIGITS, re.DOTALL)
"""JSON in which no number is too long. Digits in texts do not count."""

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"cache-control", b"no-store"),
)


def wait_and_try(why: str, wait: float) -> tuple[str, int]:
    """The error of a client that does something too often, and the whole seconds after which it may try again.

    >>> wait_and_try("this address asks too often", 0.2)
    ('this address asks too often: try again in 1 s', 1)
    """
    seconds = int(wait) + 1
    return f"{why}: try again in {seconds} s", seconds


def wrong_body(body: bytes) -> str:
    """What is wrong with a body that takes too long to parse, or is not text. Empty if it is fine.

    >>> wrong_body(b'{"seats": 3, "name": "%s"}' % (b"9" * 21)), wrong_body(b"[%s]" % (b"9" * 21))
    ('', 'a number in the body has more than 20 digits')
    """
    if body.count(b",") >= MOST_VALUES:
        return f"a body may have at most {MOST_VALUES:,} values"
    if not _FEW_DIGITS.fullmatch(body):
        return f"a number in the body has more than {MOST_DIGITS} digits"
    return "" if _is_text(body) else "the body must be JSON in UTF-8"


def _is_text(body: bytes) -> bool:
    """Whether a body can be JSON in UTF-8, which has no NUL. Other encodings of Unicode have."""
    try:
        return "\0" not in body.decode()
    except UnicodeDecodeError:
        return False


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, requests: Limiter, proxies: Proxies, limits: Limits) -> None:
        self.app, self.metrics, self.requests = app, metrics, requests
        self.proxies, self.limits = proxies, limits
        self._under_way: Counter[str] = Counter()
        """Requests that are not answered yet, by address."""

    @contextmanager
    def counted(self, host: str) -> Iterator[bool]:
        """Count a request while it is under way. Gives whether its address may have one more."""
        address = neighbourhood(host)
        few = self._under_way[address] < self.limits.connections_of_address
        self._under_way[address] += 1
        try:
            yield few or self.proxies.carries_many(host)
        finally:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]

    def wait(self, host: str) -> float:
        """The seconds until an address may ask. Another process has counted the requests that it passes on."""
        return 0.0 if self.proxies.is_process(host) else self.requests.wait(neighbourhood(host))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.proxies.note(scope)
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await _Request(self, scope, receive, send).serve()


class _Request:
    """One request."""

    def __init__(self, guard: Guard, scope: Scope, receive: Receive, send: Send) -> None:
        self.guard, self.scope, self._receive, self._send = guard, scope, receive, send
        self.id = secrets.token_hex(8)
        self.status = 0
        self._closes = False
        """Whether the connection ends with the answer, since the rest of the body is not read."""
        scope.setdefault("state", {})["request_id"] = self.id

    async def serve(self) -> None:
        began = perf_counter()
        try:
            await self._serve()
        except Exception as error:
            logs.error("request failed", error, request=self.id)
            if not self.status:
                await self._answer(500, "internal", f"the house made an error; report {self.id}")
        finally:
            seconds = perf_counter() - began
            route = getattr(self.scope.get("route"), "path", "none")  # as it is declared: a path is never a label
            method = self.scope["method"] if self.scope["method"] in _METHODS else "other"
            self.guard.metrics.requests.labels(method, route, str(self.status)).inc()
            self.guard.metrics.request_seconds.observe(seconds)
            shown = {"request": self.id, "method": method, "route": route, "status": self.status}
            logs.info(logs.REQUEST, **shown, ms=round(seconds * 1000, 1))

    async def _serve(self) -> None:
        host = self.scope["client"][0] if self.scope.get("client") else ""
        with self.guard.counted(host) as may_ask:
            if wait := self.guard.wait(host):
                why, seconds = wait_and_try("this address asks too often", wait)
                await self._answer(429, "limit", why, retry_after=seconds)
            elif not may_ask:
                await self._answer(429, "limit", *wait_and_try("this address asks too much at once", 0))
            else:
                await self._pass_on()

    async def _pass_on(self) -> None:
        """Let the application answer, once the body has come."""
        limit = self.guard.limits.body_s
        try:
            async with asyncio.timeout(limit):
                body = None if self._length() > LARGEST else await self._body()
        except TimeoutError:
            self._closes = True
            await self._answer(408, "slow", f"the body must come within {limit:g} seconds")
            return
        if body is None:
            await self._answer(413, "size", TOO_LARGE)
        elif wrong := wrong_body(body):
            await self._answer(422, "malformed", wrong)
        else:
            await self.guard.app(self.scope, _whole(body, self._receive), self._finish)

    def _length(self) -> int:
        found = dict(self.scope["headers"]).get(b"content-length", b"0")
        return int(found) if found.isdigit() else 0

    async def _body(self) -> bytes | None:
        """The whole body, or what came of it before the client left. None if it is too large."""
        read, more = bytearray(), True
        while more and len(read) <= LARGEST:
            message = await self._receive()
            read += message.get("body", b"")
            more = message.get("more_body", False)
        return bytes(read) if len(read) <= LARGEST else None

    async def _finish(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = message.get("headers", ())
            said = {name for name, _ in given}  # a file of the page may be kept
            ours = [one for one in HEADERS if one[0] not in said]
            message["headers"] = [*given, *ours, (b"x-request-id", self.id.encode())]
        await self._send(message)

    async def _answer(self, status: int, code: str, why: str, retry_after: int = 0) -> None:
        body = msgspec.json.encode({"code": code, "why": why})
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if self._closes:
            headers.append((b"connection", b"close"))
        if retry_after:
            headers.append((b"retry-after", str(retry_after).encode()))
        await self._finish({"type": "http.response.start", "status": status, "headers": headers})
        await self._finish({"type": "http.response.body", "body": body})


def _whole(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, then whatever comes after it."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return messages.pop() if messages else await receive()

    return given


_METHODS = ("GET", "POST", "DELETE", "HEAD", "OPTIONS", "PUT", "PATCH")
