"""For `mitmdump -s`: the path of this file is what `python -m mainspan.proxy.script` prints."""

from __future__ import annotations

if __name__ == "__main__":
    print(__file__)
else:
    from mainspan.proxy.addon import MainspanProxy

    addons = [MainspanProxy()]
