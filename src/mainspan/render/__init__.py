"""Spans to what people read. No option here changes what was extracted."""
