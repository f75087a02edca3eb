"""The spaces of Gymnasium for what games show."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .server import Server

#: What an environment can show: planes over the points, planes over a 9 × 9 grid, or the packed board.
OBSERVATIONS = ("points", "grid", "board")
BOARD_SHAPES = {"cells": (60,), "turn": (3,)}
LARGEST_STACK = 123


def action_space(server: Server) -> spaces.Discrete[np.int64]:
    """All actions, legal or not."""
    return spaces.Discrete(int(server.facts["actions"]))


def observation_space(server: Server, observation: str) -> spaces.Space[Any]:
    """Planes are never negative and have a largest value each; a packed stack is ±(height × 4 + kind)."""
    if observation == "board":
        turn = np.array([1, 1, len(server.facts["phases"]) - 1], np.uint8)
        return spaces.Dict(
            cells=spaces.Box(-LARGEST_STACK, LARGEST_STACK, BOARD_SHAPES["cells"], np.int8),
            turn=spaces.Box(np.zeros(3, np.uint8), turn, dtype=np.uint8),
        )
    high = np.array([plane["high"] for plane in server.facts["planes"]], np.float32)
    shape = (60, len(high)) if observation == "points" else (9, 9, len(high))
    top = np.broadcast_to(high, shape).copy()
    return spaces.Box(np.zeros_like(top), top, dtype=np.float32)
