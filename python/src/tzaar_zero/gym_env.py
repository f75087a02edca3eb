"""TZAAR for one learner with Gymnasium: any agent of the program has the other seat."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from .errors import InvalidInput
from .games import STANDARD_ARRAYS, Arrays, Games
from .options import game_options
from .picture import draw_board
from .server import Server
from .spaces import action_space, observation_space

RENDER_MODES = ("human", "ansi", "rgb_array")


class TzaarEnv(gymnasium.Env[NDArray[np.float32], np.int64], EzPickle):
    """A game against `opponent`, such as `random`, `greedy` or `alphabeta:nodes=500` (`tzaar agents` lists them).

    `info["action_mask"]` and `action_masks()` say what is legal. What is not loses the game, or raises `InvalidInput` with
    `illegal="raise"`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        opponent: str = "random",
        seat: int = 0,
        illegal: str = "lose",
        observation: str = "points",
        render_mode: str | None = None,
        setup: str | None = None,
        position: str | None = None,
        first_mover_seed: int | None = None,
        step_limit: int | None = None,
        server: Server | None = None,
    ) -> None:
        EzPickle.__init__(
            self, opponent, seat, illegal, observation, render_mode, setup, position, first_mover_seed, step_limit
        )
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidInput(f"invalid render mode {render_mode!r}: expected {', '.join(RENDER_MODES)}")
        options = dict(setup=setup, position=position, first_mover_seed=first_mover_seed, step_limit=step_limit)
        self.games = Games(
            1,
            arrays=(*STANDARD_ARRAYS, "cells"),
            observation=observation,
            autoreset="disabled",
            opponent=opponent,
            seat=seat,
            illegal=refusal(illegal),
            options=game_options(options),
            server=server,
        )
        self.render_mode = render_mode
        self.observation_space = observation_space(self.games.server, observation)
        self.action_space = action_space(self.games.server)
        self._now: Arrays | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """With a seed the sequence of games of that seed begins; without one the next game of the sequence."""
        super().reset(seed=seed)
        self._now = self.games.reset(seed, game_options(options))
        return self._now["observations"][0], self._info(self._now)

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action and what the opponent answers. The reward is the caller's: 1 for a win, −1 for a loss."""
        now = self.games.step([int(action)])
        self._now = now
        ended = bool(now["terminated"][0]), bool(now["truncated"][0])
        if self.render_mode == "human":
            self.render()
        return now["observations"][0], float(now["rewards"][0]), *ended, self._info(now)

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, as sb3-contrib asks for it."""
        return self._begun()["mask"][0].astype(bool)

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return draw_board(self._begun()["cells"][0])
        text = self.games.render("ansi")
        if self.render_mode != "human":
            return text if self.render_mode == "ansi" else None
        print(text)
        return None

    def close(self) -> None:
        self.games.close()

    def _info(self, now: Arrays) -> dict[str, Any]:
        return {
            "action_mask": now["mask"][0].view(np.int8),
            "mover": int(now["mover"][0]),
            "seat": int(now["seat"][0]),
            "ply": int(now["ply"][0]),
            "seed": int(now["seed"][0]),
            "game_number": int(now["episode"][0]),
            "winner": int(now["winner"][0]),
            "reason": int(now["reason"][0]),
        }

    def _begun(self) -> Arrays:
        if self._now is None:
            raise InvalidInput("no game has begun: call reset() first")
        return self._now


def refusal(illegal: str) -> str:
    """What the program calls the ways to treat an action that is not legal."""
    modes = {"raise": "refuse", "lose": "lose"}
    if illegal not in modes:
        raise InvalidInput(f"invalid illegal {illegal!r}: expected {' or '.join(modes)}")
    return modes[illegal]
