"""A Python policy as an engine: it answers UGI (docs/ugi.md), so that arenas can play it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InvalidInput, TzaarError
from .games import Games
from .server import Server, shared_server

#: From an observation `[60, 48]` and a mask `[541]` of the legal actions to the action to play.
Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], int]

START = "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w 1 o"
FIELDS = 4


class UgiPolicy:
    """Lines in, lines out. A move is a whole turn: the policy is asked until the other player is to move."""

    def __init__(self, policy: Policy, name: str = "policy", server: Server | None = None) -> None:
        self.policy, self.name = policy, name
        self._server = shared_server() if server is None else server
        arrays = ("observations", "mask", "mover", "terminated", "truncated")
        self._games = Games(1, arrays=arrays, autoreset="disabled", server=self._server)
        self._position, self._turns = START, list[str]()

    def answer(self, line: str) -> list[str] | None:
        """The answer to a line; None when the engine should end. What cannot be obeyed changes nothing."""
        command, *words = line.split() or [""]
        try:
            if command == "ugi":
                return [f"id name {self.name}", "id author a user of tzaar_zero", "ugiok"]
            if command == "isready":
                return ["readyok"]
            if command == "position":
                self._position, self._turns = _read_position(words)
            if command == "go":
                return [f"bestmove {self._go()}"]
            return None if command == "quit" else []
        except TzaarError as error:
            # Whoever waits for a move should not wait long: this is none, and loses the game.
            no_move = ["bestmove none"] if command == "go" else []
            return [f"info string error {error}", *no_move]

    def close(self) -> None:
        """Ends the engine's game; the server goes on."""
        self._games.close()

    def _go(self) -> str:
        """Chooses actions until the turn is over."""
        asked: dict[str, Any] = {"op": "turn", "position": self._position, "turns": self._turns, "actions": []}
        position = self._server.request(asked).facts["position"]
        now = self._games.reset(options={"position": position})
        mover = int(now["mover"][0])
        actions: list[int] = []
        while int(now["mover"][0]) == mover and not now["terminated"][0]:
            action = self.policy(now["observations"][0], now["mask"][0].astype(bool))
            actions.append(int(action))
            now = self._games.step([actions[-1]])
        asked = {"op": "turn", "position": position, "turns": [], "actions": actions}
        return str(self._server.request(asked).facts["turn"])


def _read_position(words: list[str]) -> tuple[str, list[str]]:
    """`startpos [moves …]` or `fen TEXT [moves …]`."""
    if not words or words[0] not in ("startpos", "fen"):
        raise InvalidInput("invalid position: expected startpos or fen TEXT")
    fields = words[1 : 1 + FIELDS] if words[0] == "fen" else []
    rest = words[1 + len(fields) :]
    if rest and rest[0] != "moves":
        raise InvalidInput(f"invalid position: expected moves, not {rest[0]!r}")
    return (" ".join(fields) or START), rest[1:]


def serve_lines(engine: UgiPolicy, lines: Any, write: Callable[[str], Any]) -> None:
    """Answers every line until there are no more, or the engine is told to quit."""
    for line in lines:
        answers = engine.answer(line)
        if answers is None:
            break
        for answer in answers:
            write(f"{answer}\n")
