"""The findings of a run: figures by group and module, every survivor, and errors in the list of equivalents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from mutants.broken import Verdict
from mutants.mutations import Mutant, mutants
from mutants.plan import HERE, PROJECT, SOURCE, Plan

Key = tuple[str, str, str, str]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Mutants of one line that change no visible behaviour, and the reason."""

    module: str
    """Its path in src/pitboss."""
    scope: str
    before: str
    after: list[str]
    why: str

    def mutants(self) -> list[Key]:
        module = (SOURCE / self.module).relative_to(PROJECT).as_posix()
        return [(module, self.scope, self.before, after) for after in self.after]


def equivalents() -> dict[Key, str]:
    """The mutants in ``equivalent.toml``, with their reasons."""
    text = (HERE / "equivalent.toml").read_bytes()
    entries = msgspec.toml.decode(text, type=dict[str, list[Entry]]).get("mutant", [])
    return {key: entry.why for entry in entries for key in entry.mutants()}


class Result(msgspec.Struct, frozen=True):
    group: str
    mutant: Mutant
    verdict: Verdict

    @property
    def survived(self) -> bool:
        return self.verdict.end in ("survived", "unexecuted")


class Findings:
    """All results, and the conclusions from them."""

    def __init__(self, plan: Plan, results: list[Result], failing: list[str]) -> None:
        self.plan, self.results = plan, results
        self.failing = failing
        """Tests that fail with nothing broken. They were left out."""
        self.equivalent = equivalents()

    def survivors(self, group: str) -> list[Result]:
        """Mutants that no test noticed and the list does not explain."""
        found = [one for one in self.results if one.group == group and one.survived]
        return [one for one in found if one.mutant.key not in self.equivalent]

    def errors(self) -> list[Result]:
        return [one for one in self.results if one.verdict.end == "error"]

    def stale(self) -> list[str]:
        """Entries of the list that name no mutant, or one that a test notices."""
        noticed = {one.mutant.key for one in self.results if not one.survived}
        survived = {one.mutant.key for one in self.results if one.survived}
        exist = existing({key[0] for key in self.equivalent})
        gone = [f"names no mutant: {_text(key)}" for key in self.equivalent if key not in exist]
        return gone + [f"a test notices: {_text(key)}" for key in self.equivalent if key in noticed - survived]

    def counts(self, group: str, module: str = "") -> dict[str, int]:
        chosen = [one for one in self.results if one.group == group and module in ("", one.mutant.module)]
        ends = Counter(one.verdict.end for one in chosen)
        explained = sum(one.survived and one.mutant.key in self.equivalent for one in chosen)
        survived = ends["survived"] + ends["unexecuted"] - explained
        return {
            "mutants": len(chosen),
            "killed": ends["killed"],
            "hung": ends["hung"],
            "survived": survived,
            "equivalent": explained,
            "errors": ends["error"],
        }

    def share(self, group: str) -> float:
        """The share of survivors among the mutants that are not equivalent."""
        counts = self.counts(group)
        return counts["survived"] / max(1, counts["mutants"] - counts["equivalent"])

    def modules(self, group: str) -> list[str]:
        return sorted({one.mutant.module for one in self.results if one.group == group})

    def missed(self) -> list[str]:
        """The goals that were missed, in words."""
        found = [
            f"{group}: {self.share(group):.2%} survived; the goal is {'none' if not most else f'under {most:.0%}'}"
            for group, most in ((name, one.survivors) for name, one in self.plan.groups.items())
            if self.share(group) > most or (most and self.share(group) == most)
        ]
        found += [f"the tool failed on {one.mutant}: {one.verdict.by}" for one in self.errors()]
        found += [f"fails with nothing broken: {test}" for test in self.failing]
        return found + [f"equivalent.toml: {line}" for line in self.stale()]

    def text(self) -> str:
        """The report as a page."""
        lines = ["# What the tests did not notice", ""]
        for group in self.plan.groups:
            lines += [f"## {group}", "", "| module | mutants | killed | hung | survived | equivalent |"]
            lines += ["|---|---|---|---|---|---|"]
            rows = [("all", self.counts(group)), *((m, self.counts(group, m)) for m in self.modules(group))]
            for name, counts in rows:
                figures = (counts[key] for key in ("mutants", "killed", "hung", "survived", "equivalent"))
                lines.append(f"| {name.removeprefix('src/pitboss/')} | {' | '.join(map(str, figures))} |")
            lines += ["", *_listed(self.survivors(group)), ""]
        return "\n".join([*lines, *(f"- {line}" for line in self.missed()), ""])

    def plain(self) -> dict[str, Any]:
        return {
            "missed": self.missed(),
            "groups": {
                group: {
                    **self.counts(group),
                    "share": self.share(group),
                    "modules": {module: self.counts(group, module) for module in self.modules(group)},
                    "survivors": [msgspec.to_builtins(one) for one in self.survivors(group)],
                }
                for group in self.plan.groups
            },
        }


def _listed(results: Iterable[Result]) -> list[str]:
    lines = []
    for one in sorted(results, key=lambda result: (result.mutant.module, result.mutant.line)):
        mutant = one.mutant
        note = " (no test executes it)" if one.verdict.end == "unexecuted" else ""
        lines.append(f"- {mutant.module}:{mutant.line} {mutant.scope}{note}")
        lines += [f"  - `{mutant.before}`", f"  - `{mutant.after}`"]
    return lines


def existing(modules: Iterable[str]) -> set[Key]:
    """Every mutant of these modules."""
    return {mutant.key for module in modules for mutant in _all(module)}


@cache
def _all(module: str) -> list[Mutant]:
    path = PROJECT / module
    return mutants(path, PROJECT, odds_only=False) if path.is_file() else []


def _text(key: Key) -> str:
    return f"{key[0]} {key[1]}: {key[2]}  ->  {key[3]}"
