"""Who may do what: the attack list for Host, Origin and token, over the network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from mainspan.service.access import _split_host, address_of
from mainspan.service.settings import Settings
from tests.service.running import BEARER, TOKEN, Running, running

PAGE = {"html": "<p>Some text of a page."}
ADDRESS = {"url": "http://127.0.0.1:9/"}


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that others can reach, as far as it knows."""
    folder = tmp_path_factory.mktemp("public")
    options = {"host": "0.0.0.0", "host_names": ("mainspan.example", "other.example:81")}
    with running(folder, workers=1, **options) as found:
        yield found


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose API pages of another site may use."""
    with running(tmp_path_factory.mktemp("cors"), workers=1, allow_origins=("https://app.example",)) as found:
        yield found


# --- Host ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_own_names_are_answered(service: Running, name: str) -> None:
    answer = service.get("/health", headers={"Host": f"{name}:{service.settings.port}"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil.example",
        "127.0.0.1.evil.example:{port}",
        "localhost@evil.example:{port}",
        "evil.example, localhost:{port}",
        "127.0.0.1:{port}, evil.example",
        "localhost.:{port}",
        "127.1:{port}",
        "2130706433:{port}",
        "0.0.0.0:{port}",
        "169.254.169.254:{port}",
        "[::ffff:127.0.0.1]:{port}",
        "127.0.0.1:+{port}",
        "127.0.0.1:{port}x",
        "",
    ],
)
def test_other_names_are_refused_everywhere(service: Running, host: str) -> None:
    given = {"Host": host.format(port=service.settings.port), **BEARER}
    for path in ("/health", "/algorithms", "/nothing"):
        assert service.error(service.get(path, headers=given)) == (421, "foreign_host")
    assert service.post("/extract", PAGE, headers=given).status_code == 421


def test_two_hosts_are_refused(service: Running) -> None:
    port = service.settings.port
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(
            f"GET /health HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\n"
            "Connection: close\r\n\r\n".encode()
        )
        assert connection.makefile("rb").readline().split()[1] in (b"400", b"421")


def test_on_all_addresses_numbers_and_given_names_are_answered(public: Running) -> None:
    port = public.settings.port
    for host in (f"192.0.2.7:{port}", f"[2001:db8::1]:{port}", "mainspan.example", "mainspan.example:9"):
        assert public.get("/health", headers={"Host": host}).status_code == 200
    for host in (f"evil.example:{port}", "192.0.2.7:1", "other.example", "other.example:82"):
        assert public.get("/health", headers={"Host": host}).status_code == 421
    assert public.get("/health", headers={"Host": "other.example:81"}).status_code == 200


@pytest.mark.parametrize(
    ("host", "parts"),
    [
        ("a.example", ("a.example", 80)),
        ("A.Example:81", ("a.example", 81)),
        ("[::1]", ("::1", 80)),
        ("[::1]:82", ("::1", 82)),
        ("a:99999", ("a", 99999)),
        ("a:100000", ("a", -1)),
        ("a:-1", ("a", -1)),
        ("a:\u0661", ("a", -1)),
    ],
)
def test_names_and_ports(host: str, parts: tuple[str, int]) -> None:
    assert _split_host(host) == parts


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("localhost", "http://localhost:80/"),
    ],
)
def test_the_address_for_people(host: str, address: str) -> None:
    assert address_of(Settings(host=host, port=80)) == address


# --- token ---------------------------------------------------------------------------------------------


def test_a_page_in_the_request_needs_no_token(service: Running) -> None:
    assert service.post("/extract", PAGE).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": TOKEN},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": f"Bearer {TOKEN[:-1]}"},
        {"Authorization": f"Bearer {TOKEN.upper()}"},
        {"Authorization": "Bearer \xff\xfe"},
        {"Cookie": f"mainspan-1={TOKEN}"},
        {"X-Token": TOKEN},
    ],
)
def test_fetching_needs_the_token(service: Running, headers: dict[str, str]) -> None:
    given = {name: value.encode("latin-1") for name, value in headers.items()}
    answer = service.post("/extract", ADDRESS, headers=given)
    assert service.error(answer) == (401, "token_missing")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "BREW"])
def test_what_is_not_known_to_be_harmless_needs_the_token(service: Running, method: str) -> None:
    assert service.error(service.client.request(method, "/algorithms")) == (401, "token_missing")
    assert service.error(service.client.request(method, "/algorithms", headers=BEARER)) == (
        405,
        "method_not_allowed",
    )


def test_the_token_is_taken_in_any_case_of_the_word(service: Running) -> None:
    for word in ("Bearer", "bearer", "BEARER"):
        answer = service.post("/extract", ADDRESS, headers={"Authorization": f"{word} {TOKEN}"})
        assert service.error(answer) == (403, "private_address")


def test_a_service_that_others_can_reach_needs_the_token_for_all_but_health(public: Running) -> None:
    for path in ("/", "/algorithms", "/metrics", "/openapi.json", "/nothing", "/health/x", "//health"):
        assert public.error(public.get(path)) == (401, "token_missing")
    assert public.error(public.post("/extract", PAGE)) == (401, "token_missing")
    assert public.get("/health").status_code == 200
    assert public.get("/algorithms", headers=BEARER).status_code == 200


# --- the cookie ----------------------------------------------------------------------------------------


def log_in(service: Running) -> dict[str, str]:
    answer = service.get("/", params={"token": TOKEN})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    value = answer.headers["set-cookie"]
    service.client.cookies.clear()
    assert "HttpOnly" in value
    assert "SameSite=strict" in value
    assert TOKEN not in value
    return {"Cookie": value.partition(";")[0]}


def test_the_cookie_is_the_token_for_own_pages(service: Running) -> None:
    cookie = log_in(service)
    own = f"http://localhost:{service.settings.port}"
    for more in (
        {},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": service.url, "Sec-Fetch-Site": "same-origin"},
        {"Origin": own, "Host": f"localhost:{service.settings.port}"},
    ):
        answer = service.post("/extract", ADDRESS, headers=cookie | more)
        assert service.error(answer) == (403, "private_address")


@pytest.mark.parametrize(
    "more",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost:{port}"},
        {"Origin": "http://127.0.0.1:{port}.evil.example"},
        {"Origin": "http://127.0.0.1:{port}@evil.example"},
        {"Origin": "ftp://127.0.0.1:{port}"},
        {"Origin": "127.0.0.1:{port}"},
        {"Origin": "chrome-extension://abcdefgh"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_cannot_use_the_cookie(service: Running, more: dict[str, str]) -> None:
    given = {name: value.format(port=service.settings.port) for name, value in more.items()}
    cookie = log_in(service)
    assert service.error(service.post("/extract", ADDRESS, headers=cookie | given)) == (403, "foreign_origin")
    # They cannot let it work either, with or without the cookie.
    assert service.error(service.post("/extract", PAGE, headers=cookie | given)) == (403, "foreign_origin")
    assert service.error(service.post("/extract", PAGE, headers=given)) == (403, "foreign_origin")


def test_the_cookie_is_no_bearer_token_and_the_token_no_cookie(service: Running) -> None:
    name, _, value = log_in(service)["Cookie"].partition("=")
    for headers in ({"Authorization": f"Bearer {value}"}, {"Cookie": f"{name}={TOKEN}"}):
        assert service.error(service.post("/extract", ADDRESS, headers=headers)) == (401, "token_missing")


def test_a_broken_cookie_is_none(service: Running) -> None:
    answer = service.post("/extract", ADDRESS, headers={"Cookie": "[]=;;;="})
    assert service.error(answer) == (401, "token_missing")


@pytest.mark.parametrize("query", ["token=", "token=wrong", f"token={TOKEN}x"])
def test_a_wrong_token_gives_no_cookie(service: Running, query: str) -> None:
    answer = service.get(f"/?{query}")
    assert service.error(answer) == (401, "token_wrong")
    assert "set-cookie" not in answer.headers


def test_no_other_address_takes_the_token_and_no_other_name(service: Running) -> None:
    for path in (f"/algorithms?token={TOKEN}", f"/?xtoken={TOKEN}"):
        assert "set-cookie" not in service.get(path).headers


def test_one_can_log_in_to_a_service_that_others_can_reach(public: Running) -> None:
    cookie = log_in(public)
    assert public.get("/algorithms", headers=cookie).status_code == 200
    evil = cookie | {"Sec-Fetch-Site": "cross-site"}
    assert public.error(public.get("/algorithms", headers=evil)) == (403, "foreign_origin")


# --- other origins -------------------------------------------------------------------------------------


def test_an_extension_with_the_token_may_do_all(service: Running) -> None:
    extension = {"Origin": "chrome-extension://abcdefgh", "Sec-Fetch-Site": "cross-site"}
    assert service.post("/extract", PAGE, headers=extension | BEARER).status_code == 200
    assert service.error(service.post("/extract", ADDRESS, headers=extension | BEARER)) == (
        403,
        "private_address",
    )
    assert service.post("/extract", PAGE, headers=extension).status_code == 403


def test_pages_of_other_sites_are_refused_even_with_the_token(service: Running) -> None:
    given = BEARER | {"Origin": "https://evil.example"}
    assert service.error(service.post("/extract", ADDRESS, headers=given)) == (403, "foreign_origin")


def test_there_is_no_cors(service: Running) -> None:
    origin = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for answer in (
        service.client.options("/extract", headers=origin),
        service.get("/algorithms", headers=origin),
        service.post("/extract", PAGE, headers=origin),
    ):
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_an_origin_that_was_allowed_may_call_with_the_token(shared: Running) -> None:
    origin = {"Origin": "https://app.example", "Sec-Fetch-Site": "cross-site"}
    asked = shared.client.options("/extract", headers=origin | {"Access-Control-Request-Method": "POST"})
    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == "https://app.example"
    assert "authorization" in asked.headers["access-control-allow-headers"]
    answer = shared.post("/extract", PAGE, headers=origin)
    assert (answer.status_code, answer.headers["vary"]) == (200, "Origin")
    assert answer.headers["access-control-allow-origin"] == "https://app.example"
    assert "access-control-allow-credentials" not in answer.headers
    assert shared.error(shared.post("/extract", ADDRESS, headers=origin)) == (401, "token_missing")
    assert shared.error(shared.post("/extract", ADDRESS, headers=origin | BEARER)) == (403, "private_address")
    # The cookie is for own pages.
    assert shared.error(shared.post("/extract", ADDRESS, headers=origin | log_in(shared)))[0] == 401
    evil = {"Origin": "https://app.example.evil.example"}
    assert shared.post("/extract", PAGE, headers=evil).status_code == 403


def test_every_answer_has_the_headers_that_browsers_obey(service: Running) -> None:
    for answer in (
        service.get("/health"),
        service.get("/nothing"),
        service.get("/health", headers={"Host": "evil.example"}),
        service.post("/extract", PAGE),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "server" not in answer.headers


def test_web_sockets_are_not_answered(service: Running, tmp_path: Path) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "x"}
    answer = service.get("/events", headers=upgrade)
    assert answer.status_code in (400, 404, 426)


@pytest.mark.parametrize(
    ("path", "headers", "status", "says"),
    [
        ("/", {"Host": "evil.example"}, 421, "This service is not called &#39;evil.example&#39;."),
        ("/?token=wrong", {}, 401, "This is not the token of the service."),
        ("/bring", {}, 401, "Changing anything needs the token."),
    ],
)
def test_people_who_are_refused_get_a_page(
    service: Running, path: str, headers: dict[str, str], status: int, says: str
) -> None:
    method = "POST" if path == "/bring" else "GET"
    answer = service.client.request(method, path, headers={"Accept": "text/html,*/*", **headers})
    assert answer.status_code == status
    assert says in answer.text
    assert ('name="token"' in answer.text) == (status == 401)
    assert ("WWW-Authenticate" in answer.headers) == (status == 401)
    # It needs no style sheet of the service, which might be refused as well.
    assert "default-src 'none'; style-src 'sha256-" in answer.headers["content-security-policy"]
    assert "/static/" not in answer.text
    program = service.client.request(method, path, headers=headers)
    assert service.error(program)[0] == status
