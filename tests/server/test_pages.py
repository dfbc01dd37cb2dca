"""The files of the page: what is served, and that nothing else is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pitboss.browser import FOLDER
from pitboss.browser.modules import preloaded
from served import Server

FILES = sorted(path for path in FOLDER.rglob("*") if path.suffix in (".js", ".css"))


def test_the_front_page(server: Server) -> None:
    answer = server.http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert '<main id="screen"' in answer.text
    assert '<link rel="modulepreload" href="/js/api.js" />' in answer.text


def test_the_front_page_says_what_screens_need(tmp_path: Path) -> None:
    for name, text in {
        "main.js": 'import { a } from "./a.js";\nimport(`./screens/${x}.js`);',
        "a.js": "export const a = 1;",
        "screens/one.js": 'import {\n  a,\n} from "../a.js";\nimport "./b.js";\nawait styled("felt", "one");',
        "screens/b.js": 'export { c } from "./c.js";\n/** @type {import("./two.js").Two} */',
        "screens/c.js": 'import { b } from "./b.js";\nawait import("./two.js");',
        "screens/two.js": 'await partOf(game, "felt");',
        "games/high_card/felt.js": "",
        "games/high_card/card.js": "",
    }.items():
        path = tmp_path / "js" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    said = preloaded(tmp_path)
    assert re.findall(r'href="([^"]+)"', said) == ["/js/a.js"]
    screens, games = (json.loads(one) for one in re.findall(r'id="\w+">(.*)</script>', said))
    one = ["/style/felt.css", "/style/one.css", "/js/screens/one.js", "/js/screens/b.js", "/js/screens/c.js"]
    assert screens["one"] == one
    assert screens["two"] == ["/js/screens/two.js", "/js/games/high_card/felt.js"]
    assert games == {"high_card": ["card", "felt"]}


def test_every_module_and_style_sheet(server: Server) -> None:
    for path in FILES:
        answer = server.http.get(f"/{path.relative_to(FOLDER)}")
        assert (answer.status_code, answer.content) == (200, path.read_bytes()), path


def test_a_browser_keeps_a_file_until_it_changes(server: Server) -> None:
    first = server.http.get("/js/main.js")
    again = server.http.get("/js/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    assert server.http.get("/api/games").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/js/../__init__.py",
        "/js/%2e%2e/__init__.py",
        "/js/nothing.js",
        "/js/",
        "/style/../index.html",
        "/js//etc/passwd",
        "/js/%00.js",
        f"/js/{'a' * 300}.js",
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code == 404, answer.text


def test_no_file_names_another_address() -> None:
    """No request leaves the machine."""
    known = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert [
        (path, address)
        for path in FILES
        for address in re.findall(r"https?://[^\s\"'`)]+", path.read_text())
        if address not in known
    ] == []
