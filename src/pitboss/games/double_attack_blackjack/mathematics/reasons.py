"""Why a choice at Double Attack Blackjack is better than another, from the counts of how the hand ends."""

from __future__ import annotations

from fractions import Fraction

from pitboss.basics.cards import one_of, parse_cards, rank
from pitboss.games.double_attack_blackjack.procedures.course import ATTACK, INSURANCE
from pitboss.games.double_attack_blackjack.rules import INSURANCE_PAYS
from pitboss.games.double_attack_blackjack.settle import BUST, DEALER_BLACKJACK, DEALER_BUST, LINES, SURRENDERED, WORDS
from pitboss.mathematics.decision_values import Contest
from pitboss.mathematics.reasons import compared, on_average, percent

PAIR_SPLIT = "a pair is split"


def reason(contest: Contest) -> str:
    if contest.about == ATTACK:
        return _attack(contest)
    if contest.about == INSURANCE:
        return _insurance(contest)
    both = (f"{contest.doing(do).capitalize()} {_comes_of(contest, do)}." for do in (contest.best, contest.other))
    return " ".join((*both, compared(contest)))


def _comes_of(contest: Contest, do: str) -> str:
    """What comes of a choice on a hand, as the end of a sentence."""
    if do == "split":
        return "makes two hands, each with its own wager"
    if do == "surrender":
        taken = contest.of_line(do, LINES[DEALER_BLACKJACK])
        return f"gives up half{f', but all to a blackjack {percent(taken)} of the time' if taken else ' for sure'}"
    bust, given_up = (contest.of_line(do, how) for how in (LINES[BUST], WORDS[SURRENDERED]))
    over = f", {percent(bust)} by going over 21" if bust else ""
    more = " with more at stake" if do == "double" else ""
    shares = {"wins": contest.won(do), "gives up half": given_up, "loses": contest.lost(do) - given_up}
    for how, share in {**shares, "pushes": 1 - sum(shares.values())}.items():
        if share == 1:
            return f"always {how}{more}{over}"
    said = [f"{how} {percent(share)}" for how, share in shares.items() if share]
    said[0] += f" of the time{more}"
    said = ["never wins"] * (not shares["wins"]) + said + ["never loses"] * (not contest.lost(do))
    return f"{', '.join(said[:-1])} and {said[-1]}{over}"


def _attack(contest: Contest) -> str:
    (up,) = parse_cards(contest.known["up"])
    won = contest.share("attack", lambda end: end.cents > 0 and end.how != PAIR_SPLIT)
    lost = contest.share("attack", lambda end: end.cents < 0 and end.how != PAIR_SPLIT)
    over, split = (contest.of_line("attack", how) for how in (LINES[DEALER_BUST], PAIR_SPLIT))
    rest = f"; in {percent(split)} you split a pair" if split else ""
    return (
        f"With {one_of(rank(up))} up, you win {percent(won)} of the rounds"
        f" ({percent(over)} because the dealer goes over 21) and lose {percent(lost)}{rest}."
        f" So the attack itself {on_average(contest.values['attack'] - contest.values['pass'])}."
    )


def _insurance(contest: Contest) -> str:
    share = contest.of_line("insure", LINES[DEALER_BLACKJACK])
    back, per = INSURANCE_PAYS.back
    even, comes = percent(Fraction(per, back)), on_average(contest.values["insure"])
    return (
        f"{int(share * contest.deals)} of the {contest.deals} unseen cards count ten, {percent(share)}. Insurance at"
        f" {INSURANCE_PAYS} breaks even at {even}, so it {comes}."
    )
