"""The one compiled file, optional: where it cannot be built, the Python scanner does its work."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("mainspan.page.scan", ["src/mainspan/page/scan.pyx"], optional=True)])
