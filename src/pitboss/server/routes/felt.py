"""What lies where at a table of a game, for a client that has no felt of its own for it."""

from __future__ import annotations

from pitboss.engine import registry
from pitboss.engine.declared.words import PLAYER, UP, Ask, Bet, Deal, Turn, WholeDeclaration
from pitboss.engine.game import Game, Wager
from pitboss.protocol.games import Felt, FeltArea, FeltPlace

SEAT = "seat"


def felt_of(game: Game) -> Felt:
    """The colour, places and areas of a game. One that is declared whole says how many cards lie where."""
    declared = game.declared if isinstance(game.declared, WholeDeclaration) else None
    return Felt(
        colour=registry.at_seat(game).felt,
        places=tuple(_place(declared, place) for place in (SEAT, *game.places)),
        areas=tuple(_area(game, declared, wager) for wager in game.wagers),
    )


def _place(declared: WholeDeclaration | None, place: str) -> FeltPlace:
    if declared is None:
        return FeltPlace(place=place)
    name, lie, up = PLAYER if place == SEAT else place, 0, 0
    sizes: list[int] = []
    for step in declared.round:
        match step:
            case Deal(cards=cards, to=to, face=face) if to == name:
                lie += cards
                up += cards if face == UP and not sizes else 0
            case Turn(cards=cards, at=at) if at == name and not sizes:
                up += cards
            case Ask():
                sizes.append(lie)
    return FeltPlace(place=place, sizes=tuple(sorted({*sizes, lie} - {0})), up=up)


def _area(game: Game, declared: WholeDeclaration | None, wager: Wager) -> FeltArea:
    bet: Bet | None = declared.by_name[wager.name] if declared else None
    paid_on = (bet.earned if bet else game.base) if wager.earned else wager.name
    return FeltArea(wager=wager.name, on=paid_on, side=wager.side, later=bool(bet and not bet.first and not bet.earned))
