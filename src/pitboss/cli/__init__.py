"""The ``pitboss`` command, a module for each of its commands."""

from pitboss.cli.app import main, run

__all__ = ["main", "run"]
