"""What a page says of itself: title, authors, dates, and where each of them was found."""

from mainspan.metadata.facts import ORIGINS, Fact, Metadata
from mainspan.metadata.find import find_metadata

__all__ = ["ORIGINS", "Fact", "Metadata", "find_metadata"]
