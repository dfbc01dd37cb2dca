"""Check a log of a table game with nothing but the log itself.

    python examples/check_log.py LOG [LOG ...]

The checker is src/pitboss/checker.py, one file that imports nothing but the standard library and says what it checks.
"""

import sys

from pitboss.checker import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
