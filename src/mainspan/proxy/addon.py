"""The add-on for mitmproxy: it decides what passes, and has the rest extracted.

Bodies are only collected for pages that may be changed. Everything else streams. Extraction runs in worker
processes, and the event loop only waits for them.
"""

from __future__ import annotations

import logging
from typing import Any, Final
from urllib.parse import urljoin

from mitmproxy import ctx, http
from mitmproxy.exceptions import OptionsError

from mainspan.batch.calls import LATE, TOO_MUCH_MEMORY
from mainspan.batch.crew import BUSY, Pool, RefusedError
from mainspan.errors import MainspanError
from mainspan.proxy import rules
from mainspan.proxy.authority import certificate
from mainspan.proxy.connections import PRIVATE, Connections
from mainspan.proxy.counters import Counters
from mainspan.proxy.destinations import Destinations
from mainspan.proxy.fields import Field, charset, media_type, tokens, value
from mainspan.proxy.grants import Grants
from mainspan.proxy.headers import Report, extract_fields, passed_fields, request_fields, stored_fields
from mainspan.proxy.hosts import is_chosen, plain_host
from mainspan.proxy.options import add_options, read_options
from mainspan.proxy.own_pages import OwnAnswer, OwnPages
from mainspan.proxy.private import host_of, is_for_another_host
from mainspan.proxy.readable import OWN_HOST
from mainspan.proxy.settings import Settings
from mainspan.proxy.validators import ask_for_original, resume_from_start
from mainspan.proxy.work import Extract, PageJob, ProxyWorker

log = logging.getLogger("mainspan.proxy")

# What is remembered of a flow: why it passes, whether its page may be changed, ...
_PASSES: Final = "mainspan_passes"
_OWN: Final = "mainspan_own"
_MAY_CHANGE: Final = "mainspan_may_change"
_ALWAYS: Final = "mainspan_always"
_RENEWS: Final = "mainspan_renews"
_NOT_MODIFIED: Final = 304  # no rule: a code of HTTP
_REDIRECTS: Final = (301, 302, 303, 307, 308)  # no rule: codes of HTTP
_FORBIDDEN: Final = 403  # no rule: a code of HTTP
_REASONS: Final = {LATE: rules.TIME_LIMIT, TOO_MUCH_MEMORY: rules.MEMORY_LIMIT, BUSY: rules.BUSY}


class MainspanProxy:
    """The add-on. Without settings, it has options of mitmproxy (`--set mainspan_format=collapse`)."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._has_options = settings is None
        self.settings = settings or Settings()
        self.counters = Counters()
        self.grants = Grants()
        self.destinations = Destinations()
        # mitmproxy calls these add-ons too.
        self.addons = [Connections(lambda: self.settings, self.destinations)]
        self.pool: Pool | None = None
        self._digest = self.settings.digest

    # --- starting and stopping --------------------------------------------------------------------

    def load(self, loader: Any) -> None:
        """Declare the options."""
        if self._has_options:
            add_options(loader)

    def configure(self, updated: set[str]) -> None:
        """Read the options."""
        if not self._has_options or not any(name.startswith("mainspan_") for name in updated):
            return
        try:
            self.settings = read_options(ctx.options)
        except MainspanError as error:
            raise OptionsError(str(error)) from None
        self._digest = self.settings.digest
        if self.pool is not None:
            self.running()

    def running(self) -> None:
        """Start the workers."""
        settings = self.settings
        # Connections are made for requests, not before: so nothing is dialled that a rule refuses.
        ctx.options.update(connection_strategy="lazy", stream_large_bodies=str(settings.max_bytes))
        self.done()
        self.pool = Pool(ProxyWorker, settings.workers, settings.seconds, settings.memory, self._note_worker)
        self.pool.start()

    def done(self) -> None:
        """End the workers."""
        if self.pool is not None:
            self.pool.stop()

    def _note_worker(self, outcome: str) -> None:
        self.counters.workers[outcome] += 1

    # --- requests ---------------------------------------------------------------------------------

    def requestheaders(self, flow: http.HTTPFlow) -> None:
        """Decide what the request alone decides, and ask the server in its own terms."""
        if flow.response is not None:  # another add-on has answered, as one that asks for a password does
            flow.metadata[_OWN] = True
            return
        self.counters.requests += 1
        request, asked = flow.request, _read(flow.request)
        if self._is_own(flow):
            flow.metadata[_OWN] = True
            return
        grant = self.grants.use(_client(flow), request.url) if request.method == "GET" else None
        if not grant and self._is_refused(flow, asked):
            self._answer(flow, OwnAnswer(_FORBIDDEN, "text/plain", f"{request.host} {PRIVATE}\n".encode()))
            self.counters.refused += 1
            return
        asked = resume_from_start(asked)
        reason = rules.why_request_passes(request.method, asked)
        if not is_chosen(request.host, self.settings.only, self.settings.excluded):
            reason = rules.HOST
        if grant is not None:
            reason = rules.BYPASS
        flow.metadata[_PASSES] = reason
        flow.metadata[_ALWAYS] = rules.is_always(asked)
        if reason is None or reason == rules.BYPASS:
            changed = ask_for_original(asked, "" if reason else self._digest)
            conditions = value(changed, "if-none-match") + value(changed, "if-modified-since")
            flow.metadata[_RENEWS] = bool(conditions)
            asked = request_fields(changed)
        elif value(asked, rules.ASK):
            asked = request_fields(asked)
        _write(request, asked)
        # Uploads are not collected.
        request.stream = True

    def request(self, flow: http.HTTPFlow) -> None:
        """Answer requests to the proxy itself."""
        if flow.metadata.get(_OWN) and flow.response is None:
            client, page = _client(flow), host_of(value(_read(flow.request), "referer"))
            pages = OwnPages(
                self.settings,
                self.counters.to_dict,
                lambda der: certificate(self.settings.folder, der=der),
                lambda address: self.grants.add(client, address, is_own=host_of(address) == page),
            )
            self._answer(flow, pages.answer(flow.request.method, flow.request.path))

    def _is_own(self, flow: http.HTTPFlow) -> bool:
        """Whether a request is to the proxy itself: by its own name, or by the address it listens on."""
        host, port = plain_host(flow.request.host), flow.request.port
        here = flow.client_conn.sockname
        return host == OWN_HOST or (here is not None and port == here[1] and host in (here[0], "localhost"))

    def _is_refused(self, flow: http.HTTPFlow, asked: list[Field]) -> bool:
        host, port = flow.request.host, flow.request.port
        if self.settings.allow_private or not is_for_another_host(host, asked):
            return False
        return not self.destinations.restrict(flow.client_conn.id, (host, port))

    def _answer(self, flow: http.HTTPFlow, answer: OwnAnswer) -> None:
        flow.metadata[_OWN] = True
        body = b"" if flow.request.method == "HEAD" else answer.body
        flow.response = http.Response.make(answer.status, body)
        _write(flow.response, answer.fields())

    # --- answers ----------------------------------------------------------------------------------

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        """Let an answer stream, unless it is a page that may be changed."""
        if flow.metadata.get(_OWN):
            return
        response, answered = flow.response, _read(flow.response)
        if response.status_code == _NOT_MODIFIED and flow.metadata.get(_RENEWS):
            fields = stored_fields(
                answered, self.settings.format, digest=self._digest, scripts=self.settings.scripts
            )
            self._pass(flow, fields, rules.STATUS)
            return
        reason = flow.metadata.get(_PASSES) or rules.why_answer_passes(response.status_code, answered)
        if reason is not None:
            self._pass(flow, answered, reason)
            return
        flow.metadata[_MAY_CHANGE] = True
        # What is too large streams from here on, as mitmproxy decides: before the body, or in its middle.
        _write(response, passed_fields(answered, Report(rules.TOO_LARGE), is_html=True))

    def _pass(self, flow: http.HTTPFlow, answered: list[Field], reason: str) -> None:
        is_bypassed = reason == rules.BYPASS
        if is_bypassed and flow.response.status_code in _REDIRECTS:
            self.grants.add(_client(flow), urljoin(flow.request.url, value(answered, "location")))
        is_html = media_type(answered) in rules.HTML
        report = Report(reason)
        _write(flow.response, passed_fields(answered, report, is_html=is_html, is_bypassed=is_bypassed))
        flow.response.stream = True
        self._note(flow, report)

    async def response(self, flow: http.HTTPFlow) -> None:
        """Change a page, if there is something to change it to."""
        if not flow.metadata.get(_MAY_CHANGE):
            return
        response = flow.response
        if response.stream:
            self._note(flow, Report(rules.TOO_LARGE))
            return
        answered = _read(response)
        found = await self._extract(flow, answered)
        if found.body is None:
            fields = passed_fields(answered, found.report, is_html=True)
        else:
            fields = extract_fields(
                answered,
                found.report,
                self.settings.format,
                found.media_type,
                len(found.body),
                digest=self._digest,
                scripts=self.settings.scripts,
            )
            response.raw_content = found.body
            response.trailers = None
        _write(response, fields)
        self._note(flow, found.report)

    async def _extract(self, flow: http.HTTPFlow, answered: list[Field]) -> Extract:
        settings, body = self.settings, flow.response.raw_content
        if not body or self.pool is None:
            return Extract(Report(rules.EMPTY))
        job = PageJob(
            body,
            flow.request.url,
            tuple(tokens(answered, "content-encoding")),
            charset(answered),
            settings.algorithm,
            settings.format,
            settings.max_bytes,
            settings.scripts,
            bool(flow.metadata.get(_ALWAYS)),
        )
        try:
            found: Extract = await self.pool.do(job)
        except RefusedError as error:
            if error.trace:
                log.error("a page could not be extracted: %s", error.trace)
            return Extract(Report(_REASONS.get(error.code, rules.ERROR), settings.algorithm))
        return found

    def error(self, flow: http.HTTPFlow) -> None:
        """Count requests without an answer."""
        self.counters.failed += 1
        if self.settings.log:
            log.info("%s %s failed", flow.request.method, self._shown(flow))

    def _note(self, flow: http.HTTPFlow, report: Report) -> None:
        self.counters.note(report)
        if self.settings.log:
            result = f"extracted ({report.milliseconds:.0f} ms)"
            result = f"passed ({report.reason})" if report.reason else result
            log.info("%s %s %d %s", flow.request.method, self._shown(flow), flow.response.status_code, result)

    def _shown(self, flow: http.HTTPFlow) -> str:
        """An address for the log: without its query, unless that is wanted."""
        url: str = flow.request.url
        return url if self.settings.log_queries else url.partition("?")[0]


def _client(flow: http.HTTPFlow) -> str:
    peer = flow.client_conn.peername
    return str(peer[0]) if peer else ""


def _read(message: http.Message) -> list[Field]:
    """The header fields of a message. Bytes outside ASCII stay what they are."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message.headers.fields]


def _write(message: http.Message, fields: list[Field]) -> None:
    encoded = ((name.encode("latin-1"), written.encode("latin-1")) for name, written in fields)
    is_lower = message.is_http2 or message.is_http3
    message.headers.fields = tuple((name.lower() if is_lower else name, text) for name, text in encoded)
