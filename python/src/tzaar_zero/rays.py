"""The second input of networks along lines: which stack each stack sees."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_COLUMNS = (5, 6, 7, 8, 8, 8, 7, 6, 5)
_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
_KIND_PLANES = 6
_PLACEMENT_PLANE = 35
POINTS = 60


def _neighbours() -> NDArray[np.int64]:
    """`[61, 6]`: the point next to each in every direction, 60 for none (docs/formats.md tells the geometry)."""
    axial: list[tuple[int, int]] = []
    for column, size in enumerate(_COLUMNS):
        for rank in range(1, size + 1):
            q, y = column - 4, rank + (column == 4 and rank > 4)
            axial.append((q, y - 5 - min(q, 0)))
    at = {place: point for point, place in enumerate(axial)}
    rows = [[at.get((q + dq, r + dr), POINTS) for dq, dr in _STEPS] for q, r in axial]
    return np.array([*rows, [POINTS] * 6])


NEIGHBOURS = _neighbours()


def sight_table(observations: NDArray[np.float32], sight: str = "ray") -> NDArray[np.int32]:
    """`[N, 60, 7]` for observations `[N, 60, 48]`: rows of the batch's points, `N × 60` where nothing is seen.

    For `sight` "stack" every point counts as a stack while pieces are being placed.
    """
    count = len(observations)
    occupied = np.zeros((count, POINTS + 1), bool)
    occupied[:, :POINTS] = observations[:, :, :_KIND_PLANES].any(axis=2)
    if sight == "stack":
        occupied[observations[:, 0, _PLACEMENT_PLANE] == 1] = True
    occupied[:, POINTS] = True  # the edge stops every look
    seen = np.broadcast_to(NEIGHBOURS[:POINTS], (count, POINTS, 6)).copy()
    games = np.arange(count)[:, None, None]
    directions = np.arange(6)
    while not (found := occupied[games, seen]).all():
        seen = np.where(found, seen, NEIGHBOURS[seen, directions])
    seen[~occupied[:, :POINTS]] = POINTS  # an empty point sees nothing
    table = np.empty((count, POINTS, 7), np.int32)
    table[:, :, 0] = np.arange(count * POINTS).reshape(count, POINTS)
    table[:, :, 1:] = np.where(seen == POINTS, count * POINTS, seen + games * POINTS)
    return table
