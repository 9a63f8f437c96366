"""The compiled modules. They need a C compiler and Python's headers."""

from setuptools import Extension, setup

PARTS = {
    "mainspan.page": "survey tokenise words blocks",
    "mainspan.render": "texts walk",
    "mainspan.algorithms.learned": "describe kernels",
}

NAMES = [f"{package}.{part}" for package, parts in PARTS.items() for part in parts.split()]

setup(ext_modules=[Extension(name, [f"src/{name.replace('.', '/')}.pyx"]) for name in NAMES])
