"""``pitboss`` on a machine without the libraries for exact odds."""

from __future__ import annotations

import sys

from pitboss.cli import run
from pitboss.extras import ODDS

if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(ODDS.libraries))
    run()
