"""The settings of a live table."""

from __future__ import annotations

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings of a table that are no rules of the game."""

    private: bool = False
    practice: bool = False
    """A table for practice touches no wallet and joins no link: its chips are given out, and not paid back."""
    asks_dealer: bool = False
    """Whether who opened a private table asks for a person who deals. At other private tables none may."""
    coach: bool = True
    """Whether players may ask the coach during a round. Only a private table has one."""
    seed: int | None = None
    """Makes the cards repeatable. Only a table for practice may have one."""

    @property
    def coached(self) -> bool:
        return self.private and self.coach

    def __post_init__(self) -> None:
        if self.seed is not None and not self.practice:
            raise ValueError("only a table for practice may have a seed")
