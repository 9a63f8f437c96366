"""A page's metadata: title, authors, dates and more, each with the place it was found in."""

from mainspan.metadata.facts import ORIGINS, Fact, Metadata
from mainspan.metadata.find import find_metadata

__all__ = ["ORIGINS", "Fact", "Metadata", "find_metadata"]
