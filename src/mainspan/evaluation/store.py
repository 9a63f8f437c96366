"""Where the rows of one contestant on one package are kept while a run goes on."""

from __future__ import annotations

from collections.abc import Collection
from io import BufferedWriter
from pathlib import Path
from typing import Protocol

from mainspan.errors import OutputError
from mainspan.evaluation.records import Row
from mainspan.evaluation.result_files import Table, encoded, text_line
from mainspan.evaluation.tables import RowFormat


class Store(Protocol):
    """Takes rows as they come, and remembers those of an earlier run."""

    def done(self, documents: Collection[str]) -> dict[str, Row]:
        """The rows, of these documents, that need not be made again."""

    def add(self, row: Row, text: str) -> None:
        """Keep a row and the text that was found."""

    def finish(self, rows: Collection[Row]) -> None:
        """All rows are there."""

    def close(self) -> None:
        """No more rows will come for now."""


class Memory:
    """Keeps the texts, and forgets them with the evaluation."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def done(self, documents: Collection[str]) -> dict[str, Row]:
        """None: there was no earlier run."""
        return {}

    def add(self, row: Row, text: str) -> None:
        """Keep a text; rows are kept by the run itself."""
        self.texts[row.document] = text

    def finish(self, rows: Collection[Row]) -> None:
        """Nothing is left to do."""

    def close(self) -> None:
        """Nothing is open."""


class OnDisk:
    """Appends each row to a file at once, so that a run that is killed loses only what was under way."""

    def __init__(self, table: Table, form: RowFormat) -> None:
        self.table = table
        self.form = form
        self.files: tuple[BufferedWriter, BufferedWriter] | None = None

    def done(self, documents: Collection[str]) -> dict[str, Row]:
        """The rows of an earlier run: all of a finished table, else those that were written whole."""
        rows = self.table.rows() if self.table.final.exists() else {}
        if not rows.keys() >= set(documents):
            rows = self.table.unfinished()
        return {name: rows[name] for name in documents if name in rows}

    def add(self, row: Row, text: str) -> None:
        """Append the text, and then the row: a row is there only if all of it is."""
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
        """Write the table whole, unless an earlier run did."""
        self.close()
        if self.table.part.exists() or not self.table.final.exists():
            self.table.finish(self.form, rows)

    def close(self) -> None:
        """Close the files; they can be gone on with."""
        for file in self.files or ():
            file.close()
        self.files = None


def _open(path: Path, header: bytes) -> BufferedWriter:
    """Open a file to append whole lines, without a last line that was not written to its end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.read_bytes() if path.exists() else b""
    end = written.rfind(b"\n") + 1
    file = path.open("ab")
    file.truncate(end if written.startswith(header) else 0)
    if not end or not written.startswith(header):
        file.write(header)
    return file
