"""The bodies of the requests and answers of the operator's page and the dealer's desk."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from pitboss.server.http.bodies import Body, TableAnswer, Text


class ReportBody(Body):
    what: Text
    place: Text = ""
    amount: Annotated[int, Field(ge=0, le=10**6)] = 0
    by: Text = "dealer"


class FloorTable(TableAnswer):
    about: str = Field(description="What the round waits for. Empty between rounds.")
    clause: str
    waiting: list[str] = Field(description="Names of those who may act.")
    inventory: int


class Alarm(BaseModel):
    kind: str = Field(description="stopped, jackpot or call")
    table: str
    name: str
    words: str
    clause: str = ""
    round: int = 0
    cents: int = Field(default=0, description="What waits for validation.")
    since: int = Field(default=0, description="0 if it is not known.")
    seat: int = Field(default=0, description="The seat that calls the floor; 0 behind the seats.")
    person: str = Field(default="", description="Who calls the floor.")
    called: str = Field(default="", description="The name of who calls the floor.")
    private: bool = False


class FloorMeter(BaseModel):
    of: str = Field(description="A link or a table.")
    name: str
    cents: int
    tables: list[str]
    private: bool = Field(default=False, description="Whether it belongs to a private table.")


class Finding(BaseModel):
    what: str
    sentence: str
    table: str = ""
    round: int = 0
    act: int = 0


class AuditAnswer(BaseModel):
    at: int
    seconds: float
    counts: dict[str, int]
    differences: int
    findings: list[Finding]
    on_trust: list[str]


class FloorAnswer(BaseModel):
    now: int
    tables: list[FloorTable]
    alarms: list[Alarm]
    meters: list[FloorMeter]
    audit: AuditAnswer | None = Field(description="The last audit that this process ran. Null before the first.")
    signed_at: int | None = Field(description="When the house last signed a head.")
    signed: int = Field(description="The number of heads that the house has signed.")


class HoldLine(BaseModel):
    game: str
    title: str
    wager: str = Field(description="A side wager, or `hand` for all other wagers of a hand together.")
    table: str = Field(description="The pay table, if the document has several.")
    hands: int
    staked: int
    kept: int
    exact: float | None = Field(description="The exact share of what is staked. Null if it is not known.")
    z: float | None = Field(description="Standard errors from the exact edge. Null with too few hands.")


class TableHold(BaseModel):
    rounds: int
    handle: int = Field(description="All that was staked.")
    kept: int = Field(description="The win: what the house kept of it.")
    win_of_handle: float | None = Field(description="The win divided by the handle. Null if nothing was staked.")
    purchases: int = Field(description="The drop: what was bought in at the table.")
    hold: float | None = Field(description="The win divided by the drop. Null if nothing was bought in.")
    drop: int = Field(description="The handle, by its name before. In the next version: what was bought in.")


class HoldAnswer(BaseModel):
    lines: list[HoldLine]
    tables: dict[str, TableHold]
    broken: dict[str, str] = Field(description="Tables whose acts can't be played again, and why.")
    few: int = Field(description="With fewer hands there is no z.")
    left_out: int = Field(description="Hands at private tables with rules of their own, which no line has.")
    why: str = Field(description="Why there are no exact edges. Empty if there are.")


class RoundStepAnswer(BaseModel):
    name: str
    clause: str
    call: str = Field(description="What the dealer asks or says in this step, if it is always the same.")


class IrregularityAnswer(BaseModel):
    what: str
    clause: str
    means: str
    amount_is: str
    remedy: str = Field(description="The clause in our own words.")


class Remedy(BaseModel):
    what: str
    remedy: str
    clause: str
    place: str


class Back(BaseModel):
    seat: int
    name: str
    wager: str
    cents: int


class PreviewAnswer(BaseModel):
    why_not: str = Field(description="Why the report would be refused. Empty if it would be accepted.")
    clause: str
    words: str = Field(description="The clause in our own words.")
    now: list[Remedy] = Field(description="What happens at once. Empty if the fault shows later.")
    void: list[str] = Field(description="The places whose hands become void; `round` for all.")
    back: list[Back] = Field(description="Wagers that go back.")
