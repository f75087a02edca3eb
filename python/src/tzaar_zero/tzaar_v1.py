"""TZAAR for PettingZoo: `env()` with its usual wrappers, `raw_env()` without. The same player often acts twice in a row."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .errors import InvalidInput
from .games import STANDARD_ARRAYS, Arrays, Games
from .options import game_options
from .picture import draw_board
from .server import Server
from .spaces import action_space, observation_space

RENDER_MODES = ("human", "ansi", "rgb_array")
AGENTS = ("player_0", "player_1")


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The environment for use: an action that is not legal loses the game, as in PettingZoo's own board games."""
    terminating = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


class raw_env(AECEnv[str, Any, Any], EzPickle):
    """One game of two players. `player_0` has seat 0: it plays white, and so first, unless `first_mover_seed` draws it."""

    metadata = {"name": "tzaar_v1", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self,
        render_mode: str | None = None,
        observation: str = "points",
        setup: str | None = None,
        position: str | None = None,
        first_mover_seed: int | None = None,
        step_limit: int | None = None,
        server: Server | None = None,
    ) -> None:
        EzPickle.__init__(self, render_mode, observation, setup, position, first_mover_seed, step_limit)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidInput(f"invalid render mode {render_mode!r}: expected {', '.join(RENDER_MODES)}")
        options = dict(setup=setup, position=position, first_mover_seed=first_mover_seed, step_limit=step_limit)
        self.games = Games(
            1,
            arrays=(*STANDARD_ARRAYS, "cells"),
            observation=observation,
            autoreset="disabled",
            options=game_options(options),
            server=server,
        )
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        space = observation_space(self.games.server, observation)
        actions = action_space(self.games.server)
        mask = spaces.Box(0, 1, (int(actions.n),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(observation=space, action_mask=mask) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(int(actions.n)) for agent in self.possible_agents}
        self._now: Arrays | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """With a seed the sequence of games of that seed begins; without one the next game of the sequence."""
        self._now = self.games.reset(seed, game_options(options))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._follow(self._now)

    def step(self, action: int | None) -> None:
        """Plays an action. One that is not legal raises `InvalidInput` with its sentence, and nothing is played."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InvalidInput("invalid action None: the game is not over")
        now = self.games.step([int(action)])
        self._now = now
        self._cumulative_rewards[agent] = 0.0
        white_seat = int(now["mover"][0]) ^ int(now["seat"][0])
        for player, reward in enumerate(now["playerRewards"][0].tolist()):
            self.rewards[AGENTS[player ^ white_seat]] = reward
        self.terminations = dict.fromkeys(self.agents, bool(now["terminated"][0]))
        self.truncations = dict.fromkeys(self.agents, bool(now["truncated"][0]))
        self._follow(now)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """From the agent's own side, with nothing legal for who is not to move."""
        now = self._begun()
        if agent == AGENTS[int(now["seat"][0])]:
            mask = now["mask"][0].view(np.int8)
            return {"observation": now["observations"][0].copy(), "action_mask": mask.copy()}
        mover = self.games.server.facts["players"][1 - int(now["mover"][0])]
        return {"observation": self.games.observe(mover), "action_mask": np.zeros(now["mask"].shape[1], np.int8)}

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode is None:
            raise InvalidInput(f"no render mode: give one of {', '.join(RENDER_MODES)} when the environment is made")
        if self.render_mode == "rgb_array":
            return draw_board(self._begun()["cells"][0])
        text = self.games.render("ansi")
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def position(self) -> str:
        """The position as one line of text."""
        self._begun()
        return self.games.position()

    def close(self) -> None:
        self.games.close()

    def _follow(self, now: Arrays) -> None:
        self.agent_selection = AGENTS[int(now["seat"][0])]
        facts = {
            "seed": int(now["seed"][0]),
            "game_number": int(now["episode"][0]),
            "ply": int(now["ply"][0]),
            "mover": self.games.server.facts["players"][int(now["mover"][0])],
        }
        if now["winner"][0] >= 0:
            facts["winner"] = self.games.server.facts["players"][int(now["winner"][0])]
            facts["reason"] = self.games.server.facts["reasons"][int(now["reason"][0])]
        self.infos = {agent: dict(facts) for agent in self.agents}

    def _begun(self) -> Arrays:
        if self._now is None:
            raise InvalidInput("no game has begun: call reset() first")
        return self._now
