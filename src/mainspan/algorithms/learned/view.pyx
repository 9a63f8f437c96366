"""The columns of a sheet as compiled code reads them."""


cdef class SheetView:
    """The base of `Sheet`.

    Compiled code that knows a sheet as a view finds C arrays under the names under which Python finds numpy's.
    """

    def attach(self, *, words, characters, linked, gap, depth, group, hidden, counts, word_bits, ranges, masks, roles, labels, page_hints, title_bits, declared):
        """Take the columns."""
        self.words, self.characters, self.linked, self.gap, self.depth = words, characters, linked, gap, depth
        self.group, self.hidden = group, hidden
        self.counts, self.word_bits, self.ranges, self.masks = counts, word_bits, ranges, masks
        self.roles, self.labels = roles, labels
        self.page_hints, self.title_bits, self.declared = page_hints, title_bits, declared
