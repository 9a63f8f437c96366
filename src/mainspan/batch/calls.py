"""What runs in a worker of `crew`: jobs are functions without arguments, and each has an answer."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mainspan.batch.child import Report, Worker, one_line
from mainspan.batch.memory import Thrift
from mainspan.errors import MainspanError, TimeLimitError
from mainspan.timing import all_ended, within

# The phases of a job that has something to prepare.
PREPARING: Final = "preparing"
WORKING: Final = "working"
# Why a job has no result.
LATE: Final = "time_limit"
TOO_MUCH_MEMORY: Final = "memory_limit"
REFUSED: Final = "invalid_request"
FAULT: Final = "internal"
# Seconds that a job which was stopped gets to end.
_LEFT_SECONDS: Final = 0.2  # no rule: waiting time


class Answer(NamedTuple):
    """What a worker answers: a value, or the code and message of what is wrong. `trace` is for the log.

    is_left: the job was stopped, but a call into C goes on: the worker should be replaced.
    """

    value: Any = None
    code: str = ""
    message: str = ""
    trace: str = ""
    is_left: bool = False


class CallWorker(Worker):
    """Does jobs within their time limits, whatever goes wrong."""

    _thrift: Thrift | None = None

    def do(self, job: tuple[Callable[[], Any], float], report: Report) -> Answer:
        """Do a job: anything that can be called without arguments.

        What it has to import first, in its method `prepare`, is not the page's fault, and has its own limit.
        """
        self._thrift = self._thrift or Thrift()
        answer = self._answer(job, report)
        if answer.code == LATE and not all_ended(_LEFT_SECONDS):
            return answer._replace(is_left=True)
        self._thrift()
        return answer

    def _answer(self, job: tuple[Callable[[], Any], float], report: Report) -> Answer:
        work, seconds = job
        try:
            if (prepare := getattr(work, "prepare", None)) is not None:
                report(PREPARING)
                prepare()
                report(WORKING)
            return Answer(within(seconds, work))
        except TimeLimitError:
            return late(seconds)
        except MainspanError as error:
            return Answer(None, self.code_of(error), str(error))
        except MemoryError:
            return Answer(None, TOO_MUCH_MEMORY, "the page needs more memory than a worker may use")
        except Exception as error:
            message = f"the page could not be read ({one_line(error)})"
            return Answer(None, FAULT, message, traceback.format_exc())

    def code_of(self, error: MainspanError) -> str:
        """The code of an error that a job raises on purpose."""
        return REFUSED


def late(seconds: float) -> Answer:
    """The answer for a job that took too long."""
    return Answer(None, LATE, f"the page took longer than {seconds:g} s, which is the limit")
