"""Games as numpy arrays: what the environments of PettingZoo and Gymnasium are made of, for use without either."""

from __future__ import annotations

import json
import mmap
import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InvalidInput
from .server import Buffer, Layout, Server, shared_server

Arrays = dict[str, NDArray[Any]]

#: Everything that an answer can hold, but `finalObservations`; docs/python.md tells what each is.
SMALL_ARRAYS = (
    "rewards",
    "playerRewards",
    "terminated",
    "truncated",
    "legalCount",
    "mover",
    "seat",
    "ply",
    "seed",
    "episode",
    "winner",
    "reason",
)
STANDARD_ARRAYS = ("observations", "mask", *SMALL_ARRAYS)
SHARED_MEMORY = "/dev/shm"
FINAL_ARRAYS = ("finalPresent", "finalMover", "finalPly", "finalWinner", "finalReason", "finalObservations")


class Games:
    """Games that are stepped together in one server. Without an opponent the caller plays both sides."""

    def __init__(
        self,
        count: int = 1,
        *,
        arrays: Sequence[str] = STANDARD_ARRAYS,
        observation: str = "points",
        autoreset: str = "next-step",
        opponent: str | None = None,
        seat: int = 0,
        illegal: str = "refuse",
        options: Mapping[str, Any] | None = None,
        copy: bool = True,
        server: Server | None = None,
    ) -> None:
        """`copy=False` gives the same memory again with every answer. Where it can be shared with the program, nothing goes
        through the pipe then; the answer to a step must be taken before the next is sent.
        """
        self.server = shared_server() if server is None else server
        request: dict[str, Any] = {
            "op": "make",
            "count": count,
            "arrays": list(arrays),
            "observation": observation,
            "autoreset": autoreset,
            "seat": seat,
            "illegal": illegal,
            "options": dict(options or {}),
        }
        if opponent is not None:
            request["opponent"] = opponent
        shared = None if copy else _shared_file()
        if shared is not None:
            request["memory"] = shared.name
        facts = self.server.request(request).facts
        self.count = count
        self.number: int = facts["games"]
        self._layout = Layout(facts["arrays"])
        self._wants_finals: bool = facts["wantsFinals"]
        self._step = json.dumps({"op": "step", "games": self.number}).encode()
        self._into: Buffer | None = None
        self._memory: Buffer | None = None
        if shared is not None:
            self._memory = np.frombuffer(mmap.mmap(shared.fileno(), self._layout.size), np.uint8)
            shared.close()  # its name is gone with it; both sides keep the memory
        self._awaited: int | None = None
        self._copy = copy
        self._closed = False

    def reset(
        self,
        seed: int | Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
        reset_mask: ArrayLike | None = None,
    ) -> Arrays:
        """Begins all games, or those with a 1 in `reset_mask`. Game i has the seed `seed + i`, or `seed[i]`."""
        request: dict[str, Any] = {"op": "reset", "games": self.number}
        if seed is not None:
            request["seed"] = int(seed) if isinstance(seed, (int, np.integer)) else [int(each) for each in seed]
        if options:
            request["options"] = dict(options)
        self._check_free()
        mask = b"" if reset_mask is None else np.ascontiguousarray(reset_mask, np.uint8).tobytes()
        return self._receive(self.server.send(request, mask))

    def step(self, actions: ArrayLike) -> Arrays:
        """Plays an action in every game. If one is refused, none is played."""
        return self.wait(self.step_async(actions))

    def step_async(self, actions: ArrayLike) -> int:
        """Sends the actions; `wait` gives what came of them. Others may be sent meanwhile, to other games too."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise InvalidInput(
                f"invalid actions of shape {given.shape} and type {given.dtype}: expected {self.count} whole numbers"
            )
        self._check_free()
        self._awaited = self.server.send_text(self._step, np.ascontiguousarray(given, "<i4").tobytes())
        return self._awaited

    def wait(self, number: int) -> Arrays:
        """The arrays that `step_async` has asked for."""
        return self._receive(number)

    def observe(self, player: str, game: int = 0) -> NDArray[np.float32]:
        """What a player sees, whoever is to move."""
        request = {"op": "observe", "games": self.number, "game": game, "player": player}
        return self.server.request(request).arrays()["observation"]

    def render(self, mode: str = "ansi", game: int = 0) -> str:
        """A picture: `ansi`, text with colours, or `svg`."""
        facts = self.server.request({"op": "render", "games": self.number, "game": game, "mode": mode}).facts
        return str(facts["text"])

    def position(self, game: int = 0) -> str:
        """A game's position as one line of text."""
        facts = self.server.request({"op": "position", "games": self.number, "game": game}).facts
        return str(facts["position"])

    def close(self) -> None:
        """Ends these games. The server goes on."""
        if not self._closed and self.server.is_alive:
            self.server.request({"op": "close", "games": self.number})
        self._closed = True

    def _receive(self, number: int) -> Arrays:
        self._awaited = None
        _, body = self.server.receive(number, None if self._copy else self._into)
        self._into = body
        arrays = self._layout.view(body if self._memory is None else self._memory)
        if self._wants_finals:
            arrays["finalObservations"] = self._finals(arrays, body)
        return arrays

    def _check_free(self) -> None:
        """With shared memory an answer is overwritten by the next."""
        if self._memory is not None and self._awaited is not None:
            raise InvalidInput("invalid call: with copy=False, wait for the step before first")

    def _finals(self, arrays: Arrays, body: Buffer) -> NDArray[np.float32]:
        """They come last, a row for each game that has ended."""
        rows = int(arrays["finalPresent"].sum())
        shape = (rows, *arrays["observations"].shape[1:])
        return np.ndarray(shape, np.float32, body, self._layout.size if self._memory is None else 0)


def _shared_file() -> IO[bytes] | None:
    """A file in memory, where the system has such a place."""
    return tempfile.NamedTemporaryFile(prefix="tzaar-", dir=SHARED_MEMORY) if os.path.isdir(SHARED_MEMORY) else None
