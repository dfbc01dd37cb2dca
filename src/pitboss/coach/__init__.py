"""The coach: the exact value of each choice, from what one seat has seen, and a review of a finished round."""

from pitboss.coach.counsel import Choice, Counsel, counsel
from pitboss.coach.reviewing import Review, Reviewed, review

__all__ = ["Choice", "Counsel", "Review", "Reviewed", "counsel", "review"]
