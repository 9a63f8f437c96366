"""The packages, and the annotation settings of each: what its annotators took for the main content."""

from __future__ import annotations

from hashlib import md5

# Packages with gold that people made: networks are evaluated on these.
PACKAGES = ("cleaneval", "daniel", "dragnet", "fundus", "kinds", "l3s-gn1", "wcxb", "zh-news", "zh-web")
# The one of them that has no articles, but pages of all other kinds. Tables show it apart.
KINDS_PACKAGE = "kinds"
# Packages for training only: their gold was made by a tool, or taken from one (`silver`).
FURTHER = (
    "defuddle",
    "goose3",
    "mozilla-readability",
    "newspaper",
    "omnivore-readability",
    "trafilatura-eval",
)
# Pages that were labelled for this project block by block (training/labels), for training only.
LABELLED = "labelled"
# Whether the annotators of a package kept the headline, the byline, captions and comments. The last two are
# the scope: whatever a page of any type offers, or an article's text.
SETTINGS = {
    "cleaneval": (1, 1, 1, 1, 1, 0),
    "daniel": (1, 0, 0, 0, 0, 1),
    "dragnet": (1, 1, 0, 0, 0, 1),
    "fundus": (0, 0, 0, 0, 0, 1),
    "kinds": (1, 0, 0, 0, 1, 0),
    "l3s-gn1": (1, 1, 1, 0, 0, 1),
    "wcxb": (0, 0, 0, 0, 1, 0),
    "zh-news": (0, 0, 0, 0, 0, 1),
    "zh-web": (0, 0, 0, 0, 0, 1),
    LABELLED: (1, 0, 0, 0, 1, 0),
    **dict.fromkeys(FURTHER, (0, 0, 0, 0, 0, 1)),
    # Blogs, news and shops: no scope is known.
    **dict.fromkeys(("goose3", "trafilatura-eval"), (0, 0, 0, 0, 0, 0)),
}
# How much more pages of these types count: there are few of them, and they are the hardest. Among the
# labelled pages, documentation is frequent and easy.
TYPE_WEIGHTS = {"product": 2.0, "collection": 2.0, "listing": 2.2, "forum": 1.4}
PACKAGE_WEIGHTS = {
    ("kinds", "forum"): 1.5,
    ("wcxb", "documentation"): 1.5,
    ("labelled", "documentation"): 0.7,
}
HEADLINE, COMMENTS, SCOPE = 0, 3, slice(4, 6)
# The inputs of a page are these settings, then the hints of the whole page.
N_SETTINGS = 6
FOLDS = 5

# Scripts that a network is trained without, to measure it on a script that it has not seen.
SCRIPTS = ("zh", "el", "ru")
# The types of pages, in the order of the network's outputs.
KINDS = ("article", "forum", "product", "documentation", "listing", "collection", "service")


def fold_of(site: str) -> int:
    """The fold of a site, the same in all packages."""
    return int(md5(site.encode()).hexdigest(), 16) % FOLDS
