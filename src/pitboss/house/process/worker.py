"""A process beside the house for long work, so that no table waits for it.

The house writes questions to the process, a line of JSON each, and the process answers each with a line. It starts when
it is first needed. It does the most urgent first, and long work pauses for what is more urgent. It ends when its input
does, whatever it does then, so it never outlives the house.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from heapq import heapify, heappop, heappush
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread, local
from typing import Any, BinaryIO, TypeVar

import msgspec

from pitboss.house.process import logs

LONGEST = 1 << 25
"""The most bytes of an answer."""
ERROR = "the house made an error, which its log explains"
BUSY = "too much is being computed: try again soon"
BUSY_FOR_YOU = "your last questions are still being computed: try again soon"
TOO_LONG = "this takes too long to compute"
ENDED = "the process that computes this has ended: try again"
CLOSED = "the house closes down"
OWN = 0
"""The number of what the process does by itself, without a question."""
OWN_S = 600.0
"""Seconds of work that the process may do by itself. On a new machine it compiles."""
WITHDRAWN = -1
"""The rank of a question that nobody asks any more."""
TRIES = 2
"""To so many processes a question is sent, if they end before they begin with it."""


class NotDone(Exception):
    """What was asked could not be done. The message is a sentence for people."""


class Busy(NotDone):
    """It can be done later."""


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A line to the process."""

    number: int
    rank: int
    """The most urgent questions have rank 0."""
    body: msgspec.Raw


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line from the process: it begins with a question, has answered it, or says why it can't."""

    number: int
    begins: bool = False
    answer: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    error: str = ""


class Pending:
    """A question that waits for its answer."""

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.begun, self.sent = False, 0
        self.began_at: float | None = None
        """The processor's time when the process began with it."""
        self.answer: asyncio.Future[msgspec.Raw] = asyncio.get_running_loop().create_future()

    def hangs(self, now: float | None) -> bool:
        """Whether the process has worked so long since that other questions can't be what keeps it."""
        return now is not None and self.began_at is not None and now - self.began_at >= OWN_S

    def fail(self, why: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(NotDone(why))
            self.answer.exception()  # perhaps nobody waits for it any more


class Worker:
    """The house's side: one process that runs a module of ours.

    ``first`` is what the process reads before any question. Unlike an argument, nobody else can see it. ``most`` is how
    many questions may wait, and ``most_of_one`` how many of one person. A process that works on a question for
    ``long_s`` seconds of the processor's time, or does nothing for so long, is taken to hang: it is ended, and another
    goes on with the questions that it had not begun. A busy machine may take longer for the same work. A ``quiet``
    process writes nothing to the terminal.
    """

    def __init__(
        self,
        module: str,
        *,
        first: str = "",
        most: int = 30,
        most_of_one: int | None = None,
        long_s: float | None = None,
        quiet: bool = False,
    ) -> None:
        self.module, self.first, self.long_s = module, first, long_s
        self.most, self.most_of_one, self.quiet = most, most_of_one, quiet
        self.started = 0
        """How often a process was started."""
        self._numbers = count(OWN + 1)
        self._asked: dict[int, Pending] = {}
        self._under_way: list[int] = []
        """What the process has begun, by number."""
        self._of_person: Counter[str] = Counter()
        self._process: asyncio.subprocess.Process | None = None
        self._running: asyncio.Task[None] | None = None
        self._limit: asyncio.Timeout | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Start the process, if it does not run."""
        if not self._closed and (self._running is None or self._running.done()):
            self._running = asyncio.create_task(self._run())

    async def ask(self, question: Any, *, rank: int = 0, person: str = "", patience_s: float | None = None) -> Any:
        """The answer to a question. Raises ``NotDone`` if there is none, or none within the patience of the asker."""
        if self._closed:
            raise NotDone(CLOSED)
        if person and self.most_of_one is not None and self._of_person[person] >= self.most_of_one:
            raise Busy(BUSY_FOR_YOU)
        if len(self._asked) >= self.most:
            raise Busy(BUSY)
        number = next(self._numbers)
        line = msgspec.json.encode(Question(number, rank, msgspec.Raw(msgspec.json.encode(question)))) + b"\n"
        asked = self._asked[number] = Pending(line)
        self._of_person[person] += 1
        asked.answer.add_done_callback(lambda _: self._forget(person))
        self.start()
        self._send(asked)
        try:
            async with asyncio.timeout(patience_s):
                return msgspec.json.decode(await asyncio.shield(asked.answer))  # it goes on if the asker does not wait
        except TimeoutError:
            self._withdraw(number)
            raise NotDone(TOO_LONG) from None

    def _withdraw(self, number: int) -> None:
        """Nobody waits for an answer any more. If the process has not begun, it need not."""
        asked = self._asked.get(number)
        if asked is not None and not asked.begun:
            del self._asked[number]
            asked.fail(TOO_LONG)
            self._write(msgspec.json.encode(Question(number, WITHDRAWN, msgspec.Raw(b"null"))) + b"\n")

    async def close(self) -> None:
        """End the process, whatever it does. No question is answered any more."""
        self._closed = True
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        for asked in self._asked.values():
            asked.fail(CLOSED)
        self._asked.clear()

    def _forget(self, person: str) -> None:
        self._of_person[person] -= 1
        self._of_person += Counter()  # forgets those who wait no longer

    # --- with the process

    async def _run(self) -> None:
        """Start a process and listen to it until it ends. Start another while questions wait."""
        while True:
            why, left = ENDED, TRIES
            try:
                await self._listen(await self._start())
            except TimeoutError:
                why = TOO_LONG
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                logs.error("a process beside the house can't be used", error, module=self.module)
                why, left = ERROR, 0
            finally:
                await self._end(why, left)
            if not self._asked:
                return

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        errors = asyncio.subprocess.DEVNULL if self.quiet else None
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self.module, stdin=pipe, stdout=pipe, stderr=errors, limit=LONGEST
        )
        self.started += 1
        self._under_way = [OWN]  # it loads its modules
        assert process.stdin is not None
        if self.first:
            process.stdin.write(f"{self.first}\n".encode())
        for asked in self._asked.values():
            self._send(asked)
        return process

    def _send(self, asked: Pending) -> None:
        if self._write(asked.line):
            asked.sent += 1
            self._watch()

    def _write(self, line: bytes) -> bool:
        """Write a line to the process. Returns whether there is one."""
        process = self._process
        if process is None or process.stdin is None or process.stdin.is_closing():
            return False
        process.stdin.write(line)
        return True

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await self._next_line(process.pid, process.stdout):
            self._hear(msgspec.json.decode(line, type=Reply))
            if any(one.hangs(processor_s(process.pid)) for one in self._asked.values()):
                raise TimeoutError

    async def _next_line(self, pid: int, lines: asyncio.StreamReader) -> bytes:
        """The next line of the process. Empty if it has ended. Raises ``TimeoutError`` if it hangs."""
        before = seen = processor_s(pid)
        while True:
            try:
                async with asyncio.timeout(None) as self._limit:
                    self._watch()
                    return await lines.readline()
            except TimeoutError:
                now, patience = processor_s(pid), self._patience()
                if patience is None:  # nobody waits any more
                    continue
                if now is None or before is None or now == seen or now - before >= patience:
                    raise
                seen = now  # it works, as far as a busy machine lets it

    def _hear(self, line: Reply) -> None:
        if line.begins:
            self._under_way.append(line.number)
            if line.number in self._asked:
                self._asked[line.number].begun = True
                self._asked[line.number].began_at = processor_s(self.pid) if self.pid else None
            return
        self._under_way.remove(line.number)
        asked = self._asked.pop(line.number, None)
        if asked is None or asked.answer.done():
            return
        if isinstance(line.answer, msgspec.Raw):
            asked.answer.set_result(line.answer)
        else:
            asked.fail(line.error)

    def _watch(self) -> None:
        """Set until when the next line must come."""
        if self._limit is None or self._limit.expired() or (seconds := self._patience()) is None:
            return
        ends, now = self._limit.when(), asyncio.get_running_loop().time()
        self._limit.reschedule(now + seconds if ends is None else min(ends, now + seconds))

    def _patience(self) -> float | None:
        """Seconds until the next line. Nobody waits for an idle process."""
        if self._under_way:
            return OWN_S if OWN in self._under_way else self.long_s
        return self.long_s if self._asked else None

    async def _end(self, why: str, left: int) -> None:
        """End the process. What it had begun has no answer, since it may be what ended it, nor what was sent often."""
        process, self._process, self._limit = self._process, None, None
        if process is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                process.kill()
            await process.wait()
        for number, asked in list(self._asked.items()):
            if asked.begun or asked.sent >= left:
                asked.fail(why)
                del self._asked[number]


def processor_s(pid: int) -> float | None:
    """Seconds for which processors have worked for a process. None if the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the process itself: it answers the house's questions, the most urgent first

NICE = 10
"""The house goes first on a busy machine."""
IDLE = 1 << 30
"""The rank while nothing is asked."""

T = TypeVar("T")
Answering = Callable[[msgspec.Raw], Any]
"""Answers a question, which is JSON."""
LaneOf = Callable[[msgspec.Raw], str]
"""Names the lane of a question, which is JSON."""


class Lane:
    """Answers some of the questions in a thread of its own: one at a time, the most urgent first."""

    def __init__(self, desk: QuestionDesk) -> None:
        self._desk = desk
        self._questions: SimpleQueue[Question] = SimpleQueue()
        self._waiting: list[tuple[int, int, msgspec.Raw]] = []
        self._rank = IDLE
        Thread(target=self._serve, daemon=True).start()

    def put(self, question: Question) -> None:
        self._questions.put(question)

    def pause(self) -> None:
        """Answer first what is more urgent than the work under way."""
        self._look()
        while self._waiting and self._waiting[0][0] < self._rank:
            self._answer_next()

    def _serve(self) -> None:
        self._desk.here.lane = self
        while True:
            self._look()
            if self._waiting:
                self._answer_next()
            else:
                self._take(self._questions.get())

    def _answer_next(self) -> None:
        rank, number, body = heappop(self._waiting)
        before, self._rank = self._rank, rank
        try:
            self._desk.answer(number, body)
        finally:
            self._rank = before

    def _look(self) -> None:
        """Take the questions that have come."""
        with suppress(Empty):
            while True:
                self._take(self._questions.get_nowait())

    def _take(self, asked: Question) -> None:
        if asked.rank != WITHDRAWN:
            heappush(self._waiting, (asked.rank, asked.number, asked.body))
            return
        self._waiting = [one for one in self._waiting if one[1] != asked.number]
        heapify(self._waiting)


class QuestionDesk:
    """Where the process finds its questions and leaves its answers."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions, self._answers = questions, answers
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._lanes: dict[str, Lane] = {}
        self._one_at_a_time = Lock()
        self.here = local()
        """What the thread that runs has of its own: its lane."""

    def first_line(self) -> str:
        """What comes before any question."""
        return self._lines.get().decode().strip()

    def serve(self, answer: Answering, known: tuple[type[Exception], ...], lane_of: LaneOf) -> None:
        """Answer until the house ends."""
        self._answering, self._known = answer, known
        self._say(Reply(number=OWN))  # it has started
        while True:
            asked = msgspec.json.decode(self._lines.get(), type=Question)
            if asked.rank == WITHDRAWN:
                for one in self._lanes.values():
                    one.put(asked)
                continue
            name = lane_of(asked.body)
            if name not in self._lanes:
                self._lanes[name] = Lane(self)
            self._lanes[name].put(asked)

    def pause(self) -> None:
        """Answer first what is more urgent than the work under way, which calls this now and then."""
        self.here.lane.pause()

    def by_itself(self, work: Callable[[], T]) -> T:
        """Do something that may take as long as it takes."""
        self._say(Reply(number=OWN, begins=True))
        try:
            return work()
        finally:
            self._say(Reply(number=OWN))

    def answer(self, number: int, body: msgspec.Raw) -> None:
        self._say(Reply(number=number, begins=True))
        try:
            said = Reply(number=number, answer=msgspec.Raw(msgspec.json.encode(self._answering(body))))
        except self._known as error:
            said = Reply(number=number, error=str(error) or ERROR)
        except (Exception, SystemExit):  # a game of another package may end its program
            traceback.print_exc()
            said = Reply(number=number, error=ERROR)
        self._say(said)

    def _say(self, reply: Reply) -> None:
        with self._one_at_a_time:
            self._answers.write(msgspec.json.encode(reply) + b"\n")
            self._answers.flush()

    def read(self) -> None:
        """Read questions until the house ends, and then end the process. Runs in a thread."""
        for line in self._questions:
            self._lines.put(line)
        os._exit(0)  # the house is gone, so nobody waits for what is being computed


def serve(
    make: Callable[[QuestionDesk], Answering],
    known: tuple[type[Exception], ...],
    *,
    lane_of: LaneOf = lambda body: "",
    nice: int = NICE,
) -> None:
    """Answer the house until it ends. ``make`` returns what answers. ``nice`` says how far the process steps back.

    Errors that are ``known`` are told in their own words. Others go to the log. ``lane_of`` names the lane of a
    question: a question waits only for others in its lane. Default: one lane for all.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house ends it
    with suppress(OSError):  # not every system lets a process step back
        os.nice(nice)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # whatever a library prints is no answer
    desk = QuestionDesk(sys.stdin.buffer, answers)
    prepare_structs()
    Thread(target=desk.read, daemon=True).start()
    desk.serve(make(desk), known, lane_of)


def prepare_structs() -> None:
    """Let msgspec look through all structs that are loaded, before a process has threads.

    It does so when a struct is decoded for the first time. If two threads do that at once, one uses what the other has
    not finished, and the process ends with a segmentation fault. A game's rules are prepared when the game is loaded.
    """
    kinds = msgspec.Struct.__subclasses__()
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        with suppress(TypeError, NameError):  # a struct with functions in it, which nobody decodes
            msgspec.json.Decoder(kind)
