"""``python -m pitboss.cli`` is ``pitboss``."""

from pitboss.cli import run

run()
