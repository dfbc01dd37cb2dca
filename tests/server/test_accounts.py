"""The directory of people, disabled accounts and passwords, over a real server."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
import pytest

from long import first_of
from pitboss.protocol import messages as msg
from served import Client, Server, served

PASSWORD, NEW = "a long password", "another long password"
NUMBERS = count(1)
SIGNED_OUT = 4401


@pytest.fixture(scope="module")
def boss(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The only administrator of a house of its own."""
    with served(tmp_path_factory.mktemp("accounts"), "--pace", "0", "--no-limits") as server:
        client = registered(server, "the-boss")
        assert client.post("/api/administrator", {"token": server.token}).status_code == 200
        yield client
        client.close()


def registered(server: Server, login: str) -> Client:
    answer = server.http.post("/api/register", json={"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return server.client(answer.json()["token"])


def new_person(boss: Client, role: str = "") -> tuple[Client, str]:
    """A registered person with a role, and their login."""
    login = f"person-{next(NUMBERS)}"
    client = registered(boss.server, login)
    if role:
        assert boss.post(f"/api/people/{client.person}/roles", {"grant": [role]}).status_code == 200
    return client, login


def sign_in(server: Server, login: str, password: str = PASSWORD) -> httpx.Response:
    return server.http.post("/api/login", json={"login": login, "password": password})


def why(answer: httpx.Response) -> tuple[int, str, str]:
    return answer.status_code, answer.json()["code"], answer.json()["why"]


def journal(boss: Client, person: str) -> list[tuple[str, str]]:
    """What staff did about a person or what a person did as staff: the kind of act and who did it."""
    acts = boss.get("/api/staff").json()["acts"]
    return [(one["what"], one["person"]) for one in acts if person in (one["body"].get("person"), one["person"])]


# --- the directory


def test_an_administrator_finds_people_and_sees_one(boss: Client) -> None:
    ann = boss.server.guest("Annabel Quist")
    found = boss.get("/api/people?name=QUIST").json()
    assert found["next"] == ""
    (shown,) = found["people"]
    made_at = shown.pop("made_at")
    assert made_at > 1_700_000_000_000
    expected = {"id": ann.person, "name": "Annabel Quist", "login": "", "roles": ["player"], "disabled_at": None}
    assert shown == expected
    table = boss.server.table("boston_5_stud", ann)
    ann.sit_down(table, 100_00)
    assert boss.get(f"/api/people/{ann.person}").json() == {
        "person": {**expected, "made_at": made_at},
        "wallet": 9_900_00,
        "coupons": 0,
        "game_account": 0,
        "chips": 100_00,
        "sessions": 1,
    }
    ann.must(msg.Leave, table)
    ann.close()


def test_people_come_page_by_page_and_by_role(boss: Client) -> None:
    made = {boss.server.guest(f"Paged {number}").person for number in range(3)}
    dealer, _ = new_person(boss, "dealer")
    first = boss.get("/api/people?name=paged&most=2").json()
    second = boss.get(f"/api/people?name=paged&most=2&after={first['next']}").json()
    assert (len(first["people"]), len(second["people"]), second["next"]) == (2, 1, "")
    assert {one["id"] for one in first["people"] + second["people"]} == made
    assert dealer.person in [one["id"] for one in boss.get("/api/people?role=dealer").json()["people"]]
    assert made.isdisjoint(one["id"] for one in boss.get("/api/people?role=dealer").json()["people"])
    dealer.close()


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("role=king", 422, "there is no role 'king'; the roles are player, dealer, supervisor, auditor, administrator"),
        ("after=nobody", 404, "nobody has the id 'nobody'"),
        ("name=%00", 422, "a part of a name must have printable characters only, unlike '\\x00'"),
        ("most=0", 422, "'most' must be at least 1"),
        ("most=101", 422, "'most' must be at most 100"),
    ],
)
def test_a_wrong_question_gets_a_sentence(boss: Client, query: str, status: int, says: str) -> None:
    answer = boss.get(f"/api/people?{query}")
    assert (answer.status_code, answer.json()["why"]) == (status, says)


def test_an_auditor_reads_the_statement_of_a_person(boss: Client) -> None:
    auditor, _ = new_person(boss, "auditor")
    ann = boss.server.guest("Ann")
    lines = auditor.get(f"/api/people/{ann.person}/statement").json()
    assert lines == ann.get("/api/statement").json()
    assert [one["kind"] for one in lines["lines"]] == ["issue"]
    assert auditor.get(f"/api/people/{ann.person}/statement.csv").text == ann.get("/api/statement.csv").text
    for path in ("statement", "statement.csv"):
        assert auditor.get(f"/api/people/nobody/{path}").status_code == 404
        assert ann.get(f"/api/people/{auditor.person}/{path}").status_code == 403
    for one in (ann, auditor):
        one.close()


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("statement?after=x:1", 404, "this statement has no line 'x:1'"),
        ("statement?most=1001", 422, "'most' must be at most 1,000"),
        ("staff?most=0", 422, "'most' must be at least 1"),
        ("staff?after=-1", 422, "'after' must be at least 0"),
    ],
)
def test_a_page_that_can_not_be_gets_a_sentence(boss: Client, query: str, status: int, says: str) -> None:
    answer = boss.get(f"/api/{query}")
    assert (answer.status_code, answer.json()["why"]) == (status, says)


# --- who may


@pytest.mark.parametrize("role", first_of(["auditor", "supervisor", "dealer", ""]))
def test_nobody_but_an_administrator_may_touch_an_account(boss: Client, role: str) -> None:
    client, login = new_person(boss, role)
    victim, _ = new_person(boss)
    about = f"/api/people/{victim.person}"
    answers = [client.post(f"{about}/{what}") for what in ("disable", "enable", "password")]
    assert [answer.status_code for answer in answers] == [403] * 3
    assert answers[0].json()["why"] == "only an administrator may disable accounts"
    http = boss.server.http
    assert [http.get("/api/people").status_code, http.post(f"{about}/disable").status_code] == [401, 401]
    assert victim.get("/api/me").status_code == 200
    assert journal(boss, victim.person) == []
    assert sign_in(boss.server, login).status_code == 200
    for one in (client, victim):
        one.close()


@pytest.mark.parametrize(
    ("role", "finds_people", "reads_table"),
    [("", 403, 403), ("dealer", 403, 403), ("supervisor", 403, 200), ("auditor", 200, 200)],
)
def test_auditors_find_people_and_supervisors_read_statements_of_tables(
    boss: Client, role: str, finds_people: int, reads_table: int
) -> None:
    client, login = new_person(boss, role)
    table = boss.server.table("double_down_stud", client)
    about = f"/api/people?name={login}", f"/api/people/{client.person}", f"/api/people/{client.person}/statement"
    assert [client.get(path).status_code for path in about] == [finds_people] * 3
    of_table = f"/api/tables/{table}/statement", f"/api/tables/{table}/statement.csv"
    assert [client.get(path).status_code for path in of_table] == [reads_table] * 2
    if finds_people == 200:
        assert [one["login"] for one in client.get(about[0]).json()["people"]] == [login]
    client.close()


@pytest.mark.parametrize("what", ["disable", "enable", "password"])
def test_nobody_is_nobody(boss: Client, what: str) -> None:
    for id in ("nobody", "%00", "x" * 100):
        answer = boss.post(f"/api/people/{id}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-person")
    assert boss.get("/api/people/nobody").status_code == 404


# --- disabled accounts


def test_a_disabled_account_is_out_at_once_and_keeps_its_chips(boss: Client) -> None:
    ann, login = new_person(boss)
    table = boss.server.table("double_down_stud", ann)
    ann.sit_down(table, 100_00)
    answer = boss.post(f"/api/people/{ann.person}/disable").json()
    assert answer["person"]["disabled_at"] > 0
    assert ann.expect_close() == SIGNED_OUT
    assert why(ann.get("/api/me")) == (401, "signed-out", "this session is unknown or has ended: sign in again")
    assert why(sign_in(boss.server, login)) == (403, "disabled", f"the account of '{login}' is disabled")
    assert sign_in(boss.server, login, "a wrong password").status_code == 401
    seen = boss.get(f"/api/people/{ann.person}").json()
    assert (seen["wallet"] + seen["chips"], seen["sessions"]) == (10_000_00, 0)

    assert boss.post(f"/api/people/{ann.person}/enable").json()["person"]["disabled_at"] is None
    assert ann.get("/api/me").status_code == 401  # the old session stays over
    token = sign_in(boss.server, login).json()["token"]
    again = boss.server.client(token)
    me = again.get("/api/me").json()
    assert me["wallet"] + sum(one["chips"] for one in me["tables"]) == 10_000_00
    assert journal(boss, ann.person) == [("disable", boss.person), ("enable", boss.person)]
    again.close()


def test_the_last_administrator_can_not_be_disabled(boss: Client) -> None:
    answer = boss.post(f"/api/people/{boss.person}/disable")
    says = "'the-boss' is the only administrator: grant somebody else the role first"
    assert why(answer) == (409, "last-administrator", says)
    withdrawn = boss.post(f"/api/people/{boss.person}/roles", {"withdraw": ["administrator"]})
    assert why(withdrawn) == (409, "last-administrator", says)
    other, _ = new_person(boss, "administrator")
    assert other.post(f"/api/people/{other.person}/disable").status_code == 200
    assert boss.post(f"/api/people/{boss.person}/disable").status_code == 409
    assert boss.get("/api/me").status_code == 200


# --- passwords


def test_a_person_changes_their_password_and_other_sessions_end(boss: Client) -> None:
    ann, login = new_person(boss)
    other = boss.server.client(sign_in(boss.server, login).json()["token"])
    assert ann.post("/api/password", {"old": PASSWORD, "new": NEW}).json() == {}
    assert other.expect_close() == SIGNED_OUT
    assert (other.get("/api/me").status_code, ann.get("/api/me").status_code) == (401, 200)
    assert (sign_in(boss.server, login).status_code, sign_in(boss.server, login, NEW).status_code) == (401, 200)
    assert journal(boss, ann.person) == []  # a player is no staff
    ann.close()


def test_a_change_of_password_by_staff_is_in_the_journal(boss: Client) -> None:
    dealer, _ = new_person(boss, "dealer")
    assert dealer.post("/api/password", {"old": PASSWORD, "new": NEW}).status_code == 200
    assert journal(boss, dealer.person) == [("roles", boss.person), ("change password", dealer.person)]
    dealer.close()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("not my password", NEW, (403, "old-password", "the old password is wrong")),
        (PASSWORD, "short", (422, "password", "a password must have 10 to 128 characters, not 5")),
        (PASSWORD, PASSWORD, (422, "password", "the new password must differ from the old one")),
    ],
)
def test_a_wrong_change_of_password_changes_nothing(boss: Client, old: str, new: str, expected: Any) -> None:
    ann, login = new_person(boss)
    assert why(ann.post("/api/password", {"old": old, "new": new})) == expected
    assert sign_in(boss.server, login).status_code == 200
    ann.close()


def test_a_guest_has_no_password(boss: Client) -> None:
    ann = boss.server.guest("Ann")
    expected = (409, "guest", "a guest has no password: register first")
    assert why(ann.post("/api/password", {"old": PASSWORD, "new": NEW})) == expected
    assert boss.post(f"/api/people/{ann.person}/password").status_code == 409
    assert boss.server.http.post("/api/password", json={"old": PASSWORD, "new": NEW}).status_code == 401
    ann.close()


def test_an_administrator_resets_a_password_with_a_code_that_works_once(boss: Client) -> None:
    ann, login = new_person(boss)
    http = boss.server.http
    code = boss.post(f"/api/people/{ann.person}/password").json()["code"]
    assert ann.expect_close() == SIGNED_OUT
    assert [sign_in(boss.server, login, one).status_code for one in (PASSWORD, code)] == [401, 401]
    given = {"login": login, "code": code, "password": NEW}
    assert http.post("/api/password/reset", json=given | {"password": "short"}).status_code == 422
    wrong = http.post("/api/password/reset", json=given | {"code": "A" * 20})
    assert why(wrong) == (401, "wrong-password", "the login or the code is wrong")
    answer = http.post("/api/password/reset", json=given)
    assert (answer.status_code, answer.json()["person"]["id"]) == (200, ann.person)
    assert http.get("/api/me", headers={"authorization": f"Bearer {answer.json()['token']}"}).status_code == 200
    assert http.post("/api/password/reset", json=given).status_code == 401
    assert sign_in(boss.server, login, NEW).status_code == 200
    assert journal(boss, ann.person) == [("reset password", boss.person)]
    assert code not in boss.get("/api/staff").text + boss.server.log.read_text()


def test_an_administrator_does_not_reset_their_own_password(boss: Client) -> None:
    answer = boss.post(f"/api/people/{boss.person}/password")
    assert why(answer) == (409, "conflict", "change your own password with the old one")
    assert boss.get("/api/me").status_code == 200
