"""The page that people play on: HTML, style sheets and ES modules, served as they are."""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the files of the page are."""
