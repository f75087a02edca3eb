"""Samples of training runs, ready to learn from. Planes, masks and targets are made by the program, as in its own training."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InvalidInput
from .server import Server, shared_server

#: What the program encodes in one answer.
ROWS_AT_ONCE = 2048


class Batch(NamedTuple):
    """Samples side by side; `torch.from_numpy` and `jax.numpy.asarray` take each of them as it is."""

    observations: NDArray[np.float32]  # [N, 60, 48]
    masks: NDArray[np.bool_]  # [N, 541]
    policies: NDArray[np.float32]  # [N, 541] sums to 1; all 0 where there is nothing to learn
    values: NDArray[np.float32]  # [N] −1 to 1, for the mover


class Samples:
    """The samples of shards. They stay in the program, 1.2 kB each; `batch` makes 12 kB of planes out of one."""

    def __init__(self, number: int, count: int, files: list[dict[str, Any]], server: Server) -> None:
        self.files = files
        self._number, self._count, self._server = number, count, server

    def __len__(self) -> int:
        return self._count

    def columns(self) -> dict[str, NDArray[Any]]:
        """The columns of the shards as they are kept (docs/formats.md), one shard after another."""
        parts = [
            self._server.request({"op": "columns", "samples": self._number, "shard": shard}).arrays()
            for shard in range(len(self.files))
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def batch(self, rows: ArrayLike, symmetries: ArrayLike | None = None) -> Batch:
        """These samples, each through the symmetry of the board (0 to 11) that is named for it."""
        wanted = np.ascontiguousarray(rows, "<u4")
        turned = None if symmetries is None else np.ascontiguousarray(symmetries, np.uint8)
        if wanted.ndim != 1 or wanted.size == 0 or (turned is not None and turned.shape != wanted.shape):
            raise InvalidInput("invalid rows: expected a list of numbers, and as many symmetries if there are any")
        parts = [
            self._ask(wanted[start : start + ROWS_AT_ONCE], None if turned is None else turned[start : start + ROWS_AT_ONCE])
            for start in range(0, wanted.size, ROWS_AT_ONCE)
        ]
        return parts[0] if len(parts) == 1 else Batch(*(np.concatenate(arrays) for arrays in zip(*parts)))

    def all(self) -> Batch:
        """Every sample as it was played."""
        return self.batch(np.arange(len(self)))

    def batches(self, size: int, seed: int = 0, symmetries: bool = True) -> Iterator[Batch]:
        """One pass over all samples in random order, each through a random symmetry; the last few may be left out."""
        rng = np.random.default_rng(seed)
        order = rng.permutation(len(self))
        for start in range(0, len(self) - size + 1, size):
            turned = rng.integers(self._server.facts["symmetries"], size=size) if symmetries else None
            yield self.batch(order[start : start + size], turned)

    def close(self) -> None:
        """Lets the program forget them."""
        if self._server.is_alive:
            self._server.request({"op": "forget", "samples": self._number})

    def _ask(self, rows: NDArray[Any], symmetries: NDArray[Any] | None) -> Batch:
        request = {"op": "batch", "samples": self._number, "count": len(rows), "symmetries": symmetries is not None}
        body = rows.tobytes() + (b"" if symmetries is None else symmetries.tobytes())
        arrays = self._server.request(request, body).arrays()
        # The value's head is taught the chance of winning, 0 to 1.
        values: NDArray[np.float32] = np.float32(2) * arrays["value"][:, 0] - np.float32(1)
        return Batch(arrays["observations"], arrays["masks"].astype(bool), arrays["policy"], values)


def load_shards(*paths: str | os.PathLike[str], server: Server | None = None) -> Samples:
    """Opens `.npz` shards, folders of them, or runs. Damaged files are refused with the program's sentence."""
    chosen = shared_server() if server is None else server
    facts = chosen.request({"op": "shards", "paths": [os.path.abspath(path) for path in paths]}).facts
    return Samples(facts["samples"], facts["count"], facts["files"], chosen)


class Encoded(NamedTuple):
    """Positions as a network sees them."""

    observations: NDArray[np.float32]  # [N, 60, 48]
    masks: NDArray[np.bool_]  # [N, 541]


def encode_positions(positions: Sequence[str], server: Server | None = None) -> Encoded:
    """Position texts as observations and masks."""
    chosen = shared_server() if server is None else server
    arrays = chosen.request({"op": "encode", "positions": list(positions)}).arrays()
    return Encoded(arrays["observations"], arrays["masks"].astype(bool))


def encode_boards(cells: ArrayLike, turns: ArrayLike, server: Server | None = None) -> Encoded:
    """Packed boards `[N, 60]` with mover, step and phase `[N, 3]`, as shards and board observations have them."""
    chosen = shared_server() if server is None else server
    stacks, steps = np.ascontiguousarray(cells, np.int8), np.ascontiguousarray(turns, np.uint8)
    parts = []
    for start in range(0, len(stacks), ROWS_AT_ONCE):
        some = stacks[start : start + ROWS_AT_ONCE], steps[start : start + ROWS_AT_ONCE]
        request = {"op": "encode", "count": len(some[0])}
        parts.append(chosen.request(request, some[0].tobytes() + some[1].tobytes()).arrays())
    observations = np.concatenate([part["observations"] for part in parts])
    return Encoded(observations, np.concatenate([part["masks"] for part in parts]).astype(bool))
