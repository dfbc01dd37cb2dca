"""``pitboss`` on a machine without the libraries for exact odds."""

from __future__ import annotations

import sys

from pitboss.basics.extras import ODDS
from pitboss.cli import run

if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(ODDS.libraries))
    run()
