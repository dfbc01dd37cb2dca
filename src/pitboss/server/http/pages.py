"""The files of the page and of the documentation. They hold nothing secret, so anybody may ask for them."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException

from pitboss.browser import FOLDER
from pitboss.browser.modules import PLACE, own_module, preloaded
from pitboss.house.process.house import House
from pitboss.server.http.access import TheHouse

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
    """A module of the page, or one that a game brings in its own package."""
    return answer(own_module(path) or within(FOLDER / "js", path), request)


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


# --- the documentation, which ``make docs`` builds as a site

SITE = Path(__file__).resolve().parents[4] / "build" / "site"
"""Where ``make docs`` builds the site. An installed package has none."""
INLINE = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
"""A script within a page. Scripts with an address or a type are files of the site, or data."""
NOT_BUILT = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="dark light" />
    <title>Pitboss: documentation</title>
  </head>
  <body>
    <h1>The documentation is not built</h1>
    <p>In a clone of the project, <code>make docs</code> builds it, and this house then serves it here.
    An installed house serves a site that was built elsewhere: <code>pitboss serve --docs FOLDER</code>.</p>
    <p><a href="/">To the tables</a></p>
  </body>
</html>
"""

docs_routes = APIRouter(include_in_schema=False)


@docs_routes.get("/docs")
async def without_slash() -> Response:
    return RedirectResponse("/docs/")


@docs_routes.get("/docs/{path:path}")
async def page(path: str, house: TheHouse, request: Request) -> Response:
    """A file of the site, or a plain page if it is not built."""
    site = site_of(house)
    if not (site / "index.html").is_file():
        return HTMLResponse(NOT_BUILT, 404)
    found = within(site, f"{path}index.html" if path.endswith("/") or not path else path)
    made = answer(found, request)
    if found.suffix == ".html":
        made.headers["content-security-policy"] = policy(found, found.stat().st_mtime_ns)
    return made


def site_of(house: House) -> Path:
    """The folder of the site, which need not exist."""
    return (house.settings.docs or SITE).resolve()


def address_of_game(house: House, game: str) -> str:
    """The address of a game's page, or nothing if the site has none or is not built."""
    path = f"games/{game}.html"
    return f"/docs/{path}" if (site_of(house) / path).is_file() else ""


@lru_cache(maxsize=200)
def policy(path: Path, changed: int) -> str:
    """The policy of a page: the house's own, and the scripts that this page holds, by their hashes."""
    scripts = (sha256(script).digest() for script in INLINE.findall(path.read_bytes()))
    hashes = "".join(f" 'sha256-{b64encode(script).decode()}'" for script in dict.fromkeys(scripts))
    return (
        f"default-src 'self'; script-src 'self'{hashes}; img-src 'self' data:; connect-src 'self'; object-src 'none';"
        " base-uri 'none'; frame-ancestors 'none'"
    )
