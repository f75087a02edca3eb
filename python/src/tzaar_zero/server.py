"""The program as a process of ours: requests and answers in binary frames over its standard input and output.

The same frames as in `cli/serve-env/frame.ts`. One process serves any number of games; `shared_server()` is the one that
environments use unless they are given another.
"""

from __future__ import annotations

import atexit
import collections
import json
import os
import select
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import InvalidInput, ServerError, ServerGone, TzaarError
from .find_program import program_command

PROTOCOL = 1
MAGIC = b"TZE1"
HEADER = struct.Struct("<4sIII")
STAGING = 1 << 16
PIPE_BYTES = 1 << 20
PATIENCE_SECONDS = 5.0

Buffer = NDArray[np.uint8]


class Answer(NamedTuple):
    """Facts as JSON, and the bytes of the arrays."""

    facts: dict[str, Any]
    body: Buffer

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays that the facts describe, as views of the body."""
        return Layout(self.facts["arrays"]).view(self.body)


class Server:
    """A running `tzaar serve-env`. Requests may be sent ahead of their answers, which come in the same order."""

    def __init__(self, program: str | os.PathLike[str] | None = None, parts: Sequence[str] = ()) -> None:
        command = [*program_command(program), "serve-env", *(word for part in parts for word in ("--parts", part))]
        self._lock = threading.RLock()
        self._owner = os.getpid()
        self._next_id = 0
        self._waiting: collections.deque[int] = collections.deque()
        self._early: dict[int, Answer | TzaarError] = {}
        self._staging = bytearray(STAGING)
        self._start = self._end = 0
        self._stderr = tempfile.TemporaryFile()
        # A session of its own: Ctrl-C in a terminal is for Python to handle, and must not take the games away.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        _widen(self._output.fileno())
        self._input_file, self._output_file = self._input.fileno(), self._output.fileno()
        os.set_blocking(self._input_file, False)
        _running.add(self)
        try:
            self.facts = self.request({"op": "hello"}).facts
            if self.facts["protocol"] != PROTOCOL:
                raise InvalidInput(
                    f"the program speaks protocol {self.facts['protocol']}, this package {PROTOCOL}: update one of them"
                )
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process that plays."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can still be asked."""
        return not self._input.closed and self._process.poll() is None

    def request(
        self, facts: Mapping[str, Any], body: bytes | memoryview = b"", into: Buffer | None = None
    ) -> Answer:
        """Sends a request and waits for its answer; `into` is memory for the body, where it fits."""
        with self._lock:
            return self.receive(self.send(facts, body), into)

    def send(self, facts: Mapping[str, Any], body: bytes | memoryview = b"") -> int:
        """Sends a request and returns its number, for `receive`."""
        return self.send_text(json.dumps(facts).encode(), body)

    def send_text(self, text: bytes, body: bytes | memoryview = b"") -> int:
        """The same for a request that is JSON already, as frequent ones are."""
        with self._lock:
            self._check_usable()
            self._next_id = (self._next_id + 1) % (1 << 32) or 1
            number = self._next_id
            with self._whole():
                self._write(HEADER.pack(MAGIC, number, len(text), len(body)) + text + body)
                self._waiting.append(number)
            return number

    def receive(self, number: int, into: Buffer | None = None) -> Answer:
        """The answer to a request; those before it are kept until they are asked for."""
        with self._lock:
            self._check_usable()
            while number not in self._early:
                if number not in self._waiting:
                    raise InvalidInput(f"no request {number} waits for an answer")
                self._read_frame(into if self._waiting[0] == number else None)
            answer = self._early.pop(number)
            if isinstance(answer, TzaarError):
                raise answer
            return answer

    def forget(self, number: int) -> None:
        """Drops the answer to a request that nobody waits for any more."""
        try:
            self.receive(number)
        except TzaarError:
            pass

    def close(self) -> None:
        """Ends the process; it is gone when this returns."""
        _running.discard(self)
        if os.getpid() != self._owner:
            return  # a fork has no child to end
        with self._lock:
            for stream in (self._input, self._output):
                stream.close()
            try:
                self._process.wait(PATIENCE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._stderr.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_usable(self) -> None:
        if os.getpid() != self._owner:
            raise ServerGone("this process was forked from the one that started the program: start another Server in it")
        if self._input.closed:
            raise ServerGone("the server is closed")

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """For what must not be left half done: whoever breaks it off, as by Ctrl-C, loses the connection and is not misled."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _write(self, data: bytes) -> None:
        """Writes all of it, reading answers meanwhile: the program does not read while it waits for us to."""
        left = memoryview(data)
        while left:
            try:
                left = left[os.write(self._input_file, left) :]
            except BlockingIOError:
                readable, _, _ = select.select([self._output], [self._input], [])
                if readable:
                    self._read_frame(None)
            except OSError as error:
                raise self._gone() from error

    def _read_frame(self, into: Buffer | None) -> None:
        self._fill(HEADER.size)  # Ctrl-C while an agent thinks comes here, and loses nothing
        with self._whole():
            self._read_rest(into)

    def _read_rest(self, into: Buffer | None) -> None:
        magic, number, text_length, body_length = HEADER.unpack_from(self._staging, self._start)
        if magic != MAGIC:
            raise self._gone("it wrote something else than frames to its standard output")
        self._start += HEADER.size
        facts = json.loads(bytes(self._take(text_length))) if text_length > 0 else {}
        body = self._take(body_length, into)
        expected = self._waiting.popleft() if self._waiting else None
        error = facts.get("error")
        if number != expected:  # 0: the program could not read what we sent
            raise self._gone(error or f"it answered request {number}, expected {expected}")
        if error is None:
            self._early[number] = Answer(facts, body)
        else:
            kind = InvalidInput if facts.get("kind") == "InvalidInput" else ServerError
            self._early[number] = kind(error)

    def _take(self, length: int, into: Buffer | None = None) -> Buffer:
        """That many bytes, in memory of their own."""
        target = into if into is not None and into.nbytes == length else np.empty(length, np.uint8)
        view = memoryview(target)  # type: ignore[arg-type]
        done = min(length, self._end - self._start)
        view[:done] = memoryview(self._staging)[self._start : self._start + done]
        self._start += done
        while length - done >= STAGING:
            done += self._read_into(view[done:])
        if done < length:
            self._fill(length - done)
            view[done:] = memoryview(self._staging)[self._start : self._start + length - done]
            self._start += length - done
        return target

    def _fill(self, length: int) -> None:
        """Reads until the staging memory holds that many bytes; more may come along."""
        if self._start + length > STAGING or self._start == self._end:
            left = self._staging[self._start : self._end]
            self._staging[: len(left)] = left
            self._start, self._end = 0, len(left)
        while self._end - self._start < length:
            self._end += self._read_into(memoryview(self._staging)[self._end :])

    def _read_into(self, target: memoryview) -> int:
        try:
            count = os.readv(self._output_file, [target])
        except OSError as error:
            raise self._gone() from error
        if count == 0:
            raise self._gone()
        return count

    def _gone(self, why: str | None = None) -> ServerGone:
        """The connection cannot be used any more; ends what is left of the process."""
        self._process.kill()
        code = self._process.wait()
        self._stderr.seek(0)
        said = self._stderr.read().decode(errors="replace").strip().splitlines()
        self.close()
        reason = why or (f"it was ended by signal {-code}" if code < 0 else f"it ended with code {code}")
        return ServerGone("; ".join([f"the program is gone: {reason}", *said[-3:]]))


class Layout:
    """Where arrays lie in a body: one after another, each from a multiple of eight bytes on."""

    def __init__(self, described: Sequence[Mapping[str, Any]]) -> None:
        self._places: list[tuple[str, int, np.dtype[Any], tuple[int, ...]]] = []
        self.size = 0
        for each in described:
            dtype, shape = np.dtype(each["type"]), tuple(each["shape"])
            self._places.append((each["name"], self.size, dtype, shape))
            self.size += -(-dtype.itemsize * int(np.prod(shape, dtype=np.int64)) // 8) * 8

    def view(self, body: Buffer) -> dict[str, NDArray[Any]]:
        """The arrays by name, as views of the body."""
        return {name: np.ndarray(shape, dtype, body, start) for name, start, dtype, shape in self._places}


def shared_server() -> Server:
    """The server of this process, started when it is first needed and again if it has ended."""
    global _shared
    with _sharing:
        if _shared is None or _shared._owner != os.getpid() or not _shared.is_alive:
            _shared = Server()
        return _shared


def _widen(pipe: int) -> None:
    """A wide pipe takes large answers in fewer pieces. Systems that know no such thing go on without."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    except (ImportError, AttributeError, OSError):
        pass


def _close_all() -> None:
    for server in list(_running):
        server.close()


_running: set[Server] = set()
_shared: Server | None = None
_sharing = threading.Lock()
atexit.register(_close_all)
