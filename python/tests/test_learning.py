"""Samples, networks and released models: what Python makes of them is what the program makes of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import RELEASED, ROOT

from tzaar_zero import (
    Arena,
    InvalidInput,
    OnnxPolicy,
    describe_network,
    encode_boards,
    encode_positions,
    load_shards,
    read_weights,
    shared_server,
    to_release,
)
from tzaar_zero.find_program import find_program, program_command
from tzaar_zero.rays import NEIGHBOURS, sight_table

SELFCHECK = json.loads((RELEASED / "selfcheck.json").read_text())


class TestShards:
    def test_a_batch_is_what_the_shards_hold(self, shard_folder: Path) -> None:
        samples = load_shards(shard_folder)
        columns, batch = samples.columns(), samples.all()
        assert len(samples) == len(batch.observations) == sum(each["samples"] for each in samples.files) > 100
        encoded = encode_boards(columns["cells"], columns["turns"])
        assert (batch.observations == encoded.observations).all() and (batch.masks == encoded.masks).all()
        policies = columns["policies"] / columns["policies"].sum(axis=1, keepdims=True)
        assert np.allclose(batch.policies, policies, atol=1e-6)
        assert np.allclose(batch.values, columns["values"], atol=1e-6)
        assert not batch.policies[~batch.masks].any()

    def test_numpy_reads_the_same_columns(self, shard_folder: Path) -> None:
        files = sorted(shard_folder.glob("*.npz"))
        columns = load_shards(shard_folder).columns()
        for name, column in columns.items():
            assert (column == np.concatenate([np.load(file)[name] for file in files])).all(), name

    def test_symmetries_turn_planes_masks_and_policies_together(self, shard_folder: Path) -> None:
        samples = load_shards(shard_folder)
        rows = np.arange(12) * 0 + 5
        batch = samples.batch(rows, np.arange(12))
        assert len({policy.tobytes() for policy in batch.policies}) > 6
        for observation, mask, policy in zip(batch.observations, batch.masks, batch.policies):
            assert not policy[~mask].any()
            assert mask.sum() == batch.masks[0].sum()
            assert np.isclose(observation.sum(), batch.observations[0].sum())

    def test_one_pass_sees_every_sample_once(self, shard_folder: Path) -> None:
        samples = load_shards(shard_folder)
        size = 50
        batches = list(samples.batches(size, seed=1, symmetries=False))
        assert len(batches) == len(samples) // size
        seen = {row.tobytes() for batch in batches for row in batch.policies}
        assert seen <= {row.tobytes() for row in samples.all().policies}

    def test_damage_is_told_in_the_programs_sentence(self, shard_folder: Path, tmp_path: Path) -> None:
        data = bytearray(sorted(shard_folder.glob("*.npz"))[0].read_bytes())
        data[len(data) // 2] ^= 1
        (tmp_path / "damaged.npz").write_bytes(data)
        with pytest.raises(InvalidInput, match="its SHA-256 does not match: it is damaged"):
            load_shards(tmp_path)
        with pytest.raises(InvalidInput, match="there is no such file or folder"):
            load_shards(tmp_path / "nothing")


class TestOnnxPolicy:
    def test_it_reproduces_the_selfcheck(self) -> None:
        checked = SELFCHECK["positions"]
        policies, values = OnnxPolicy(RELEASED).evaluate(*encode_positions([each["position"] for each in checked]))
        for row, each in enumerate(checked):
            assert np.abs(policies[row, each["actions"]] - each["policy"]).max() <= SELFCHECK["tolerance"]["policy"]
            assert abs(values[row] - each["value"]) <= SELFCHECK["tolerance"]["value"]
        assert np.allclose(policies.sum(axis=1), 1, atol=1e-5)

    def test_inputs_are_those_of_the_example(self) -> None:
        example = SELFCHECK["example"]
        observations, _ = encode_positions([example["position"]])
        assert np.allclose(observations.ravel(), example["observation"], atol=1e-6)
        assert sight_table(observations).ravel().tolist() == example["neighbours"]

    def test_the_geometry_is_the_programs(self) -> None:
        assert NEIGHBOURS[:60].ravel().tolist() == shared_server().facts["neighbours"][:360]

    def test_a_folder_without_a_model_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidInput, match=r"no readable manifest\.json"):
            OnnxPolicy(tmp_path)


class TestRelease:
    def test_weights_that_do_not_fit_are_refused(self, tmp_path: Path) -> None:
        weights = describe_network("tiny").weights
        with pytest.raises(InvalidInput, match="missing stem/bias"):
            to_release({k: v for k, v in weights.items() if k != "stem/bias"}, "tiny", tmp_path / "a", "a")
        with pytest.raises(InvalidInput, match="has shape"):
            to_release({**weights, "stem/bias": np.zeros(3)}, "tiny", tmp_path / "a", "a")
        with pytest.raises(InvalidInput, match="not finite"):
            to_release({**weights, "stem/bias": np.full(16, np.nan)}, "tiny", tmp_path / "a", "a")
        with pytest.raises(InvalidInput, match="expected one of tiny"):
            describe_network("huge")
        assert not (tmp_path / "a").exists()

    def test_what_was_read_can_be_released_again(self, tmp_path: Path) -> None:
        network = read_weights(RELEASED)
        manifest = to_release(network.weights, network.config, tmp_path / "again", "again", setups=("random",))
        assert (manifest["name"], manifest["setups"]) == ("again", ["random"])
        again = read_weights(tmp_path / "again")
        assert all((again.weights[name] == array).all() for name, array in network.weights.items())


def first_legal(_observation: object, mask: np.ndarray) -> int:
    return int(mask.argmax())


class TestArena:
    def test_a_function_plays_and_its_games_are_kept(self, tmp_path: Path) -> None:
        result = Arena().match(first_legal, "random", games=4, out=tmp_path)
        assert (result["first"], result["games"], result["forfeits"]) == ("first_legal", 4, 0)
        games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
        assert len(games) == 4 and all(game["result"]["reason"] != "forfeit" for game in games)

    def test_the_shipped_network_without_search_beats_random(self) -> None:
        result = Arena().match(OnnxPolicy(RELEASED), "random", games=10)
        assert result["score"] >= 0.9 and result["first"] == "small-3"

    def test_a_policy_that_fails_loses_by_forfeit(self) -> None:
        result = Arena().match(lambda observation, mask: 540, "random", games=2)
        assert (result["score"], result["forfeits"]) == (0, 2)

    def test_an_exception_of_the_policy_reaches_the_caller(self) -> None:
        def broken(_observation: object, _mask: object) -> int:
            raise KeyError("my own mistake")

        with pytest.raises(KeyError, match="my own mistake"):
            Arena().match(broken, "random", games=2)

    def test_an_unknown_opponent_is_told_in_the_programs_sentence(self) -> None:
        with pytest.raises(InvalidInput, match="nobody"):
            Arena().match(first_legal, "nobody", games=2)

    def test_a_file_with_a_policy_is_an_engine(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text("def choose(observation, mask):\n    return int(mask.nonzero()[0][-1])\n")
        engine = [sys.executable, "-m", "tzaar_zero", "ugi", f"{tmp_path}/mine.py:choose"]
        lines = "ugi\nisready\nposition startpos\ngo\nposition fen nonsense\ngo\nposition startpos moves D7xE7\ngo\nquit\n"
        done = subprocess.run(engine, input=lines, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        said = done.stdout.splitlines()
        assert said[2:4] == ["ugiok", "readyok"] and said[4].startswith("bestmove ")
        assert said[5].startswith("info string error invalid position")
        assert said[6] == "bestmove none"
        assert said[7].count(",") == 1  # black's turn has two steps


class TestProgram:
    def test_it_is_found_by_its_variable_and_refused_elsewhere(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("TZAAR_ZERO", str(ROOT))
        assert find_program() == ROOT
        monkeypatch.setenv("TZAAR_ZERO", str(tmp_path))
        with pytest.raises(InvalidInput, match="is not the folder of tzaar-zero"):
            find_program()
        monkeypatch.delenv("TZAAR_ZERO")
        installed = tmp_path / "node_modules" / "tzaar-zero"
        (installed / "dist" / "cli").mkdir(parents=True)
        (installed / "dist" / "cli" / "main.js").touch()
        (installed / "package.json").write_text('{"name": "tzaar-zero"}')
        monkeypatch.chdir(tmp_path)
        assert program_command(installed)[-1] == str(installed / "dist" / "cli" / "main.js")

    def test_missing_node_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(InvalidInput, match="Node is missing"):
            program_command()
