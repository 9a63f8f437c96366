from typing import Any

class SheetView:
    def attach(self, **columns: Any) -> None: ...
