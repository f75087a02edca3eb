"""The environments under the checks of the libraries that they are for."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, render_test, seed_test

import tzaar_zero.registration  # noqa: F401
from tzaar_zero import InvalidInput, encode_boards, tzaar_v1
from tzaar_zero.gym_env import TzaarEnv
from tzaar_zero.vector_env import TzaarVectorEnv

MODES = list(AutoresetMode)


class TestPettingZoo:
    @pytest.mark.parametrize("make", [tzaar_v1.env, tzaar_v1.raw_env])
    @pytest.mark.parametrize("setup", ["random", "tournament"])
    @pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # a dictionary with a mask, as in its own board games
    def test_api_test(self, make: Any, setup: str) -> None:
        api_test(make(setup=setup), num_cycles=200)

    def test_seed_test(self) -> None:
        seed_test(tzaar_v1.env, num_cycles=100)

    def test_render_test(self, capsys: pytest.CaptureFixture[str]) -> None:
        render_test(tzaar_v1.env)
        assert "to move" in capsys.readouterr().out  # "human" is printed

    def test_pictures_show_what_stands_there(self) -> None:
        env = tzaar_v1.raw_env(render_mode="rgb_array")
        env.reset(seed=1)
        before = env.render()
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        assert before.dtype == np.uint8 and (before != env.render()).any()

    def test_who_captures_first_may_act_again(self) -> None:
        env = tzaar_v1.raw_env(setup="fixed")
        env.reset(seed=3)
        order = []
        for _ in range(5):
            order.append(env.agent_selection)
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        # White's opening turn has one step, all others have two.
        assert order == ["player_0", "player_1", "player_1", "player_0", "player_0"]

    def test_each_sees_the_board_from_its_own_side(self) -> None:
        env = tzaar_v1.raw_env()
        env.reset(seed=3)
        mine, yours = (env.observe(agent) for agent in env.possible_agents)
        assert (mine["observation"][:, 0:3] == yours["observation"][:, 3:6]).all()
        assert mine["action_mask"].any() and not yours["action_mask"].any()

    def test_the_end_rewards_one_and_charges_the_other(self) -> None:
        env = tzaar_v1.env(first_mover_seed=5)
        rng, totals = np.random.default_rng(1), {"player_0": 0.0, "player_1": 0.0}
        env.reset(seed=2)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            totals[agent] += reward
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if terminated or truncated else int(rng.choice(legal)))
        assert sorted(totals.values()) == [-1, 1]
        assert info["reason"] in ("kind-captured", "kind-buried", "no-capture")

    def test_an_illegal_action_loses_in_env_and_is_refused_in_raw_env(self) -> None:
        env, raw = tzaar_v1.env(), tzaar_v1.raw_env()
        env.reset(seed=1)
        env.step(540)
        assert env.terminations["player_0"] and env.rewards["player_0"] == -1
        raw.reset(seed=1)
        with pytest.raises(InvalidInput, match="T@I5 is not legal here"):
            raw.step(540)
        assert raw.agent_selection == "player_0" and raw.infos["player_0"]["ply"] == 0

    def test_a_step_limit_truncates(self) -> None:
        env = tzaar_v1.raw_env(step_limit=3)
        env.reset(seed=1)
        for _ in range(3):
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        assert env.truncations == {"player_0": True, "player_1": True}


class TestGymnasium:
    @pytest.mark.parametrize("options", [{}, {"opponent": "greedy", "seat": 1, "observation": "grid"}])
    def test_check_env(self, options: dict[str, Any]) -> None:
        check_env(gymnasium.make("Tzaar-v1", **options).unwrapped)

    def test_a_game_ends_with_the_callers_reward(self) -> None:
        env = gymnasium.make("tzaar_zero.registration:Tzaar-v1", opponent="greedy")
        _, info = env.reset(seed=4)
        rng, total, over = np.random.default_rng(0), 0.0, False
        while not over:
            assert (env.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
            _, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            total, over = total + float(reward), terminated or truncated
        assert total == (1 if info["winner"] == 0 else -1)

    def test_an_illegal_action_loses_or_raises(self) -> None:
        losing, raising = TzaarEnv(), TzaarEnv(illegal="raise")
        losing.reset(seed=1)
        _, reward, terminated, _, info = losing.step(540)
        assert (reward, terminated, info["winner"], info["action_mask"].any()) == (-1.0, True, 1, False)
        raising.reset(seed=1)
        with pytest.raises(InvalidInput, match="not legal here"):
            raising.step(540)

    def test_an_unknown_opponent_is_refused_with_the_names_of_others(self) -> None:
        with pytest.raises(InvalidInput, match="alphabeta"):
            TzaarEnv(opponent="nobody")

    def test_a_copy_by_pickle_plays_the_same_game(self) -> None:
        env = TzaarEnv(opponent="greedy")
        copy = pickle.loads(pickle.dumps(env))
        assert data_equivalence(env.reset(seed=5), copy.reset(seed=5), exact=True)


class TestVector:
    @pytest.mark.parametrize("mode", MODES)
    def test_it_is_gymnasiums_own_vector_of_single_environments(self, mode: AutoresetMode) -> None:
        """The same seeds and actions through `SyncVectorEnv`, number by number, over several ends of games."""
        count = 4
        ours = TzaarVectorEnv(count, opponent="greedy", illegal="lose", autoreset_mode=mode, step_limit=24)
        theirs = SyncVectorEnv(
            [lambda: TzaarEnv(opponent="greedy", step_limit=24)] * count,
            autoreset_mode=mode,
        )
        rng = np.random.default_rng(2)
        results = [env.reset(seed=7) for env in (ours, theirs)]
        ends, told = 0, np.ones(count, bool)
        for _ in range(40):
            (observations, *_, infos), (expected, *_, expected_infos) = results
            assert (observations == expected).all()
            for name in ("action_mask", "mover", "seat", "ply", "seed", "game_number", "winner", "reason"):
                assert (infos[name][told] == expected_infos[name][told]).all(), name
            actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in infos["action_mask"]])
            actions[rng.random(count) < 0.01] = 540
            results = [env.step(actions) for env in (ours, theirs)]
            for mine, other in zip(results[0][1:4], results[1][1:4]):
                assert (mine == other).all() and mine.dtype == other.dtype
            over = results[0][2] | results[0][3]
            ends, told = ends + int(over.sum()), np.ones(count, bool)
            if mode == AutoresetMode.SAME_STEP and over.any():
                finals = [result[4] for result in results]
                assert (finals[0]["_final_obs"] == finals[1]["_final_obs"]).all()
                for game in np.flatnonzero(over):
                    assert (finals[0]["final_obs"][game] == finals[1]["final_obs"][game]).all()
                for name in ("winner", "reason", "ply"):
                    assert (finals[0]["final_info"][name][over] == finals[1]["final_info"][name][over]).all()
            if mode == AutoresetMode.DISABLED and over.any():
                results = [env.reset(options={"reset_mask": over}) for env in (ours, theirs)]
                told = over  # theirs has infos only of the games that it began
        assert ends > 2

    def test_spaces_hold_what_it_shows(self) -> None:
        for observation in ("points", "grid", "board"):
            env = TzaarVectorEnv(3, observation=observation)
            observations, _ = env.reset(seed=1)
            assert env.observation_space.contains(observations), observation
            assert env.action_space.shape == (3,)

    def test_boards_become_the_planes_on_demand(self) -> None:
        planes, boards = TzaarVectorEnv(5), TzaarVectorEnv(5, observation="board")
        seen, infos = planes.reset(seed=3)
        board, _ = boards.reset(seed=3)
        for _ in range(30):
            encoded = encode_boards(board["cells"], board["turn"])
            assert (encoded.observations == seen).all()
            assert (encoded.masks == infos["action_mask"].astype(bool)).all()
            actions = infos["action_mask"].argmax(axis=1)
            seen, _, _, _, infos = planes.step(actions)
            board, *_ = boards.step(actions)

    def test_legal_lists_are_the_masks(self) -> None:
        env = TzaarVectorEnv(6, legal=True)
        _, infos = env.reset(seed=1)
        for mask, legal, count in zip(infos["action_mask"], infos["legal"], infos["legal_count"]):
            assert (np.flatnonzero(mask) == legal[:count]).all()

    def test_a_refused_action_plays_nothing_anywhere(self) -> None:
        env = TzaarVectorEnv(3)
        _, infos = env.reset(seed=1)
        actions = infos["action_mask"].argmax(axis=1)
        with pytest.raises(InvalidInput, match="invalid action of game 2 540"):
            env.step([*actions[:2], 540])
        *_, infos = env.step(actions)
        assert (infos["ply"] == 1).all()

    def test_memory_is_given_again_only_if_it_is_asked_for(self) -> None:
        for copy in (True, False):
            env = TzaarVectorEnv(2, copy=copy)
            first, infos = env.reset(seed=1)
            second, *_ = env.step(infos["action_mask"].argmax(axis=1))
            assert np.shares_memory(first, second) != copy

    def test_it_goes_through_gymnasiums_wrappers_and_registry(self) -> None:
        env = gymnasium.make_vec("Tzaar-v1", 4, vectorization_mode="vector_entry_point", opponent="random")
        counted = RecordEpisodeStatistics(env)
        _, infos = counted.reset(seed=1)
        lengths = []
        for _ in range(80):
            actions = np.array([row.argmax() for row in infos["action_mask"]])
            *_, infos = counted.step(actions)
            if "episode" in infos:
                lengths += infos["episode"]["l"][infos["_episode"]].tolist()
        assert lengths and min(lengths) > 3

    def test_halves_may_be_stepped_by_turns(self) -> None:
        halves, whole = [TzaarVectorEnv(2) for _ in range(2)], TzaarVectorEnv(4)
        masks = [half.reset(seed=seed)[1]["action_mask"] for half, seed in zip(halves, (1, 3))]
        expected, infos = whole.reset(seed=1)
        for _ in range(10):
            numbers = [half.step_async(mask.argmax(axis=1)) for half, mask in zip(halves, masks)]
            steps = [half.step_wait(number) for half, number in zip(halves, numbers)]
            masks = [step[4]["action_mask"] for step in steps]
            expected, *_, infos = whole.step(infos["action_mask"].argmax(axis=1))
            assert (np.concatenate([step[0] for step in steps]) == expected).all()

    def test_shared_memory_holds_what_the_pipe_brings(self) -> None:
        leftovers = set(Path("/dev/shm").glob("tzaar-*"))
        options: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "step_limit": 6, "legal": True}
        shared, piped = TzaarVectorEnv(5, copy=False, **options), TzaarVectorEnv(5, **options)
        (seen, infos), (expected, _) = shared.reset(seed=1), piped.reset(seed=1)
        for _ in range(14):
            actions = infos["legal"][:, 0].astype(np.int32)
            result, other = shared.step(actions), piped.step(actions)
            infos = result[4]
            assert data_equivalence(result[:4], other[:4], exact=True)
            assert data_equivalence(infos, other[4], exact=True)
        assert np.shares_memory(result[0], seen) and not np.shares_memory(other[0], expected)
        assert set(Path("/dev/shm").glob("tzaar-*")) == leftovers

    def test_shared_memory_takes_one_step_at_a_time(self) -> None:
        env = TzaarVectorEnv(2, copy=False)
        _, infos = env.reset(seed=1)
        number = env.step_async(infos["action_mask"].argmax(axis=1))
        with pytest.raises(InvalidInput, match="wait for the step before first"):
            env.step_async([0, 0])
        *_, infos = env.step_wait(number)
        assert (infos["ply"] == 1).all()
