"""The default method: a small network over the page's blocks, and rules for what belongs together."""

from mainspan.algorithms.learned.judgement import LearnedJudgement
from mainspan.algorithms.learned.method import Learned

__all__ = ["Learned", "LearnedJudgement"]
