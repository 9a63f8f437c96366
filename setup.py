"""The compiled modules. They need a C compiler and Python's headers; a wheel holds them ready made."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# Inner loops, in Cython: indices are never negative and always in range, so nothing checks them.
KERNELS = {"boundscheck": False, "wraparound": False, "cdivision": True, "initializedcheck": False}
# Rules, in Python that is compiled as it is, with the types in the .pxd file beside it. A test runs them as
# they are written too, where Python checks each index.
LEARNED = "mainspan.algorithms.learned"
RULES = [f"{LEARNED}.{name}" for name in ("choosing", "copies", "headline", "parts", "structure")]
INFERRED = {"annotation_typing": False, "infer_types": True, "show_performance_hints": False}
# What puts forms together, compiled in the same way, but with Python's own lists and indices.
RENDER = "mainspan.render"
WRITERS = [
    *(f"{RENDER}.{name}" for name in ("addresses", "assembler", "attributes", "builder", "html", "images")),
    f"{RENDER}.surroundings",
    *(f"{RENDER}.markdown.{name}" for name in ("blocks", "containers", "elements", "emphasis", "escape")),
    *(f"{RENDER}.markdown.{name}" for name in ("footnotes", "line", "links", "marks", "run")),
]


def compiled() -> list[Extension]:
    """The compiled modules: each Cython file, and the rules."""
    kernels = [_extension(path) for path in sorted(Path("src").rglob("*.pyx"))]
    rules, writers = (
        [_extension(Path("src", *name.split(".")).with_suffix(".py")) for name in names]
        for names in (RULES, WRITERS)
    )
    # What all modules need for arrays is compiled once: less code to load into the processor's caches.
    shared = "mainspan._cyutility"
    common = {
        "shared_utility_qualified_name": shared,
        "build_dir": "build/cython",
        "language_level": 3,
        "nthreads": os.cpu_count(),
    }
    return [
        *cythonize([Extension(shared, ["src/mainspan/_cyutility.c"])], **common),
        *cythonize(kernels, compiler_directives=KERNELS, **common),
        *cythonize(rules, compiler_directives=KERNELS | INFERRED, **common),
        *cythonize(writers, compiler_directives={"annotation_typing": False}, **common),
    ]


def _extension(path: Path) -> Extension:
    # Debug information takes a quarter of the compiler's time, and nobody reads it.
    options = ["-g0"] if os.name == "posix" else []
    name = ".".join(path.relative_to("src").with_suffix("").parts)
    return Extension(name, [str(path)], extra_compile_args=options)


# The guard is for the processes that translate several files at once.
if __name__ == "__main__":
    setup(ext_modules=compiled(), options={"build_ext": {"parallel": os.cpu_count()}})
