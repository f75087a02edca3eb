"""Many games of TZAAR for Gymnasium: one request for all of them, and all three of its autoreset modes."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from .errors import InvalidInput
from .games import FINAL_ARRAYS, SMALL_ARRAYS, Arrays, Games
from .gym_env import refusal
from .options import game_options
from .server import Server
from .spaces import OBSERVATIONS, action_space, observation_space

_MODES = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "disabled",
}
#: What infos call the small arrays; `episode` is taken by Gymnasium's statistics.
_INFOS = {
    "mover": "mover",
    "seat": "seat",
    "ply": "ply",
    "seed": "seed",
    "game_number": "episode",
    "winner": "winner",
    "reason": "reason",
}
_FINALS = {"mover": "finalMover", "ply": "finalPly", "winner": "finalWinner", "reason": "finalReason"}


class TzaarVectorEnv(VectorEnv[Any, NDArray[Any], NDArray[Any]]):
    """Games that are stepped together. Without an opponent the caller acts for whoever is to move, and is rewarded so.

    `infos["action_mask"]` is `[N, 541]`; with `legal=True` also `infos["legal"]` `[N, 181]`, of which the first
    `infos["legal_count"]` are the legal actions: drawing from it costs far less than from a mask.
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponent: str | None = None,
        seat: int = 0,
        illegal: str = "raise",
        observation: str = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        masks: bool = True,
        legal: bool = False,
        copy: bool = True,
        setup: str | None = None,
        position: str | None = None,
        first_mover_seed: int | None = None,
        step_limit: int | None = None,
        render_mode: str | None = None,
        server: Server | None = None,
    ) -> None:
        if observation not in OBSERVATIONS:
            raise InvalidInput(f"invalid observation {observation!r}: expected {', '.join(OBSERVATIONS)}")
        if opponent is None and illegal != "raise":
            raise InvalidInput("invalid illegal 'lose': without an opponent, actions that are not legal are refused")
        mode = AutoresetMode(autoreset_mode)
        shows_board = observation == "board"
        options = dict(setup=setup, position=position, first_mover_seed=first_mover_seed, step_limit=step_limit)
        finals = FINAL_ARRAYS if mode == AutoresetMode.SAME_STEP else ()
        self.games = Games(
            num_envs,
            arrays=(
                *(("cells", "turns") if shows_board else ("observations",)),
                *(("mask",) if masks else ()),
                *(("legal",) if legal else ()),
                *SMALL_ARRAYS,
                *(name for name in finals if not (shows_board and name == "finalObservations")),
            ),
            observation="none" if shows_board else observation,
            autoreset=_MODES[mode],
            opponent=opponent,
            seat=seat,
            illegal=refusal(illegal),
            options=game_options(options),
            copy=copy,
            server=server,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"autoreset_mode": mode, "render_modes": ["ansi"]}
        self.single_observation_space = observation_space(self.games.server, observation)
        self.single_action_space = action_space(self.games.server)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._shows_board = shows_board
        self._masks, self._legal = masks, legal

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Game i has the seed `seed + i`, or `seed[i]`. `options["reset_mask"]` begins some games only."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        chosen = dict(options or {})
        mask = chosen.pop("reset_mask", None)
        now = self.games.reset(seed, game_options(chosen), mask)
        return self._observations(now), self._infos(now)

    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every game. If one is refused (`InvalidInput`), none is played."""
        return self.step_wait(self.step_async(actions))

    def step_async(self, actions: ArrayLike) -> int:
        """Sends the actions, so that others can be chosen while these are played; `step_wait` takes the number."""
        return self.games.step_async(actions)

    def step_wait(
        self, number: int
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """What `step` gives."""
        now = self.games.wait(number)
        rewards = now["rewards"].astype(np.float64)
        terminated, truncated = now["terminated"].astype(bool), now["truncated"].astype(bool)
        return self._observations(now), rewards, terminated, truncated, self._infos(now)

    def render(self) -> tuple[str, ...]:
        """A picture of each game, as text with colours."""
        return tuple(self.games.render("ansi", game) for game in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        self.games.close()

    def _observations(self, now: Arrays) -> Any:
        return {"cells": now["cells"], "turn": now["turns"]} if self._shows_board else now["observations"]

    def _infos(self, now: Arrays) -> dict[str, Any]:
        infos: dict[str, Any] = {name: now[array] for name, array in _INFOS.items()}
        infos["player_rewards"] = now["playerRewards"]
        if self._masks:
            infos["action_mask"] = now["mask"].view(np.int8)
        if self._legal:
            infos["legal"], infos["legal_count"] = now["legal"], now["legalCount"]
        if "finalPresent" in now and now["finalPresent"].any():
            self._add_finals(infos, now)
        return infos

    def _add_finals(self, infos: dict[str, Any], now: Arrays) -> None:
        """The ends of the games that have begun again, as Gymnasium's own vector environments tell them."""
        ended = now["finalPresent"].astype(bool)
        facts: dict[str, Any] = {}
        for name, array in _FINALS.items():
            facts[name], facts[f"_{name}"] = now[array], ended
        infos["final_info"], infos["_final_info"] = facts, ended
        if "finalObservations" not in now:
            return
        rows = np.full(self.num_envs, None, dtype=object)
        for game, row in zip(np.flatnonzero(ended), now["finalObservations"], strict=True):
            rows[game] = row
        infos["final_obs"], infos["_final_obs"] = rows, ended
