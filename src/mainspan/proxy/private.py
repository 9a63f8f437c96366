"""Whether a request is made on behalf of a page on another host.

Such a request must not reach private addresses: the page would use the proxy, or the browser, to look into a
network that it has no access to. A user who types an address may reach any.

Browsers say who asks in several fields. To addresses without TLS they send no Sec-Fetch-Site, and from a page
with TLS not even a Referer. So a request of a browser that shows neither who asks nor that it opens a page
(Upgrade-Insecure-Requests) counts as that of another host. Opening a private address by a link of a page with
TLS cannot be told from typing it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from mainspan.proxy.fields import Fields, value
from mainspan.proxy.hosts import plain_host


def is_for_another_host(host: str, fields: Fields) -> bool:
    """Whether a page on another host than this makes the request, or may make it."""
    site = value(fields, "sec-fetch-site").lower()
    if site in ("none", "same-origin"):
        return False
    asking = [text for name in ("origin", "referer") if (text := value(fields, name).strip())]
    if asking:
        return any(host_of(text) != plain_host(host) for text in asking)
    if site:
        return True
    agent = value(fields, "user-agent")
    # Programs that call themselves compatible to browsers show no pages.
    is_browser = agent.startswith("Mozilla/") and "(compatible;" not in agent
    return is_browser and not value(fields, "upgrade-insecure-requests")


def host_of(address: str) -> str:
    """The host of an address; empty for `null`, which hides it."""
    try:
        return plain_host(urlsplit(address).hostname or "")
    except ValueError:
        return ""
