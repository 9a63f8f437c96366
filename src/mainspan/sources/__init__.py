"""What the command line can read: files, folders, addresses, standard input; lists, feeds and sitemaps."""

from mainspan.sources.find import PAGES, Keys, find_sources, read_list
from mainspan.sources.listing import Listing, read_listing
from mainspan.sources.source import Source, read_file

__all__ = ["PAGES", "Keys", "Listing", "Source", "find_sources", "read_file", "read_list", "read_listing"]
