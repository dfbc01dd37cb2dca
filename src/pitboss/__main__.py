"""``python -m pitboss`` runs the command ``pitboss``."""

from pitboss.cli import run

if __name__ == "__main__":
    run()
