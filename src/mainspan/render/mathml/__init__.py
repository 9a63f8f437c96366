"""MathML, and what MathJax makes of it: as a tree, as TeX, and as markup that is safe."""

from mainspan.render.mathml.markup import to_markup
from mainspan.render.mathml.rows import ends_open, is_balanced, join
from mainspan.render.mathml.tex import to_tex
from mainspan.render.mathml.tree import Node, read_tree

__all__ = ["Node", "ends_open", "is_balanced", "join", "read_tree", "to_markup", "to_tex"]
