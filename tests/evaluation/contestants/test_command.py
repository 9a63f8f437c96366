"""Programs as contestants: real processes, in all the ways in which they can go wrong."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import threading
from pathlib import Path

import pytest

from mainspan.evaluation.contestants import Answer, ContestantError, contestant
from tests.evaluation.processes import ends, runs

PAGE = "<html><p>Grüße an alle &amp; jeden</p><script>no()</script></html>".encode()


def python(code: str, *arguments: str) -> str:
    return "command:" + shlex.join([sys.executable, "-S", "-c", code, *arguments])


def run(spec: str, page: bytes = PAGE, limit: float = 60) -> Answer:
    return contestant(spec, limit=limit).extract(page)


def failure(spec: str, page: bytes = PAGE, limit: float = 60) -> str:
    with pytest.raises(ContestantError) as caught:
        run(spec, page, limit)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_html_on_standard_output_is_stripped() -> None:
    answer = run("command:cat")
    assert answer.text == "Grüße an alle & jeden\n"
    assert answer.seconds > 0


def test_text_on_standard_output_is_taken_as_it_is() -> None:
    assert run("command:printf 'a &amp; <b>b</b>\\n'").text == "a &amp; <b>b</b>\n"


def test_html_is_decoded_as_it_declares() -> None:
    assert run("command:cat", "<meta charset=windows-1252><p>für".encode("windows-1252")).text == "für\n"


def test_text_that_is_no_utf8_is_decoded_with_replacement() -> None:
    code = "import sys; sys.stdout.buffer.write(b'f\\xfcr alle und jeden')"
    assert run(python(code)).text == "f\ufffdr alle und jeden"


def test_no_output_is_an_empty_text() -> None:
    assert run("command:true").text == ""


def test_arguments_are_split_as_in_a_shell_and_no_shell_sees_them() -> None:
    code = "import sys; print(sys.argv[1:])"
    assert run(python(code, "a b", "$HOME;ls", "*")).text == "['a b', '$HOME;ls', '*']\n"


def test_the_address_is_in_the_environment() -> None:
    answer = contestant("command:printenv MAINSPAN_URL").extract(PAGE, url="https://example.org/ä")
    assert answer.text == "https://example.org/ä\n"


@pytest.mark.parametrize("size", [0, 1, 3_000_000])
def test_pages_of_any_size_go_in_and_come_out(size: int) -> None:
    assert len(run("command:cat", b"x" * size).text) == size


def test_a_program_that_reads_nothing_of_a_large_page_works() -> None:
    assert run("command:echo done", b"x" * 3_000_000).text == "done\n"


def test_the_time_is_that_of_the_process() -> None:
    assert run("command:sleep 0.3").seconds >= 0.3


def test_a_missing_program() -> None:
    assert failure("command:/no/such/prog -x") == (
        "/no/such/prog: no such program; give its path, or check that it is installed"
    )


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "prog"
    path.write_text("words")
    assert failure(f"command:{path}") == f"{path}: Permission denied"


def test_a_program_that_fails_is_reported_by_its_last_line() -> None:
    code = "import sys; print('half'); print('first\\n  the last  line \\n\\n', file=sys.stderr); sys.exit(3)"
    assert failure(python(code)) == "ended with code 3: the last line"
    assert failure("command:false") == "ended with code 1"


def test_long_last_words_are_shortened() -> None:
    said = failure(python("import sys; sys.stderr.write('x' * 3_000_000); sys.exit(1)"))
    assert said.startswith("ended with code 1: xxx")
    assert len(said) == 200


def test_a_program_that_is_killed() -> None:
    assert failure(python("import os; os.kill(os.getpid(), 9)")) == "killed by SIGKILL"
    assert failure(python("import os; os.kill(os.getpid(), 36)")) == "killed by signal 36"


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    number = tmp_path / "number"
    said = failure(f"command:sh -c 'sleep 100 & echo $! > {number}; wait'", limit=2)
    assert said == "no answer within 2 seconds; the program was ended"
    assert ends(int(number.read_text()))


def test_processes_that_a_program_started_are_ended_too(tmp_path: Path) -> None:
    number = tmp_path / "number"
    assert run(f"command:sh -c 'sleep 100 & echo $! > {number}; echo done'").text == "done\n"
    assert ends(int(number.read_text()))


def test_a_stranger_that_holds_the_pipe_open_is_not_waited_for(tmp_path: Path) -> None:
    # It leaves its parent's group, so it is not ended with it.
    number = tmp_path / "number"
    code = (
        "import subprocess, sys\nstranger = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
        "open(sys.argv[1], 'w').write(str(stranger.pid))\nprint('done')"
    )
    assert run(python(code, str(number))).text == "done\n"
    assert runs(int(number.read_text()))
    os.kill(int(number.read_text()), signal.SIGKILL)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("command:head -c 3000 /dev/urandom", "returned rubbish: "),
        ("command:printf 'a\\0b'", "returned rubbish: text with zero bytes in it"),
        (
            "command:yes",
            f"returned rubbish: more than {10 * len(PAGE) + 65_536:,} bytes for a page of {len(PAGE)}",
        ),
    ],
)
def test_unusable_output_is_an_error(spec: str, said: str) -> None:
    assert failure(spec).startswith(said)


@pytest.mark.parametrize(("more", "fits"), [(0, True), (1, False)])
def test_both_sides_of_too_much(more: int, fits: bool) -> None:
    spec = python(f"print('x' * {10 * len(PAGE) + 65_536 + more}, end='')")
    assert (len(run(spec).text) > 0) if fits else failure(spec).startswith("returned rubbish: more than")


def test_no_threads_and_no_files_are_left_open() -> None:
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    run("command:cat")
    failure("command:yes")
    failure("command:sleep 10", limit=0.05)
    failure("command:/no/such/prog")
    # What tests before this one left may end meanwhile.
    assert threading.active_count() <= threads
    assert len(os.listdir("/proc/self/fd")) <= files
