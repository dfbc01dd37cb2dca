"""The ``pitboss`` command, a module for each of its commands."""

from pitboss.cli.app import main

__all__ = ["main"]
