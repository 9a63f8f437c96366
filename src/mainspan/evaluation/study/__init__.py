"""The reproduction study: what the papers claim of their methods, held against results."""
