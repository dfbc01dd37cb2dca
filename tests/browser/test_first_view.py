"""The first view of a table: how much comes over the wire until a new visitor can bet, and how soon it is asked for."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser

from browsing import visit
from seated import Seat
from served import Server

MOST = 300_000
"""Bytes, compressed as they were sent, with headers and frames."""
DRAWN = """new MutationObserver((_, watch) => {
    if (!document.querySelector(".table-screen[data-phase='bets'] [data-area]")) return;
    watch.disconnect();
    requestAnimationFrame(() => (window.drawnAt = performance.now()));
}).observe(document, { subtree: true, childList: true, attributes: true })"""


PRELOADED = """() => [...document.querySelectorAll("link[rel=modulepreload], link[rel=preload], head script[src]")]
    .map((one) => one.href || one.src)"""
NAMED = ("/js/theme.js", "/js/main.js", "/style/base.css")


@pytest.mark.long
def test_the_first_view_of_a_table_is_small_and_asked_for_at_once(chromium: Browser, house: Server) -> None:
    with visit(chromium, house) as visitor:
        page = visitor.page
        sizes: dict[str, int] = {}
        names: dict[str, str] = {}
        wire = page.context.new_cdp_session(page)

        def add(one: dict[str, Any]) -> None:
            sizes[names.get(one["requestId"], "?")] = round(one["encodedDataLength"])

        def frame(one: dict[str, Any]) -> None:
            sizes["frames"] = sizes.get("frames", 0) + len(one["response"]["payloadData"].encode())

        wire.on("Network.responseReceived", lambda one: names.update({one["requestId"]: one["response"]["url"]}))
        wire.on("Network.loadingFinished", add)
        wire.on("Network.webSocketFrameReceived", frame)
        wire.on("Network.webSocketFrameSent", frame)
        wire.send("Network.enable")
        page.add_init_script(DRAWN)
        Seat(page, house, "caribbean_stud")
        page.wait_for_function("() => window.drawnAt")
        page.wait_for_load_state("networkidle")
        print(f"first view after {page.evaluate('() => window.drawnAt'):.0f} ms, {sum(sizes.values()):,} bytes")
        assert {"frames", f"{house.url}/"} < sizes.keys()
        assert sum(url.endswith(".js") for url in sizes) > 20
        files = {url for url in sizes if url.endswith((".js", ".css"))}
        known = set(page.evaluate(PRELOADED)) | {house.url + path for path in NAMED}
        assert files <= known, f"the browser found these by itself, one after another: {files - known}"
        assert sum(sizes.values()) < MOST, sorted(sizes.items(), key=lambda one: -one[1])[:10]
