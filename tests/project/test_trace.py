"""Every clause of every document has code and a test, or says why it is about people or premises."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pitboss.basics.clauses import Clause, read
from pitboss.engine import registry
from pitboss.verification import trace as tracing
from pitboss.verification.trace import FILE, SOURCE, Shown, TracedClause, build, code_of, marks_in, read_trace, trace

NAME = "double_down_stud"
PROJECT = SOURCE.parent.parent

CLAUSES = {
    "boston_5_stud": 106,
    "caribbean_stud": 161,
    "double_attack_blackjack": 123,
    "double_cross_poker": 110,
    "double_down_stud": 66,
}


def test_the_documents_have_566_clauses() -> None:
    assert sum(CLAUSES.values()) == 566
    assert set(CLAUSES) == set(registry.games())


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_of_the_document_is_listed(game: str) -> None:
    assert len(trace(game).clauses) == CLAUSES[game]


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_is_in_the_code_and_shown_by_a_test_or_is_about_premises(game: str) -> None:
    found = trace(game)
    assert not [f"{one.clause.id}: {one.why_missing}" for one in found.clauses if one.missing]


@pytest.mark.parametrize("game", CLAUSES)
def test_every_test_that_names_a_clause_asserts_something(game: str) -> None:
    assert trace(game).only_run == []


@pytest.mark.parametrize("game", CLAUSES)
def test_no_test_names_a_clause_that_the_document_has_not(game: str) -> None:
    assert trace(game).strangers == []


@pytest.mark.parametrize("game", CLAUSES)
def test_every_clause_has_our_own_words_and_premises_their_reason(game: str) -> None:
    for one in trace(game).clauses:
        clause = one.clause
        assert clause.kind in ("code", "premises"), clause.id
        assert len(clause.words.split()) >= 3, clause.id
        if clause.kind == "premises":
            assert "about" in clause.words, f"{clause.id} does not say why it has no code"
            assert not clause.cases, clause.id


@pytest.mark.parametrize("game", CLAUSES)
def test_the_tests_and_places_named_by_the_trace_exist(game: str) -> None:
    for one in trace(game).clauses:
        for place in one.code:
            path, _, line = place.rpartition(":")
            assert one.clause.id in text_of(path).splitlines()[int(line) - 1], place
        for shown in one.tests:
            path, _, name = shown.test.partition("::")
            assert f"def {name.split('::')[-1]}(" in text_of(path), shown.test


@cache
def text_of(path: str) -> str:
    return (PROJECT / path).read_text(encoding="utf-8")


# --- the trace of an installed package


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed game, without the rest of its project."""
    folder = tmp_path / "site-packages" / "pitboss" / "games" / NAME
    folder.mkdir(parents=True)
    for package in (folder, folder.parent, folder.parent.parent):
        (package / "__init__.py").touch()
    monkeypatch.setattr("pitboss.engine.registry.folder", lambda game: folder)
    return folder


def test_a_package_without_tests_reads_its_data(package: Path) -> None:
    (package / FILE).write_bytes(build(NAME, PROJECT / "tests", "pitboss 9.9"))
    found = trace(NAME)
    assert (found.built_from, found.tests) == ("pitboss 9.9", "")
    assert len(found.clauses) == CLAUSES[NAME]
    assert any(one.proofs for one in found.clauses)


def test_a_folder_tests_near_an_installed_package_is_somebody_elses(package: Path) -> None:
    for folder in (package.parents[2], package.parents[3]):
        (folder / "tests").mkdir()
    (package.parents[3] / "pyproject.toml").touch()
    assert tracing.tests_of(registry.game(NAME)) is None


def test_a_game_in_its_project_has_the_tests_of_that_project(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tracing.tests_of(registry.game(NAME)) is None
    project = package.parents[2].rename(package.parents[3] / "src").parent
    monkeypatch.setattr("pitboss.engine.registry.folder", lambda game: project / "src" / "pitboss" / "games" / NAME)
    (project / "tests").mkdir()
    assert tracing.tests_of(registry.game(NAME)) is None
    (project / "pyproject.toml").touch()
    assert tracing.tests_of(registry.game(NAME)) == project / "tests"


def test_a_package_with_neither_tests_nor_data_says_so(package: Path) -> None:
    with pytest.raises(FileNotFoundError, match="has neither tests nor a trace: name the folder of its tests"):
        trace(NAME)


@pytest.mark.parametrize("damaged", [b"", b"{}", b'{"game": 1}', b"\xff"])
def test_damaged_data_is_named(package: Path, damaged: bytes) -> None:
    (package / FILE).write_bytes(damaged)
    with pytest.raises(ValueError, match=r"trace\.json is not a trace: "):
        trace(NAME)


def test_a_plain_number_in_shared_code_is_no_clause_and_rules_that_cite_an_unknown_one_are_named(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = "id\tkind\tcases\twords\n10\tcode\t\tten\n3(a)\tcode\t\tthree\n"
    (package / "clauses.tsv").write_text(listed, encoding="utf-8")
    document = read(NAME, package / "clauses.tsv")
    monkeypatch.setattr("pitboss.engine.registry.clauses", lambda game: document)
    (package / "rules.py").write_text('Defect("chip", "is 3(b)", "8(q)")\nDefect("packs", "no", clause="3(a)")\n')
    (tmp_path / "tests").mkdir()
    found = read_trace(registry.game(NAME), tmp_path / "tests")
    assert {one.clause.id: [place.rpartition("/")[2] for place in one.code] for one in found.clauses} == {
        "10": [],
        "3(a)": ["rules.py:2"],
    }
    assert [stranger.rpartition("/")[2] for stranger in found.strangers] == ["rules.py:1: 8(q)"]


# --- finding tests and code

MARKED = '@pytest.mark.clause("g", "1")\n'


def marks(tmp_path: Path, source: str) -> list[tuple[str, tuple[str, ...], str]]:
    (tmp_path / "test_it.py").write_text(source, encoding="utf-8")
    return [(game, ids, case) for game, ids, case, _, _ in marks_in(tmp_path)]


def test_a_mark_is_read_by_its_full_name(tmp_path: Path) -> None:
    source = '@pytest.mark.clause("g", "1", "2(a)")\ndef test_it(): ...\n'
    assert marks(tmp_path, source) == [("g", ("1", "2(a)"), "")]


def test_a_mark_is_read_by_a_short_name_and_through_constants(tmp_path: Path) -> None:
    source = (
        'clause = pytest.mark.clause\nNAME = "g"\nIDS = ("1", "2")\n\n'
        '@clause(NAME, *IDS, "3", case="A")\ndef test_it(): ...\n'
    )
    assert marks(tmp_path, source) == [("g", ("1", "2", "3"), "A")]


def test_a_constant_may_come_from_a_file_beside_the_test(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text('NAME = "g"\nclause = pytest.mark.clause\n', encoding="utf-8")
    source = 'from helper import NAME as G, clause\n\n@clause(G, "1")\ndef test_it(): ...\n'
    assert marks(tmp_path, source) == [("g", ("1",), "")]


def test_marks_of_parameters_are_read_also_from_a_comprehension(tmp_path: Path) -> None:
    source = (
        "clause = pytest.mark.clause\n"
        '@pytest.mark.parametrize("t", [pytest.param(t, marks=clause("g", "1", case=t)) for t in "AB"])\n'
        "def test_it(t): ...\n"
    )
    assert marks(tmp_path, source) == [("g", ("1",), "A"), ("g", ("1",), "B")]


def test_a_mark_on_a_class_is_of_each_of_its_tests_and_one_on_a_helper_of_none(tmp_path: Path) -> None:
    source = (
        '@pytest.mark.clause("g", "1")\nclass TestIt:\n    def test_a(self): ...\n    def test_b(self): ...\n'
        '@pytest.mark.clause("g", "2")\ndef helper(): ...\n'
    )
    assert marks(tmp_path, source) == [("g", ("1",), ""), ("g", ("1",), "")]


@pytest.mark.parametrize(
    ("source", "asserts"),
    [
        ("def test_it(): scene.house()\n", False),
        ("def test_it(): assert scene.house()\n", True),
        ("def test_it():\n    with pytest.raises(ValueError): scene.house()\n", True),
        ("def looks(s): assert s\ndef plays(s): looks(s)\ndef test_it(): plays(scene)\n", True),
        ("def plays(s): s.house()\ndef test_it(): plays(scene)\n", False),
        ("from beside import Scene\ndef test_it(): Scene().guarded()\n", False),
        ("from beside import Scene\ndef test_it(): Scene().refused()\n", True),
        ("from beside import plays\ndef test_it(): plays()\n", False),
        ("from farther import test_far\ndef test_it(): test_far()\n", True),
        ("@pytest.mark.xfail(strict=True)\ndef test_it(): assert scene.house()\n", False),
        ("@pytest.mark.xfail\ndef test_it(): assert scene.house()\n", False),
    ],
)
def test_a_test_asserts_by_itself_or_through_what_it_calls_and_not_by_a_guard_of_a_file_beside(
    tmp_path: Path, source: str, asserts: bool
) -> None:
    (tmp_path / "beside.py").write_text(
        "def plays(): ...\nclass Scene:\n    def guarded(self): assert self\n"
        "    def refused(self):\n        with pytest.raises(ValueError): ...\n",
        encoding="utf-8",
    )
    (tmp_path / "farther.py").write_text(
        "from beside import Scene\ndef test_far(): Scene().refused()\n", encoding="utf-8"
    )
    (tmp_path / "test_it.py").write_text(source.replace("def test_it", f"{MARKED}def test_it"), encoding="utf-8")
    assert [found for *_, found in marks_in(tmp_path)] == [asserts]


def test_code_is_where_the_id_stands_as_a_string_and_not_in_comments_or_longer_texts(tmp_path: Path) -> None:
    (tmp_path / "play.py").write_text('"""Of 8(a)."""\n# "8(a)"\ndealer.deal(clause="8(b)")\n', encoding="utf-8")
    document = {id: Clause("g", id) for id in ("8(a)", "8(b)")}
    assert code_of(tmp_path, document) == {"8(b)": ["play.py:3"]}


@pytest.mark.parametrize(
    ("kind", "code", "tests", "missing"),
    [
        ("code", ["play.py:1"], [Shown("t", "A"), Shown("t", "B")], []),
        ("code", ["play.py:1"], [Shown("t", "A")], ["11 case B"]),
        ("code", ["play.py:1"], [], ["11"]),
        ("code", ["play.py:1"], [Shown("t", "A", asserts=False), Shown("t", "B", asserts=False)], ["11"]),
        ("code", ["play.py:1"], [Shown("t", "A"), Shown("t", "B", asserts=False)], ["11 case B"]),
        ("code", [], [Shown("t", "A"), Shown("t", "B")], ["11"]),
        ("premises", [], [], []),
    ],
)
def test_a_clause_is_missing_without_code_without_test_or_for_a_case(
    kind: str, code: list[str], tests: list[Shown], missing: list[str]
) -> None:
    clause = Clause("g", "11", kind, ("A", "B"), "three pay tables")
    assert TracedClause(clause=clause, code=code, tests=tests).missing == missing


def test_a_clause_whose_tests_only_run_lacks_a_test_that_asserts() -> None:
    clause = Clause("g", "11", "code", (), "a pay table")
    assert TracedClause(clause=clause, code=["p:1"], tests=[Shown("t", asserts=False)]).why_missing == (
        "no test that asserts"
    )


@pytest.mark.parametrize("name", registry.games())
def test_the_words_of_every_clause_are_a_sentence(name: str) -> None:
    for clause in registry.clauses(name).values():
        first, last = clause.words.lstrip('"')[0], clause.words[-2:]
        assert not first.islower(), clause
        assert last[1] == ".", clause
        assert last != "..", clause
