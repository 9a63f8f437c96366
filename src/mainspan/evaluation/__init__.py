"""The evaluation framework: packages, contestants and measures go in, records and reports come out."""
