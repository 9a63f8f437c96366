"""The three figures of the paper of 2007, drawn as SVG: one panel for each package."""
