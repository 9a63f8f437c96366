"""`python -m mainspan` is the command line."""

from mainspan.cli import main

main()
