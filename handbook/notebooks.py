"""Tutorials: notebooks that are run when the site is built, and written as pages with what they printed."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbconvert import MarkdownExporter
from traitlets.config import Config

LONGEST_S = 300
"""Seconds that a cell may take on a busy machine."""


def run(path: Path) -> nbformat.NotebookNode:
    """The notebook with its output. An error in a cell is raised here."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        # The kernel is reached through files that only this user can open, and not through ports.
        sockets = Config({"KernelManager": {"transport": "ipc", "ip": f"{folder}/kernel"}})
        place = {"metadata": {"path": folder}}
        client = NotebookClient(notebook, timeout=LONGEST_S, resources=place, config=sockets)
        client.execute(env=os.environ | {"IPYTHONDIR": folder})
    return notebook


def pages(path: Path) -> dict[str, str | bytes]:
    """The page of a notebook and its pictures, by address."""
    folder, name = path.parent.name, path.stem
    resources = {"unique_key": name, "output_files_dir": f"{name}_files"}
    text, made = MarkdownExporter().from_notebook_node(run(path), resources)
    found: dict[str, str | bytes] = {f"{folder}/{name}.md": text}
    return found | {f"{folder}/{address}": picture for address, picture in made["outputs"].items()}
