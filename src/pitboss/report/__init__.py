"""Printed reports: par sheets of a game's odds, and pictures of its strategy.

``par_sheet`` collects the content. ``page``, ``flat`` and ``spreadsheet`` render it, ``drawing`` renders pictures.
``book`` makes the file of a spreadsheet. ``writing`` chooses the form by the file's suffix. Heavy libraries are loaded
only when something is written.
"""

from pitboss.report.drawing import draw, svg, with_steps
from pitboss.report.par_sheet import value_distribution
from pitboss.report.stamp import stamped
from pitboss.report.writing import write

__all__ = ["draw", "stamped", "svg", "value_distribution", "with_steps", "write"]
