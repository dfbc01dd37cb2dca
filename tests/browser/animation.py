"""The moving picture of one hand for the README, and a still one. Run it with ``make animation``.

It plays a hand of Caribbean Stud Poker at a table for practice whose cards are known, and writes what Chromium draws.
The still picture is its decision.
"""

from __future__ import annotations

import io
import shutil
import sys
from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from browsing import Visitor
from served import served

OUT, STILL = Path("docs/pictures/hand.webp"), Path("docs/pictures/table.webp")
GAME, SEED = "caribbean_stud", 16
"""Cards with which a bet is close, and wins."""
WINDOW, WIDTH, HEIGHT = {"width": 1280, "height": 800}, 800, 500
SHORTEST_MS, LOOK_MS, END_MS = 60, 1800, 3000
"""A frame stays at least so long; a decision and the result stay longer."""
PREPARE_MS = 240_000
"""How long the house may take for its mathematics on a busy machine."""
MOST_BYTES = 400_000
QUALITIES = (60, 40, 25)
DECIDE = ".table-screen[data-phase='decide'] .act:not([disabled])"
ACT = ".table-screen .act.primary:not([disabled])"


class Frame(NamedTuple):
    at: float
    """In seconds."""
    picture: bytes


def main() -> int:
    chromium = shutil.which("chromium")
    if chromium is None:
        print("there is no chromium, so no picture was made")
        return 1
    with (
        TemporaryDirectory() as folder,
        served(Path(folder), "--pace", "0", "--no-limits") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport=WINDOW, color_scheme="dark")
        visitor = Visitor(context.new_page(), house)
        visitor.open(f"#/drill/{GAME}")
        visitor.page.wait_for_selector(".answer", timeout=PREPARE_MS)  # now the coach is ready
        frames = play(visitor.page)
        browser.close()
    size = write(frames)
    print(f"{OUT}: {size:,} bytes, {len(frames)} frames drawn")
    return 0 if size <= MOST_BYTES else 1


def play(page: Page) -> list[Frame]:
    """Play the hand, and return every frame that Chromium drew."""
    table = page.evaluate(
        "(body) => window.pitboss.api.post('/api/tables', body).then((one) => one.id)",
        {"game": GAME, "seed": SEED, "practice": True, "pace": 1},
    )
    page.evaluate("(hash) => window.pitboss.go(hash)", f"#/table/{table}/sit")
    page.wait_for_selector(ACT)
    page.wait_for_timeout(800)
    frames: list[Frame] = []
    session = page.context.new_cdp_session(page)

    def keep(event: dict[str, Any]) -> None:
        frames.append(Frame(event["metadata"]["timestamp"], b64decode(event["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 92})
    page.wait_for_timeout(500)
    while not page.locator(DECIDE).count():  # the wager first, then that one is ready
        page.locator(ACT).first.click()
        page.wait_for_timeout(LOOK_MS / 2)
        page.wait_for_selector(f"{DECIDE}, {ACT}")
    page.wait_for_selector(".coach .answer")
    page.wait_for_timeout(LOOK_MS)
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(STILL, "webp", quality=90)
    page.locator(ACT).first.click()
    page.wait_for_selector(".rail .net")
    page.wait_for_timeout(END_MS)
    session.remove_listener("Page.screencastFrame", keep)
    session.send("Page.stopScreencast")
    return frames


def write(frames: list[Frame]) -> int:
    """Write the frames as WebP, in the best quality that is small enough. Returns the size."""
    kept: list[Frame] = []
    for frame in frames:
        if kept and 1000 * (frame.at - kept[-1].at) < SHORTEST_MS:
            kept[-1] = Frame(kept[-1].at, frame.picture)
        else:
            kept.append(frame)
    ends = [*(frame.at for frame in kept[1:]), kept[-1].at + END_MS / 1000]
    times = [round(1000 * (end - frame.at)) for frame, end in zip(kept, ends, strict=True)]
    pictures = [
        Image.open(io.BytesIO(frame.picture)).convert("RGB").resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        for frame in kept
    ]
    for quality in QUALITIES:
        made = io.BytesIO()
        pictures[0].save(
            made, "webp", save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=quality
        )
        if made.tell() <= MOST_BYTES:
            OUT.write_bytes(made.getvalue())
            break
    return made.tell()


if __name__ == "__main__":
    sys.exit(main())
