"""Records: the events and inputs of a round, as lines of JSON."""

from __future__ import annotations

import msgspec

from pitboss.engine.round import events as ev
from pitboss.engine.round import inputs
from pitboss.engine.round.events import Event

Record = Event
"""An event or an input. An input is an event that somebody outside the round has caused."""
AnyRecord = (
    inputs.AnyInput
    | ev.Began
    | ev.Seated
    | ev.Procedure
    | ev.Shuffled
    | ev.Committed
    | ev.Offered
    | ev.Refused
    | ev.Cut
    | ev.Announced
    | ev.Wagered
    | ev.Withdrawn
    | ev.Dealt
    | ev.Burned
    | ev.Chose
    | ev.Moved
    | ev.Exposed
    | ev.Concealed
    | ev.Ranked
    | ev.Settled
    | ev.Contributed
    | ev.Metered
    | ev.Paid
    | ev.Drawn
    | ev.Validated
    | ev.Collected
    | ev.Stub
    | ev.Counted
    | ev.Irregular
    | ev.Voided
    | ev.Opened
    | ev.Ended
)
RECORDS: dict[str, type[Event]] = {str(kind.__struct_config__.tag): kind for kind in AnyRecord.__args__}
"""Every kind of record by its ``type``."""

encode = msgspec.json.Encoder().encode
encode_lines = msgspec.json.Encoder().encode_lines
decode = msgspec.json.Decoder(AnyRecord).decode
