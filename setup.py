"""The compiled modules. They need a C compiler and Python's headers."""

from Cython.Build import cythonize
from setuptools import Extension, setup

# Inner loops, written in Cython.
LOOPS = {
    "mainspan.page": "survey tokenise words blocks",
    "mainspan.render": "walk",
    "mainspan.algorithms.learned": "describe features layers view",
}
# Rules, written in Python. Each has its types in a .pxd file of the same name.
RULES = {"mainspan.algorithms.learned": "choosing copies headline parts structure"}
# Rules are compiled as they are written: types come from the .pxd file and from what is assigned.
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "show_performance_hints": False,
}


def extensions(parts: dict[str, str], suffix: str) -> list[Extension]:
    """The extensions of these modules."""
    names = [f"{package}.{name}" for package, names in parts.items() for name in names.split()]
    return [Extension(name, [f"src/{name.replace('.', '/')}.{suffix}"]) for name in names]


setup(
    ext_modules=[
        *cythonize(extensions(LOOPS, "pyx"), include_path=["src"], language_level=3),
        *cythonize(extensions(RULES, "py"), include_path=["src"], compiler_directives=DIRECTIVES),
    ]
)
