"""The house serves the documentation at /docs/, under a policy that allows no script but its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.server.http.pages import policy
from served import Server, served

from shell import Captured, refused

pytestmark = pytest.mark.long

WITHOUT = """
from pathlib import Path
from pitboss import cli
from pitboss.server.http import pages
pages.SITE = Path("/nowhere")
cli.run()
"""
"""A house in a clone in which the documentation is not built."""


def test_the_first_page(house: Server) -> None:
    answer = house.http.get("/docs", follow_redirects=True)
    assert answer.status_code == 200
    assert str(answer.url) == f"{house.url}/docs/"
    assert "<h1" in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("games/caribbean_stud.html", "text/html; charset=utf-8"),
        ("games/caribbean_stud-strategy.svg", "image/svg+xml"),
        ("tutorials/price_a_game.ipynb", "application/x-ipynb+json"),
        ("search/search_index.json", "application/json"),
        ("log.schema.json", "application/json"),
        ("checker.py", "text/x-python; charset=utf-8"),
        ("pictures/table.webp", "image/webp"),
    ],
)
def test_files_of_the_site(house: Server, site: Path, path: str, kind: str) -> None:
    answer = house.http.get(f"/docs/{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.content == (site / path).read_bytes()


def test_the_policy_allows_the_scripts_of_a_page_and_no_others(house: Server) -> None:
    said = house.http.get("/docs/").headers["content-security-policy"]
    assert "script-src 'self' 'sha256-" in said
    assert "unsafe" not in said
    assert "sha256" not in house.http.get("/").headers["content-security-policy"]


def test_the_policy_names_a_script_by_its_hash(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<script>alert(1)</script><script src="a.js"></script><script type="application/json">{}</script>')
    assert policy(page, 0).count("sha256") == 1
    assert "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in policy(page, 0)


@pytest.mark.parametrize(
    "path", ["../house.db", "%2e%2e/house.db", "nothing.html", "sitemap.xml.gz", "games", "%00.html"]
)
def test_nothing_else_is_served(house: Server, path: str) -> None:
    answer = house.http.get(f"/docs/{path}")
    assert answer.status_code == 404, answer.text


def test_a_folder_shows_its_first_page(house: Server, site: Path) -> None:
    assert house.http.get("/docs/games/").content == (site / "games" / "index.html").read_bytes()


def test_every_game_names_its_page(house: Server) -> None:
    for game in house.http.get("/api/games").json():
        assert house.http.get(game["docs"]).status_code == 200, game["name"]


def test_a_house_without_a_site_names_no_page_and_says_how_to_build_it(tmp_path: Path) -> None:
    with served(tmp_path, program=("-c", WITHOUT)) as server:
        answer = server.http.get("/docs/games/index.html")
        assert {game["docs"] for game in server.http.get("/api/games").json()} == {""}
    assert answer.status_code == 404
    assert "<code>make docs</code>" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'self'; connect-src")


def test_a_folder_that_holds_no_site_is_refused(capsys: Captured, tmp_path: Path) -> None:
    assert refused(capsys, "serve", "--docs", tmp_path) == f"--docs: there is no index.html in {tmp_path}."
