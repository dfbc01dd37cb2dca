"""What axe finds serious in a page, as it is now and in both themes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RUN_AXE = """async (only) => {
    const how = { resultTypes: ["violations"], ...(only ? { runOnly: { type: "rule", values: only } } : {}) };
    const { violations } = await axe.run(document, how);
    return violations.filter((one) => ["serious", "critical"].includes(one.impact))
        .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
}"""
IN_THEME = """async (theme) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (!matchMedia(`(prefers-color-scheme: ${theme})`).matches) await frame();
    const fading = () => document.getAnimations().some((one) => one instanceof CSSTransition);
    do for (let frames = 0; frames < 2; frames++) await frame();
    while (fading());
}"""
"""Wait until all of a page has the colours of a theme: without motion, everything fades into them."""


def serious(
    page: Page, themes: Sequence[Literal["dark", "light"]] = ("dark", "light")
) -> list[tuple[str, str, list[str]]]:
    """What axe finds serious in a page as it is now: all rules in the first theme, contrast in the others."""
    found = []
    if page.evaluate("() => typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.evaluate(IN_THEME, theme)
        only = None if theme == themes[0] else ["color-contrast"]
        for one in page.evaluate(RUN_AXE, only):
            found.append((theme, one["id"], [node["html"][:160] for node in one["nodes"]]))
    page.emulate_media(color_scheme=themes[0])
    return found
