"""Where the rows of one contestant on one package are kept during a run."""

from __future__ import annotations

from collections.abc import Collection
from io import BufferedWriter
from pathlib import Path

from mainspan.errors import OutputError
from mainspan.evaluation.records import Row
from mainspan.evaluation.result_files import Table, encoded, text_line
from mainspan.evaluation.tables import RowFormat


class Store:
    """Receives rows, and has those of an earlier run. This one keeps nothing."""

    def done(self, documents: Collection[str]) -> dict[str, Row]:
        """The rows of these documents that exist already."""
        return {}

    def add(self, row: Row, text: str) -> None:
        """Store a row and the text that was found."""

    def finish(self, rows: Collection[Row]) -> None:
        """All rows are there."""

    def close(self) -> None:
        """Release resources; the run may be resumed later."""


class Memory(Store):
    """Keeps texts in memory; the run itself keeps the rows."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def add(self, row: Row, text: str) -> None:
        """Store a text."""
        self.texts[row.document] = text


class OnDisk(Store):
    """Appends each row to a file at once, so that a killed run loses only unfinished documents."""

    def __init__(self, table: Table, form: RowFormat) -> None:
        self.table = table
        self.form = form
        self.files: tuple[BufferedWriter, BufferedWriter] | None = None

    def done(self, documents: Collection[str]) -> dict[str, Row]:
        """The rows of an earlier run: of a finished table, or else those that are complete."""
        rows = self.table.rows() if self.table.final.exists() else {}
        if not rows.keys() >= set(documents):
            rows = self.table.unfinished()
        return {name: rows[name] for name in documents if name in rows}

    def add(self, row: Row, text: str) -> None:
        """Append the text, then the row, so that each row has its text."""
        try:
            if self.files is None:
                texts = _open(self.table.part_texts, b"")
                self.files = texts, _open(self.table.part, encoded(self.form.header))
            lines = text_line(row.document, text), self.form.line(row)
            for file, line in zip(self.files, lines, strict=True):
                file.write(encoded(line))
                file.flush()
        except OSError as error:
            raise OutputError(f"{self.table.part}: {error.strerror or error}") from None

    def finish(self, rows: Collection[Row]) -> None:
        """Write the whole table, unless an earlier run did."""
        self.close()
        if self.table.part.exists() or not self.table.final.exists():
            self.table.finish(self.form, rows)

    def close(self) -> None:
        """Close the files; a later run can append to them."""
        for file in self.files or ():
            file.close()
        self.files = None


def _open(path: Path, header: bytes) -> BufferedWriter:
    """Open a file to append lines, and remove an incomplete last line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.read_bytes() if path.exists() else b""
    end = written.rfind(b"\n") + 1
    file = path.open("ab")
    file.truncate(end if written.startswith(header) else 0)
    if not end or not written.startswith(header):
        file.write(header)
    return file
