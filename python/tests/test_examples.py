"""The examples, the notebook and the loop of the docs run as they stand."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

EXAMPLES = ROOT / "examples" / "python"


def run(path: Path, *arguments: str, folder: Path) -> str:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT / "python" / "src")}
    command = [sys.executable, str(path), *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_game(tmp_path: Path) -> None:
    assert re.search(r"(white|black) wins after \d+ actions: ", run(EXAMPLES / "random_game.py", folder=tmp_path))


def test_own_policy(tmp_path: Path) -> None:
    said = run(EXAMPLES / "own_policy.py", "4", folder=tmp_path)
    assert re.search(r"choose against random: [\d.]+% of 4 games", said)


def test_train_on_shards(shard_folder: Path, tmp_path: Path) -> None:
    options = ["--epochs=2", "--opponent=random", "--games=4"]
    said = run(EXAMPLES / "train_on_shards.py", str(shard_folder), *options, folder=tmp_path)
    first, second = (float(loss) for loss in re.findall(r"policy ([\d.]+),", said))
    assert second < first
    assert (tmp_path / "torch-model" / "manifest.json").exists() and "with 32 simulations against random" in said


def test_masked_ppo_learns_to_beat_random(tmp_path: Path) -> None:
    """By much more than chance, which in as many games would reach this score once in thousands of runs."""
    said = run(EXAMPLES / "masked_ppo.py", "--updates=24", "--games=100", folder=tmp_path)
    score = float(re.search(r"against random: ([\d.]+)%", said)[1])  # type: ignore[index]
    assert score >= 70, said


def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = json.loads((EXAMPLES / "tour.ipynb").read_text())["cells"]
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert "tzaar-v1 with 541 actions and 48 planes" in said.getvalue()
    assert re.search(r"score \d+% of 4 games against random", said.getvalue())


def test_the_programs_of_the_docs_run(shard_folder: Path, tmp_path: Path) -> None:
    programs = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    assert len(programs[0].strip().splitlines()) <= 15
    said = []
    for number, program in enumerate(programs):
        path = tmp_path / f"program{number}.py"
        path.write_text(program.replace("runs/001", str(shard_folder)))
        said.append(run(path, folder=tmp_path))
    assert [bool(each) for each in said] == [True] * 3
    assert re.search(r"random won \d+ of 2\d\d games against greedy", said[0])
