"""Where pages come from: files, folders, addresses, standard input, feeds and sitemaps.

    find_sources(names)     the pages of files, folders and addresses; read() reads one
    read_listing(fetched)   the addresses in a feed (RSS, RDF, Atom, JSON Feed) or a sitemap; None for a page
    read_list(name)         the names in a text file, one on each line
    to_page(fetched)        what was fetched or rendered, as a Page

>>> from mainspan import extract
>>> from mainspan.sources import find_sources, read_listing
>>> for source in find_sources(["pages/"]):  # doctest: +SKIP
...     print(source.name, extract(source.read()).text)
>>> from mainspan.fetch import fetch_page
>>> read_listing(fetch_page("https://example.org/feed.xml")).addresses  # doctest: +SKIP
['https://example.org/1', 'https://example.org/2']

mainspan.extract_many() does all this for many sources, with the pages that feeds and sitemaps name.
"""

from mainspan.sources.find import PAGES, Keys, find_sources, read_list
from mainspan.sources.listing import Listing, read_listing
from mainspan.sources.source import Source, read_file, to_page

__all__ = [
    "PAGES",
    "Keys",
    "Listing",
    "Source",
    "find_sources",
    "read_file",
    "read_list",
    "read_listing",
    "to_page",
]
