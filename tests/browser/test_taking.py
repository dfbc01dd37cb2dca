"""Somebody with too little left to play takes play money, in the lobby and at a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from served import Server, served

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def poor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house at which everybody begins with $4."""
    with served(tmp_path_factory.mktemp("poor"), "--pace", "10", "--no-limits", "--money", "4") as server:
        yield server


def test_play_money_is_offered_to_those_who_are_out_of_it(page: Page, poor: Server) -> None:
    tokens = [poor.http.post("/api/guest", json={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    page.add_init_script(f"localStorage.setItem('pitboss-token', '{tokens[0]}')")
    page.goto(f"{poor.url}/#/play")
    page.click(".held [data-do=take]")
    expect(page.locator("#money")).to_contain_text("$1,004")
    expect(page.locator(".held [data-do=take]")).to_have_count(0)

    page.add_init_script(f"localStorage.setItem('pitboss-token', '{tokens[1]}')")
    headers = {"authorization": f"Bearer {tokens[1]}"}
    table = poor.http.post("/api/tables", json={"game": "double_down_stud"}, headers=headers).json()["id"]
    page.goto(f"{poor.url}/?again#/table/{table}")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Take $1,000").click()
    expect(page.locator("[data-phase=bets]")).to_be_visible()
    me = poor.http.get("/api/me", headers=headers).json()
    assert (me["wallet"] + me["tables"][0]["chips"], me["take"]) == (1_004_00, 0)
