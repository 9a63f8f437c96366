"""Finds the named numbers of source files, and the values that `scripts/mutants.py` tries instead of them.

A named number is

- a name in capitals that a module sets to a number, or to a sum of numbers and names;
- a name of a Cython enum that begins with MAX_ or MIN_: its others are codes;
- a name in capitals that a module sets to a tuple of numbers: they change together;
- the default of a method's parameter, `name: int = parameter(5, ...)`.

Time limits, buffers, codes and the layout of figures decide nothing. Names that end in _SECONDS, _BYTES,
_CHUNK or _SEED are left out, and so is what the source marks: `# no rule: buffer` after a number is about
that line; on a line of its own it is about all lines up to the next blank one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

LEFT_OUT_FOLDERS = ("src/mainspan/plot", "src/mainspan/evaluation/report/figures")
_LEFT_OUT_NAME = re.compile(r"(^|_)(SECONDS|BYTES|CHUNK|SEED)$")
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*$")
_MARK = re.compile(r"#\s*no rule: \S")


@dataclass(frozen=True)
class Constant:
    """A named number: where its value is in a file, and what it is (None: only the running module knows)."""

    path: str
    line: int
    name: str
    begin: int
    end: int
    text: str
    value: tuple[float, ...] | None


@dataclass(frozen=True)
class Mutant:
    """A constant and what is written instead of it."""

    constant: Constant
    text: str


def find_constants(path: str, source: str) -> list[Constant]:
    """The named numbers of a Python or Cython file, but for those that decide nothing."""
    if path.startswith(LEFT_OUT_FOLDERS):
        return []
    found = _in_python(path, source) if path.endswith(".py") else _in_cython(path, source)
    marked = _marked_lines(source)
    return [
        each
        for each in found
        if each.line not in marked
        and not _LEFT_OUT_NAME.search(each.name)
        and (each.value is None or any(each.value))
    ]


def _marked_lines(source: str) -> set[int]:
    """The lines that a comment `# no rule: ...` is about."""
    found, whole_block = set(), False
    for number, line in enumerate(source.splitlines(), 1):
        mark = _MARK.search(line)
        if not line.strip() or line.lstrip().startswith("#"):
            whole_block = bool(line.strip()) and (whole_block or bool(mark))
        if mark or whole_block:
            found.add(number)
    return found


def _in_python(path: str, source: str) -> Iterator[Constant]:
    lines = source.encode().splitlines(keepends=True)
    begins = [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    data = source.encode()

    def constant(name: str, node: ast.expr, value: tuple[float, ...] | None) -> Constant:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = begins[node.lineno - 1] + node.col_offset
        end = begins[node.end_lineno - 1] + node.end_col_offset
        text = data[begin:end].decode()
        first = len(data[:begin].decode())
        return Constant(path, node.lineno, name, first, first + len(text), text, value)

    for name, node in _named_values(ast.parse(source)):
        if isinstance(node, ast.Tuple) and node.elts:
            values = [_value(each) for each in node.elts]
            if all(value is not None for value in values):
                yield constant(name, node, tuple(value for value in values if value is not None))
        elif (value := _value(node)) is not None:
            yield constant(name, node, (value,))
        elif _is_sum(node):
            yield constant(name, node, None)


def _named_values(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Names in capitals with what a module sets them to, and the parameters of methods."""
    for statement in module.body:
        if isinstance(statement, ast.ClassDef):
            yield from _parameters(statement)
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if len(targets) != 1 or value is None:
            continue
        pairs = [(targets[0], value)]
        if isinstance(targets[0], ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(targets[0].elts, value.elts, strict=False))
        for target, each in pairs:
            if isinstance(target, ast.Name) and _NAME.match(target.id):
                yield target.id, each


def _parameters(cls: ast.ClassDef) -> Iterator[tuple[str, ast.expr]]:
    for statement in cls.body:
        match statement:
            case ast.AnnAssign(
                target=ast.Name(id=name), value=ast.Call(func=ast.Name(id="parameter"), args=[default, *_])
            ):
                yield f"{cls.name}.{name}", default


def _value(node: ast.expr) -> float | None:
    """What an expression of numbers alone is."""
    numbers = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
    if not _is_sum(node) or any(isinstance(each, ast.Name) for each in ast.walk(node)) or not numbers:
        return None
    found: float = eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}})
    return found


def _is_sum(node: ast.expr) -> bool:
    """Whether an expression computes with numbers, at least one of them a literal, and perhaps with names."""
    plain = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.Name, ast.operator, ast.unaryop, ast.expr_context)
    parts = list(ast.walk(node))
    numbers = [each.value for each in parts if isinstance(each, ast.Constant)]
    return (
        all(isinstance(each, plain) for each in parts)
        and bool(numbers)
        and all(type(each) in (int, float) for each in numbers)
    )


_CYTHON_PAIR = re.compile(
    r"(?<![\w.])(?P<name>_?[A-Z][A-Z0-9_]*)\s*(?::\s*Final\s*)?=\s*(?P<value>-?\d[\d_]*(?:\.\d+)?(?:[eE]-?\d+)?)(?=\s*(?:,|#|$))"
)


def _in_cython(path: str, source: str) -> Iterator[Constant]:
    """The numbers of enums, and those that lines without indentation set: Cython has no reader for others."""
    begin, in_enum = 0, False
    for number, line in enumerate(source.splitlines(keepends=True), 1):
        if line.strip() and not line.startswith((" ", "#")):
            in_enum = line.startswith(("cdef enum", "cpdef enum", "ctypedef enum"))
        if in_enum or not line.startswith(" "):
            for pair in _CYTHON_PAIR.finditer(line.partition("#")[0].rstrip()):
                if in_enum and not pair["name"].startswith(("MAX_", "MIN_")):
                    continue
                value = ast.literal_eval(pair["value"])
                first, last = pair.span("value")
                yield Constant(
                    path, number, pair["name"], begin + first, begin + last, pair["value"], (value,)
                )
        begin += len(line)


def mutants_of(constant: Constant) -> list[Mutant]:
    """The constant as a third and as three times its value."""
    if constant.value is None:
        return [Mutant(constant, f"(({constant.text}) // 3)"), Mutant(constant, f"(({constant.text}) * 3)")]
    changed = [[change(value) for value in constant.value] for change in (_third, lambda value: value * 3)]
    is_tuple = constant.text.startswith("(") or "," in constant.text
    return [
        Mutant(constant, f"({', '.join(map(_written, each))},)" if is_tuple else _written(each[0]))
        for each in changed
    ]


def _third(value: float) -> float:
    return round(value / 3) if isinstance(value, int) else value / 3


def _written(value: float) -> str:
    return repr(value) if isinstance(value, int) else f"{value:.12g}"
