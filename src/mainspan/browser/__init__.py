"""Pages that need scripts, as an installed Chromium shows them: headless, in a profile of its own, in time.

The browser is asked through a pipe, in the protocol that its own tools speak: no port is opened, no library
is needed, and nothing of it is left behind. A page is complete when nothing is loading any more and its
timers have had ten seconds; its clock runs ahead while nothing is loading, so that takes no time. What has
not come by then (a connection that is held open for news, say) is not waited for.
"""

from mainspan.browser.find import BROWSERS, find_browser, how_to_install
from mainspan.browser.render import MAX_SECONDS, render

__all__ = ["BROWSERS", "MAX_SECONDS", "find_browser", "how_to_install", "render"]
