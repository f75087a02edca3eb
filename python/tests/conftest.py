"""What all tests share, and a report for the runner outside: a line of JSON for each test."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tzaar_zero import Server
from tzaar_zero.find_program import program_command

ROOT = Path(__file__).resolve().parents[2]
RELEASED = ROOT / "models" / "released" / "small-3"


def pytest_runtest_logreport(report: Any) -> None:
    """Every phase that says something: what a test did, and what went wrong before or after it."""
    path = os.environ.get("TZAAR_REPORT")
    if path is None or (report.when != "call" and report.outcome == "passed"):
        return
    with open(path, "a", encoding="utf-8") as out:
        out.write(json.dumps({"id": report.nodeid, "outcome": report.outcome, "text": report.longreprtext}) + "\n")


@pytest.fixture
def server() -> Iterator[Server]:
    """A server of the test's own, for tests that harm it."""
    with Server() as started:
        yield started


@pytest.fixture(scope="session")
def shard_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shards of a few games of the shipped network."""
    out = tmp_path_factory.mktemp("selfplay")
    arguments = ["selfplay", f"--model={RELEASED}", "--games=12", "--sims=4", "--seed=1", f"--out={out}", "--threads=1"]
    done = subprocess.run([*program_command(), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out / "shards"
