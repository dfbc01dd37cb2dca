"""What can be typed at a live table, beside what every table knows."""

from __future__ import annotations

LIVE_HELP = """\
At a live table also:{report}
  [bold]money[/]         your chips and your wallet{meters}
  [bold]buy 100[/]       buy chips for $100 from your wallet{coupons}
  [bold]take money[/]    take play money and buy chips with it, if you have too little left to play
  [bold]cash out 50[/]   put $50 of your chips into your wallet ([bold]cash out all[/]: all of them)
  [bold]account[/]       what your game account holds
  [bold]account in 50[/] pay $50 from your wallet into it ([bold]account out 50[/]: back)
  [bold]sit out[/]       skip rounds and keep your seat ([bold]play again[/] ends that)
  [bold]sit 4[/]         move to seat 4{behind}{register}
  [bold]lobby[/]         leave this table and choose another
If your time is over, the house acts for you (ruling time-out)."""
METERS = ", and the progressive meters"
BEHIND = "\n  [bold]stand behind[/]  wager from behind the seats, if the rules allow it"
COUPONS = "\n  [bold]buy coupon 25[/] bring match play coupons of $25 to the table"
WHOM_TO_TELL = "\n  [bold]report[/]        whom to tell of an irregularity"
REGISTER = "\n  [bold]register ann[/]  register as ann; you keep chips and history"


def live_help(*, coupons: bool, registers: bool, reports: bool, behind: bool, meters: bool) -> str:
    """The help. ``coupons``, ``registers``, ``reports``, ``behind`` and ``meters`` say what the player may do here.

    >>> told = live_help(coupons=False, registers=False, reports=False, behind=False, meters=False)
    >>> "whom to tell" in told, "stand behind" in told
    (True, False)
    """
    return LIVE_HELP.format(
        coupons=COUPONS if coupons else "",
        behind=BEHIND if behind else "",
        meters=METERS if meters else "",
        register=REGISTER if registers else "",
        report="" if reports else WHOM_TO_TELL,
    )
