"""Measures a deal in the browser's own trace: frames that were drawn, and the longest task of the page's scripts."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from playwright.sync_api import Page

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
COUNT = """() => {
  const began = performance.now();
  const counted = { frames: 0, on: true };
  window.counted = counted;
  const next = () => { counted.frames++; counted.seconds = (performance.now() - began) / 1000;
    if (counted.on) requestAnimationFrame(next); };
  requestAnimationFrame(next);
}"""
ASKED = ".table-screen[data-phase='decide'] .choices .act"
"""Choices come when the cards lie."""


class Motion(NamedTuple):
    """What a browser did while cards moved."""

    frames: int
    seconds: float
    longest_task_ms: float
    """The longest task on the main thread that ran a script of the page, by the clock."""
    longest_task_cpu_ms: float
    """The same in time of the processor: on a machine that others use too, this is what the page itself needs."""

    @property
    def per_second(self) -> float:
        return self.frames / self.seconds


def measured_deal(page: Page) -> Motion:
    """Deal a round at a table where "Ready" can be pressed, and measure until the first choice.

    The page must allow motion (``reduced_motion="no-preference"``). What is measured depends on the machine: look at
    it, and let no test fail for it.
    """
    browser = page.context.browser
    assert browser is not None
    origin = str(page.evaluate("location.origin"))
    browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        page.evaluate(COUNT)
        page.locator(".choices [data-do='ready']").click()
        page.wait_for_selector(ASKED)
        counted = page.evaluate("() => { window.counted.on = false; return window.counted }")
    finally:
        trace = browser.stop_tracing()
    wall, cpu = longest_task(json.loads(trace)["traceEvents"], origin)
    return Motion(counted["frames"], counted["seconds"], wall, cpu)


def longest_task(events: list[dict[str, Any]], origin: str) -> tuple[float, float]:
    """Milliseconds of the longest task that ran a script from this origin: by the clock, and of the processor."""
    ours = [e for e in events if e.get("name") == "FunctionCall" and _url(e).startswith(f"{origin}/js/")]
    threads = {(e["pid"], e["tid"]) for e in ours}
    tasks = [e for e in events if e.get("name") in TASKS and (e["pid"], e["tid"]) in threads and "dur" in e]
    ran = [
        task
        for task in tasks
        if any(task["ts"] <= e["ts"] <= task["ts"] + task["dur"] for e in ours if e["tid"] == task["tid"])
    ]
    if not ran:
        raise AssertionError("the trace has no task of the page")
    return max(e["dur"] for e in ran) / 1000, max(e.get("tdur", e["dur"]) for e in ran) / 1000


def _url(event: dict[str, Any]) -> str:
    return str(event.get("args", {}).get("data", {}).get("url", ""))
