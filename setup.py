"""The three compiled files, all optional: where one cannot be built, Python and numpy do its work.

They are three since they know different things: the scanner how pages are written, whatever method reads
them; the kernels what the learned method makes of the columns, and nothing of HTML; the walk how the text
that was found is laid out.
"""

from setuptools import Extension, setup

NAMES = ("mainspan.page.scan", "mainspan.render.walk", "mainspan.algorithms.learned.kernels")

setup(ext_modules=[Extension(name, [f"src/{name.replace('.', '/')}.pyx"], optional=True) for name in NAMES])
