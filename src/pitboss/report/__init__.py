"""What leaves the house on paper: par sheets of a game's odds, and pictures of its strategy.

The libraries that this needs are loaded when something is written, so that nothing else waits for them.
"""

from pitboss.report.drawing import draw, svg, value_distribution
from pitboss.report.par_sheet import write

__all__ = ["draw", "svg", "value_distribution", "write"]
