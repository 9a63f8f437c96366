"""Where results go: standard output, one file, a folder with a file for each page, or lines of one file."""

from mainspan.output.lines import Lines, json_line
from mainspan.output.locking import locked
from mainspan.output.places import File, Folder, Rows, Standard, StandardRows, check_writable, write_file

__all__ = [
    "File",
    "Folder",
    "Lines",
    "Rows",
    "Standard",
    "StandardRows",
    "check_writable",
    "json_line",
    "locked",
    "write_file",
]
