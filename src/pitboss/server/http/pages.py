"""The files of the page. They hold nothing secret, so anybody may ask for them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from pitboss.browser import FOLDER
from pitboss.browser.modules import PLACE, preloaded

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/x-ipynb+json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
}
"""The files that are served, by their suffix."""

router = APIRouter(include_in_schema=False)


@router.get("/")
async def front(request: Request) -> Response:
    """The page."""
    return answer(FOLDER / "index.html", request)


@router.get("/icon.svg")
async def icon(request: Request) -> Response:
    return answer(FOLDER / "icon.svg", request)


@router.get("/js/{path:path}")
async def module(path: str, request: Request) -> Response:
    """A module of the page."""
    return answer(within(FOLDER / "js", path), request)


@router.get("/style/{path:path}")
async def style(path: str, request: Request) -> Response:
    """A style sheet of the page."""
    return answer(within(FOLDER / "style", path), request)


def within(folder: Path, path: str) -> Path:
    """A file within a folder, and nowhere else."""
    try:
        found = (folder / path).resolve()
        there = found.is_relative_to(folder) and found.suffix in KINDS and found.is_file()
    except (OSError, ValueError):  # no file can have such a name
        there = False
    if not there:
        raise HTTPException(404)
    return found


def answer(path: Path, request: Request) -> Response:
    """A file, packed if the browser can unpack it, or the answer that the browser has it already."""
    body, packed, tag = _read(path, path.stat().st_mtime_ns)
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers = packed, headers | {"content-encoding": "gzip"}
    return Response(body, media_type=KINDS[path.suffix], headers=headers)


@lru_cache(maxsize=200)
def _read(path: Path, changed: int) -> tuple[bytes, bytes, str]:
    """A file, the same packed, and its tag. A file that has changed is read again."""
    body = path.read_bytes()
    if path == FOLDER / "index.html":
        body = body.replace(PLACE.encode(), preloaded().encode())
    return body, gzip.compress(body, mtime=0), f'"{sha256(body).hexdigest()[:32]}"'
