"""The study of the papers' statements: `python -m benchmarks.study PACKAGE... -o RESULTS`."""
