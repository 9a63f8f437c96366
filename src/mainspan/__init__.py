"""Mainspan finds the main content of a web page.

>>> import mainspan
>>> mainspan.extract("<h1>Title</h1><p>Some text.</p>", algorithm="plain").text
'Title\\n\\nSome text.\\n'
"""

from mainspan.algorithms import ALGORITHMS, algorithm
from mainspan.errors import MainspanError
from mainspan.extraction import Extraction, extract
from mainspan.page import Page
from mainspan.spans import Spans

__all__ = ["ALGORITHMS", "Extraction", "MainspanError", "Page", "Spans", "algorithm", "extract"]
__version__ = "0.1.0"
