"""A house that is far away: whatever a page says to it, and hears from it, takes a while.

A test that looks before the page has heard passes by luck on a quick machine. Here it fails each time. ``--far 300``
does so for every page of every test.
"""

from __future__ import annotations

SCRIPT = """{
    const wait = MILLISECONDS;
    const Near = window.WebSocket;
    window.WebSocket = class extends Near {
        send(text) {
            setTimeout(() => super.send(text), wait);
        }
        set onmessage(hear) {
            super.onmessage = hear && ((event) => setTimeout(() => hear(event), wait));
        }
    };
    const near = window.fetch;
    const passes = () => new Promise((done) => setTimeout(done, wait));
    window.fetch = async (...asked) => {
        await passes();
        const answer = await near(...asked);
        await passes();
        return answer;
    };
}"""


def far(milliseconds: int) -> str:
    """A script for a page: whatever it says or hears takes so long each way."""
    return SCRIPT.replace("MILLISECONDS", str(milliseconds))
