"""Annotating pages: answers of several annotators, their agreement, merging, and gold for test packages.

    find_document, add_without_gold a document of a package, or a new page for it
    begin, Answer                   an answer from the default method, from nothing or from the gold
    save_answer, read_answer        each annotator's own, with versions; visible_answers: what may be shown
    read_queue                      what there is to do, and how far it is
    agree, agree_on_page            words-F1 and kappa
    find_differences, merge         where answers differ, and one answer of all
    read_gold, save_gold            the gold of the package
    export_package, import_package  packages for others

Marks are made from spans: of blocks (`Spans.of_blocks`), of offsets (`Spans`), of characters of blocks
(`find_parts`) or of a selection in the DOM (`find_ranges`). `Answer.with_spans` takes any of them, and
`make_parts` says what to show. Characters are code points; in JavaScript, `Array.from(text)` has them.
"""

from mainspan.annotation.agreement import Agreement, OnPage, Pair, agree, agree_on_page, words_f1
from mainspan.annotation.answer import GOLD, MERGED, Answer, Decision, annotator_name
from mainspan.annotation.exchange import Exported, export_package, import_package
from mainspan.annotation.gold import BEGINNINGS, begin, gold_spans, read_gold, save_gold, visible_gold
from mainspan.annotation.marks import Located, Mark, Part, Point, find_parts, find_ranges, make_parts
from mainspan.annotation.merging import Difference, differing_fields, find_differences, is_outdated, merge
from mainspan.annotation.queue import Entry, Queue, read_queue
from mainspan.annotation.store import find_document, read_answer, read_answers, save_answer, visible_answers
from mainspan.errors import AnnotationError, ConflictError
from mainspan.evaluation.build import add_without_gold

__all__ = [
    "BEGINNINGS",
    "GOLD",
    "MERGED",
    "Agreement",
    "AnnotationError",
    "Answer",
    "ConflictError",
    "Decision",
    "Difference",
    "Entry",
    "Exported",
    "Located",
    "Mark",
    "OnPage",
    "Pair",
    "Part",
    "Point",
    "Queue",
    "add_without_gold",
    "agree",
    "agree_on_page",
    "annotator_name",
    "begin",
    "differing_fields",
    "export_package",
    "find_differences",
    "find_document",
    "find_parts",
    "find_ranges",
    "gold_spans",
    "import_package",
    "is_outdated",
    "make_parts",
    "merge",
    "read_answer",
    "read_answers",
    "read_gold",
    "read_queue",
    "save_answer",
    "save_gold",
    "visible_answers",
    "visible_gold",
    "words_f1",
]
