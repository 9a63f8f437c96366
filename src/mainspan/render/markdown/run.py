"""The inline events of a block, put together to paragraphs.

Whitespace and line breaks wait until something follows them, and so do elements that begin: spaces at the
edges of an element go out of it, and elements that hold nothing are not written. The end of an emphasis waits
too, so that the same emphasis can go on after it.
"""

from __future__ import annotations

from mainspan.render.events import Attributes
from mainspan.render.markdown.code import code_span
from mainspan.render.markdown.elements import BACK, CODE, REFERENCE, Element, make_element, make_link
from mainspan.render.markdown.escape import begin_lines
from mainspan.render.markdown.formulas import display_formula, inline_formula
from mainspan.render.markdown.line import write_line
from mainspan.render.markdown.links import image
from mainspan.render.markdown.marks import ATOM, BREAK, CLOSE, FORMULA, LINK, NOTE, OPEN, TAG, Mark

# Paragraphs, with breaks in them; one line; or the cell of a table.
PARAGRAPHS, LINE, CELL = range(3)
_NOTHING, _SPACE, _BREAK, _PARAGRAPH = range(4)


class Run:
    """Takes the inline events of one block after the other."""

    def __init__(self, labels: dict[str, str]) -> None:
        self.form = PARAGRAPHS
        self._labels = labels
        self._stack: list[Element | None] = []
        self._begin_anew()
        self._in_code = 0
        self._is_muted = False

    def _begin_anew(self) -> None:
        self._blocks: list[str] = []
        self._texts: list[str] = []
        self._marks: list[Mark] = []
        # The pieces of the text, or of the code, that is being read.
        self._parts: list[str] = []
        self._code: list[str] = []
        self._gap = _NOTHING
        self._waiting: list[Element] = []
        self._written: list[Element] = []
        self._ending: list[Mark] = []

    def text(self, text: str) -> None:
        """Text with its whitespace collapsed."""
        if self._is_muted:
            return
        if self._in_code:
            self._add_code(text)
            return
        if text[0] == " ":
            self._gap = self._gap or _SPACE
            text = text[1:]
            if not text:
                return
        if self._gap or self._waiting or self._ending or self._code:
            self._settle()
        if text[-1] == " ":
            self._gap = _SPACE
            text = text[:-1]
        self._parts.append(text)

    def _add_code(self, text: str) -> None:
        if not self._code and text.isspace():
            self._gap = self._gap or _SPACE
            return
        if self._gap or self._waiting or self._ending:
            self._settle()
        self._code.append(text)

    def br(self) -> None:
        """A line break; two of them begin a new paragraph."""
        if not self._is_muted:
            self._gap = _BREAK if self._gap < _BREAK else _PARAGRAPH

    def part(self) -> None:
        """The border of a block where no blocks can be: a line break, if there is none."""
        self._gap = max(self._gap, _BREAK)

    def image(self, attributes: Attributes) -> None:
        """An image in the line."""
        if not self._is_muted:
            self._add_atom((ATOM, image(attributes)))

    def formula(self, tex: str, is_display: bool) -> None:
        """A formula, on lines of its own if it is a displayed one and the place allows it."""
        if self._is_muted or not tex.strip():
            return
        if self._in_code:
            self._add_code(tex)
        elif is_display and self.form == PARAGRAPHS and not self._is_in_link():
            if formula := display_formula(tex):
                self._end_paragraph()
                self._blocks.append(formula)
        else:
            self._add_atom((FORMULA, inline_formula(tex, self.form == CELL)))

    def _is_in_link(self) -> bool:
        return any(element.begin[0] == LINK for element in (*self._written, *self._waiting))

    def _add_atom(self, mark: Mark) -> None:
        if mark[1]:
            self._settle()
            self._mark(mark)

    def begin(self, name: str, attributes: Attributes) -> None:
        """An inline element begins."""
        element = self._element(name, attributes)
        self._stack.append(element)
        if element is None:
            return
        if element is CODE:
            self._in_code += 1
        elif element is REFERENCE:
            self._add_reference(f"[^{self._labels[attributes['note']]}]")
            self._is_muted = True
        elif element is BACK:
            self._is_muted = True
        else:
            self._waiting.append(element)

    def _add_reference(self, reference: str) -> None:
        """Footnotes are raised anyhow: an element for that waits for something else to raise."""
        waits = bool(self._waiting) and self._waiting[-1].begin[1] == "<sup>"
        raised = [self._waiting.pop()] if waits else []
        self._add_atom((NOTE, reference))
        self._waiting += raised

    def _element(self, name: str, attributes: Attributes) -> Element | None:
        """What an element is written as here; None if only its text is."""
        if self._is_muted:
            return None
        if name == "a" and "back" in attributes and not self._in_code:
            return BACK  # a renderer of footnotes makes its own
        if name == "a":
            is_reference = not self._in_code and attributes.get("note") in self._labels
            return REFERENCE if is_reference else make_link(attributes)
        element = None if self._in_code else make_element(name)
        if element and element.begin[0] == OPEN and self._is_open(element.begin[1]):
            return None
        return element

    def _is_open(self, mark: str) -> bool:
        return any(element and element.begin[1] == mark for element in self._stack)

    def end(self) -> None:
        """The inline element that began last ends."""
        element = self._stack.pop() if self._stack else None
        if element is None:
            return
        if element is CODE:
            self._in_code -= 1
        elif element is REFERENCE or element is BACK:
            self._is_muted = False
        elif element.is_written:
            self._end_code()
            self._written.pop()
            if element.end[0] == CLOSE:
                self._ending.append(element.end)
            else:
                self._end_emphasis()
                self._mark(element.end)
        elif self._waiting and self._waiting[-1] is element:
            self._waiting.pop()

    def finish(self) -> list[str]:
        """The block's paragraphs; what comes now belongs to another one."""
        if not (self._parts or self._marks or self._code):
            if not self._blocks:
                self._gap = _NOTHING
                return []
        elif not self._marks and not self._code and not self._ending and self.form == PARAGRAPHS:
            self._texts.append("".join(self._parts))
            self._blocks.append(begin_lines(write_line(self._texts, self._marks)))
        else:
            self._end_paragraph()
        blocks = self._blocks
        self._begin_anew()
        return blocks

    def _settle(self) -> None:
        """Write what waited for content."""
        if self._code:
            self._end_code()
        if self._gap:
            self._end_emphasis()
            self._write_gap()
        if self._waiting:
            self._begin_waiting()
        self._end_emphasis()

    def _write_gap(self) -> None:
        gap, self._gap = self._gap, _NOTHING
        if not self._parts and not self._marks:
            return
        if gap == _SPACE or self.form == LINE:
            self._parts.append(" ")
        elif self.form == CELL:
            self._mark((BREAK, "<br>" if gap == _BREAK else "<br><br>"))
        elif gap == _BREAK:
            self._mark((BREAK, "\\\n"))
        else:
            self._end_paragraph()

    def _begin_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for element in waiting:
            if element.begin[0] == OPEN and self._ending:
                # Marks of two kinds that touch would be read as one of a third: the second is left out.
                if self._ending[-1][1] != element.begin[1]:
                    continue
                self._ending.pop()
            else:
                self._end_emphasis()
                self._mark(element.begin)
            element.is_written = True
            self._written.append(element)

    def _end_emphasis(self) -> None:
        for mark in self._ending:
            self._mark(mark)
        self._ending.clear()

    def _end_code(self) -> None:
        if self._code:
            text = "".join(self._code).replace("\n", " ")
            self._code.clear()
            if "]:" in text and self._is_in_link():
                # At the beginning of a line this would define an address, and code spans know no escape.
                self._mark((TAG, "<code>"))
                self._parts.append(text)
                self._mark((TAG, "</code>"))
            else:
                self._mark((ATOM, code_span(text)))

    def _mark(self, mark: Mark) -> None:
        self._texts.append("".join(self._parts))
        self._parts.clear()
        self._marks.append(mark)

    def _end_paragraph(self) -> None:
        """Write the paragraph; the open elements start again in the next one."""
        self._end_code()
        self._end_emphasis()
        self._gap = _NOTHING
        for element in reversed(self._written):
            self._mark(element.end)
            element.is_written = False
        self._waiting = [*self._written, *self._waiting]
        self._written = []
        if not self._parts and not self._marks:
            return
        self._texts.append("".join(self._parts))
        line = write_line(self._texts, self._marks)
        self._blocks.append(begin_lines(line) if self.form == PARAGRAPHS else line)
        self._texts, self._marks, self._parts = [], [], []
