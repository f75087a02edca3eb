"""The pipe: frames good and bad, requests sent ahead, and either side killed at any moment."""

from __future__ import annotations

import json
import os
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tzaar_zero import Games, InvalidInput, Server, ServerGone
from tzaar_zero.find_program import program_command

HEADER = struct.Struct("<4sIII")


def frame(number: int, text: bytes, body: bytes = b"", magic: bytes = b"TZE1") -> bytes:
    return HEADER.pack(magic, number, len(text), len(body)) + text + body


def answers_to(data: bytes) -> list[tuple[int, dict[str, object]]]:
    """What a fresh server says to these bytes before it ends."""
    done = subprocess.run([*program_command(), "serve-env"], input=data, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr
    answers, at = [], 0
    while at < len(done.stdout):
        magic, number, text, body = HEADER.unpack_from(done.stdout, at)
        assert magic == b"TZE1"
        at += HEADER.size
        answers.append((number, json.loads(done.stdout[at : at + text] or b"{}")))
        at += text + body
    return answers


HELLO = frame(7, b'{"op":"hello"}')


BAD = {
    "garbage": (b"GET / HTTP/1.1\r\n\r\n" * 9, "begin no frame"),
    "no JSON": (frame(3, b"{op"), "not JSON"),
    "no UTF-8": (frame(3, b'"\xff\xfe"'), "not JSON"),
    "no object": (frame(3, b"[1]"), "an object with op"),
    "an unknown operation": (frame(3, b'{"op":"__proto__"}'), "expected one of hello"),
    "an unknown key": (frame(3, b'{"op":"hello","x":1}'), "x is not known"),
    "too long a text": (HEADER.pack(b"TZE1", 3, 1 << 21, 0) + b"x" * (1 << 21), "at most"),
    "games that are not there": (frame(3, b'{"op":"step","games":9}'), "there are none"),
    "too many games": (frame(3, b'{"op":"make","count":1e9,"arrays":["mask"]}'), "from 1 to"),
    "a body for nobody": (frame(3, b'{"op":"batch","samples":1,"count":1}', b"1234"), "there are none"),
    "strange boards": (frame(3, b'{"op":"encode","count":1}', b"\x07" * 63), "invalid cell 7"),
    "a path to nowhere": (frame(3, b'{"op":"shards","paths":["/nowhere"]}'), "there is no such file"),
    "weights of another network": (
        frame(3, b'{"op":"release","network":"tiny","out":"/nowhere","name":"x"}', b"1234"),
        "30415 weights",
    ),
}


def test_a_bad_frame_gets_an_error_and_the_next_one_an_answer() -> None:
    answers = answers_to(b"".join(data + HELLO for data, _ in BAD.values()) + HELLO[:20])
    assert len(answers) == 2 * len(BAD) + 1
    for (name, (_, problem)), (bad_number, bad), (number, good) in zip(BAD.items(), answers[::2], answers[1::2]):
        assert problem in str(bad["error"]), name
        assert bad_number in (0, 3)
        assert (number, good["protocol"]) == (7, 1)
    assert "ended within a frame" in str(answers[-1][1]["error"])


def test_requests_may_be_sent_ahead_of_their_answers(server: Server) -> None:
    games = Games(256, arrays=("observations", "legal", "legalCount"), server=server)
    plain = Games(256, arrays=("observations", "legal", "legalCount"), server=server)
    now, then = games.reset(seed=1), plain.reset(seed=1)
    # 40 answers of 3 MB: far more than both pipes hold, so that a side which only wrote would wait for ever.
    numbers = [server.send({"op": "reset", "games": games.number, "seed": seed}) for seed in range(40)]
    last = [games.wait(number) for number in numbers][-1]
    assert (last["observations"] == plain.reset(seed=39)["observations"]).all()
    assert (now["observations"] == then["observations"]).all()


def test_an_answer_may_be_asked_for_late(server: Server) -> None:
    first, second = server.send({"op": "hello"}), server.send({"op": "nothing"})
    third = server.send({"op": "hello"})
    assert server.receive(third).facts["protocol"] == 1
    with pytest.raises(InvalidInput, match="invalid op"):
        server.receive(second)
    assert server.receive(first).facts["protocol"] == 1
    with pytest.raises(InvalidInput, match="no request"):
        server.receive(first)


def test_errors_carry_the_sentence_of_the_program(server: Server) -> None:
    games = Games(1, options={"setup": "fixed"}, server=server)
    games.reset(seed=1)
    with pytest.raises(InvalidInput, match=r"^invalid action of game 0 540: T@I5 is not legal here; legal are "):
        games.step([540])
    with pytest.raises(InvalidInput, match="setup must be one of random, fixed, tournament"):
        Games(1, options={"setup": "none"}, server=server)
    with pytest.raises(InvalidInput, match="expected 1 whole numbers"):
        games.step([1.5])
    assert games.step([int(games.reset(seed=1)["mask"][0].argmax())])["ply"][0] == 1


def is_gone(pid: int, seconds: float = 30) -> bool:
    """Whether a process ends in time: waited for, up to a limit that only a hang reaches."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("moment", ["idle", "sent", "reading"])
def test_a_killed_server_is_an_exception_and_no_hang(server: Server, moment: str) -> None:
    games = Games(512, server=server)
    games.reset(seed=1)
    if moment == "sent":
        # Stopped before it can answer, then killed with the request in its pipe.
        os.kill(server.pid, signal.SIGSTOP)
        number = server.send({"op": "reset", "games": games.number})
    elif moment == "reading":
        # An answer of 6 MB is larger than the pipe: it is in the middle of writing it.
        number = server.send({"op": "reset", "games": games.number})
        select.select([server._output], [], [])
    os.kill(server.pid, signal.SIGKILL)
    with pytest.raises(ServerGone, match="signal 9"):
        if moment == "idle":
            games.reset()
        else:
            server.receive(number)
    assert is_gone(server.pid)
    with pytest.raises(ServerGone, match="closed"):
        games.reset()
    games.close()  # nothing is left to close, and nothing complains


CLIENT = """
import os, sys
import numpy as np
from tzaar_zero import Games, Server
server = Server()
games = Games(64, server=server, **{options})
now = games.reset(seed=1)
if sys.argv[1] == "fork" and os.fork() == 0:
    import time; time.sleep(600)  # holds a copy of the pipe
print(server.pid, flush=True)
while True:
    now = games.step(now["mask"].argmax(axis=1).astype("i4"))
"""


@pytest.mark.parametrize(
    ("name", "options"),
    [("stepping", "{}"), ("fork", "{}"), ("thinking", "{'opponent': 'alphabeta:ms=600000', 'autoreset': 'disabled'}")],
)
def test_a_killed_client_leaves_no_server(name: str, options: str) -> None:
    program = CLIENT.replace("{options}", options)
    if name == "thinking":
        program = program.replace("Games(64", "Games(1").replace('seed=1)', 'seed=1); print(server.pid, flush=True)')
    client = subprocess.Popen(
        [sys.executable, "-c", program, name], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert client.stdout is not None
    pid = int(client.stdout.readline())
    client.kill()
    client.wait()
    try:
        assert is_gone(pid)
    finally:
        if name == "fork":
            os.killpg(client.pid, signal.SIGKILL)


def test_a_server_that_is_left_alone_ends_with_its_client() -> None:
    program = "from tzaar_zero import Games; g = Games(2); g.reset(); print(g.server.pid)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert is_gone(int(done.stdout))


def test_a_fork_is_told_to_start_its_own(server: Server) -> None:
    reader, writer = os.pipe()
    if os.fork() == 0:
        try:
            server.request({"op": "hello"})
        except ServerGone as error:
            os.write(writer, str(error).encode())
        os._exit(0)
    os.wait()
    assert b"start another Server" in os.read(reader, 1000)
    assert server.request({"op": "hello"}).facts["protocol"] == 1


def test_ctrl_c_while_an_agent_thinks_loses_nothing(server: Server) -> None:
    games = Games(1, opponent="alphabeta:ms=2000", autoreset="disabled", server=server)
    now = games.reset(seed=1)
    action = int(now["mask"][0].argmax())

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            games.step([action])
    finally:
        signal.signal(signal.SIGALRM, before)
    assert games.reset(seed=1)["mask"].tobytes() == now["mask"].tobytes()
