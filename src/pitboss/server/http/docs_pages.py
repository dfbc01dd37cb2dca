"""The documentation, which ``make docs`` builds as a site. Anybody may read it."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.house.process.house import House
from pitboss.server.http.access import TheHouse
from pitboss.server.http.pages import answer, within

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

router = APIRouter(include_in_schema=False)


@router.get("/docs")
async def without_slash() -> Response:
    return RedirectResponse("/docs/")


@router.get("/docs/{path:path}")
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
