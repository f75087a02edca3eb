"""Any Python policy in the project's arena: paired games, error bars and records as for its own agents."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from .errors import InvalidInput
from .find_program import program_command
from .server import shared_server
from .ugi import Policy, UgiPolicy, serve_lines

Player = str | Policy


class Arena:
    """Plays matches with `tzaar match`. A player is an agent's spec, or a function of observation and mask."""

    def __init__(self, program: str | os.PathLike[str] | None = None) -> None:
        self._program = program

    def match(
        self,
        first: Player,
        second: Player,
        games: int = 20,
        setup: str = "random",
        seed: int = 1,
        threads: int = 1,
        out: str | os.PathLike[str] | None = None,
        arguments: Sequence[str] = (),
    ) -> dict[str, Any]:
        """The result of a match as `tzaar match --json` tells it: `score` and its interval, `elo`, `forfeits` and more.

        `out` keeps the games; `arguments` are further ones of `tzaar match`. Policies are asked one at a time. An action that
        is not legal loses the game by forfeit; an exception of the policy's own is raised here, when the match is over.
        """
        with ExitStack() as stack:
            failures: list[BaseException] = []
            specs = [stack.enter_context(self._spec(each, seat, failures)) for seat, each in enumerate((first, second))]
            command = [*program_command(self._program), "match", *specs, "--json"]
            command += [f"--games={games}", f"--setup={setup}", f"--seed={seed}", f"--threads={threads}", *arguments]
            if out is not None:
                command.append(f"--out={os.path.abspath(out)}")
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if failures:
            raise failures[0]
        if done.returncode != 0:
            raise InvalidInput(done.stderr.strip().removeprefix("error: ").splitlines()[-1])
        return dict(json.loads(done.stdout))

    @contextmanager
    def _spec(self, player: Player, seat: int, failures: list[BaseException]) -> Iterator[str]:
        """The spec of a player; a policy is one as long as this lasts."""
        if isinstance(player, str):
            yield player
            return
        name = getattr(player, "name", None) or getattr(player, "__name__", None) or f"policy {seat + 1}"
        with PolicyServer(player, str(name), failures) as serving:
            yield f'ugi:cmd="{serving.command}",nodes=1,name={name}'


class PolicyServer:
    """A policy that engines started elsewhere can ask, over a socket in a folder that nobody else can enter."""

    def __init__(self, policy: Policy, name: str, failures: list[BaseException]) -> None:
        """What the policy raises is added to `failures`; from then on it has no moves."""
        self._policy, self._name, self._failures = policy, name, failures
        self._folder = tempfile.TemporaryDirectory(prefix="tzaar-arena-")
        self._path = Path(self._folder.name) / "s"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self._path))
        self._socket.listen()
        self._asking = threading.Lock()
        self._server = shared_server()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def command(self) -> str:
        """What starts an engine that asks this policy."""
        relay = Path(__file__).with_name("relay.py")
        return f"'{sys.executable}' '{relay}' '{self._path}'"

    def __enter__(self) -> PolicyServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._folder.cleanup()

    def _accept(self) -> None:
        while True:
            try:
                link, _ = self._socket.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link: socket.socket) -> None:
        """One engine: its games come one after another, so it has a game of its own here."""
        with link, link.makefile("r", encoding="utf-8") as lines:
            try:
                engine = UgiPolicy(self._ask, self._name, self._server)
                serve_lines(engine, lines, lambda text: link.sendall(text.encode()))
                engine.close()
            except OSError:
                return  # the arena is gone

    def _ask(self, observation: Any, mask: Any) -> int:
        with self._asking:
            try:
                if not self._failures:
                    return int(self._policy(observation, mask))
            except Exception as error:
                self._failures.append(error)
            raise InvalidInput("the policy has failed")
