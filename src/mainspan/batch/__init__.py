"""Many pages in one run: in their order, in one process or several, whatever becomes of each."""

from mainspan.batch.order import Order
from mainspan.batch.pages import Result, Settings, extract_page, write, write_failure
from mainspan.batch.workers import Here, Workers

__all__ = [
    "Format",
    "Here",
    "Order",
    "Result",
    "Settings",
    "Workers",
    "extract_page",
    "write",
    "write_failure",
]
