"""Hooks of MkDocs: they add pages that are made from the engine, from notebooks and from files outside docs/."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from handbook import figures, games, notebooks

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "checker.py": "src/pitboss/checker.py",
    "icon.svg": "src/pitboss/browser/icon.svg",
}
"""Files of the project that are pages or files of the site, by their address there."""

logging.getLogger("traitlets").setLevel(logging.ERROR)


def on_config(config: MkDocsConfig) -> None:
    """Name the page of each game in the navigation."""
    section = next(part["Games"] for part in config.nav or () if "Games" in part)
    section += [{title: address} for title, address in games.titles().items()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the pages that are made now."""

    def add(address: str, content: str | bytes) -> None:
        files.append(File.generated(config, address, content=content))

    for address, path in OUTSIDE.items():
        content = (ROOT / path).read_bytes()
        add(address, content.replace(b"](docs/", b"]("))
    for address, page in games.pages().items():
        add(address, page)
    for notebook in sorted(Path(config.docs_dir).glob("tutorials/*.ipynb")):
        for address, made in notebooks.pages(notebook).items():
            add(address, made)


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Let links to notebooks and to files outside docs/ lead to their pages, and write figures where they belong."""
    markdown = re.sub(r"(\]\([\w./]+)\.ipynb\)", r"\1.md)", markdown)
    for address, path in OUTSIDE.items():
        markdown = markdown.replace(f"](../{path}", f"]({address}").replace(f"](../../{path}", f"](../{address}")
    return markdown.replace(figures.PLACE, figures.published()) if figures.PLACE in markdown else markdown
