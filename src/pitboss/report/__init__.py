"""Printed reports: par sheets of a game's odds, petitions for a regulator, and pictures of a strategy.

``par_sheet`` collects the content. ``writing`` writes it as HTML, comma-separated values or, with ``spreadsheet``, as a
workbook; the file's suffix chooses the form. ``petition`` adds the rules, dealt ``examples`` and the layout, which
``felt`` draws. ``drawing`` draws pictures. Heavy libraries are loaded only when something is written.
"""

from pitboss.report.drawing import draw, stamped, svg, with_steps
from pitboss.report.par_sheet import value_distribution
from pitboss.report.writing import write

__all__ = ["draw", "stamped", "svg", "value_distribution", "with_steps", "write"]
