"""``python -m pitboss.cli`` is ``pitboss``."""

import sys

from pitboss.cli import main

sys.exit(main())
