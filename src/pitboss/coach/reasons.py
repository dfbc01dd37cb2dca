"""Why the best choice of a decision is the best, in a sentence or two with the counts behind the values."""

from __future__ import annotations

from pitboss.coach.counsel import Counsel, spots_of
from pitboss.exact.reasons import by_ends
from pitboss.exact.spots import Contest


def why(game: str, found: Counsel, chosen: str) -> str:
    """Why the best choice is better than the chosen one or, if that is the best, than the second best."""
    values = {one.do: one.value for one in found.choices if one.value is not None}
    assert found.best is not None
    best = found.best.do
    second = max((do for do in values if do != best), key=lambda do: values[do])
    contest = Contest(
        about=found.about,
        known=found.known,
        best=best,
        other=second if chosen == best else chosen,
        values=values,
        ends=found.ends,
        made=found.made,
        deals=found.deals,
    )
    spots = spots_of(game)
    reason = spots.reason if spots is not None and spots.reason is not None else by_ends
    return reason(contest)
