"""Set-up installs what a target needs, and says in a sentence why it can't."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import install
import pytest

ROOT = Path(install.__file__).parent


def test_an_extra_brings_others() -> None:
    assert install.reached(["report", "terminal"]) == {"odds", "report", "terminal"}
    assert {"test", "all", "serve", "odds", "mutants", "docs", "gym", "report"} <= install.reached(["dev"])


def test_a_house_is_set_up_without_what_tests_and_documentation_need() -> None:
    line = next(one for one in (ROOT / "Makefile").read_text().splitlines() if "setup,odds" in one)
    extras = line.partition("setup,")[2].rstrip(")").split()
    assert install.reached(extras) == {"odds", "report", "serve", "terminal"}


def test_an_unknown_extra_is_refused_with_those_that_exist() -> None:
    with pytest.raises(install.SetUpFailed, match="there is no extra 'chips'; the extras are all, cluster"):
        install.reached(["chips"])


def test_what_is_installed_counts_only_with_the_same_inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "MARK", tmp_path / "installed.json")
    monkeypatch.setattr(install, "PYTHON", sys.executable)
    assert install.installed() == set()
    install.MARK.write_text(f'{{"of": "{install.inputs()}", "extras": ["odds"]}}')
    assert install.installed() == {"odds"}
    monkeypatch.setattr(install, "inputs", lambda: "other pins")
    assert install.installed() == set()
    install.MARK.write_text('{"of": "oth')  # the disk was full
    assert install.installed() == set()


def test_progress_counts_what_uv_fetches() -> None:
    fetched = install.Fetched()
    said = ["Resolved 59 packages in 1s\n", "Downloading numpy (15.0MiB)\n", "Downloading llvmlite (55.0MiB)\n"]
    assert [fetched.hear(one) for one in said] == [
        "",
        "0 of 15 MB fetched, now numpy",
        "0 of 70 MB fetched, now llvmlite, numpy",
    ]
    assert fetched.hear(" Downloaded llvmlite\n") == "55 of 70 MB fetched, now numpy"
    assert fetched.hear(" Downloaded numpy\n") == "70 of 70 MB fetched"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("error: Failed to fetch: `https://index/simple/numba/`\n  Caused by: dns error\n", "could not fetch numba,"),
        ("WARNING: connection broken\nERROR: No matching distribution found for msgspec", "fetch msgspec, since"),
        ("error: failed to write\n  Caused by: No space left on device (os error 28)", "the disk is full: "),
        ("error: the lock is held\n", "could not be installed. The installer said:\nerror: the lock is held"),
    ],
)
def test_a_failure_is_explained(said: str, sentence: str) -> None:
    assert sentence in install.reason(said)


def test_without_a_network_one_sentence_names_what_is_missing(tmp_path: Path) -> None:
    for name in ("install.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    pytest.importorskip("ensurepip", reason="this Python has no pip for its environments")
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9", "PIP_CONFIG_FILE": os.devnull, "PATH": str(tmp_path)}
    kept = {name: value for name, value in os.environ.items() if not re.match("PIP_|UV_|.*_proxy$", name, re.I)}
    done = subprocess.run(
        [sys.executable, "install.py", "odds"], cwd=tmp_path, env=kept | nowhere, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Set-up failed: could not fetch uv, since no package index answers.")
    assert "Traceback" not in done.stderr
