"""Steps per second from Python, beside PettingZoo's own chess and connect four: every program by turns, in one run.

    npm run python:bench [-- --seconds 3 --rounds 3 --write docs/python.md]

Every step makes an observation and draws a legal action. `wall` is by the clock; `CPU` counts the time of both processes, which
on a machine with other work to do is the steadier figure. Medians of the rounds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tzaar_zero import shared_server, tzaar_v1
from tzaar_zero.vector_env import TzaarVectorEnv

warnings.filterwarnings("ignore")


class Program(NamedTuple):
    """Something that is stepped: each call plays for a while and returns how many steps that were."""

    name: str
    play: Callable[[float], int]


class Speed(NamedTuple):
    wall: float  # steps a second by the clock
    cpu: float  # steps a second of processor time, ours and the server's


def turns_of(env: Any) -> Callable[[float], int]:
    """PettingZoo's usual loop."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def play(seconds: float) -> int:
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            env.reset()
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
                if time.perf_counter() >= end:
                    break
        return steps

    return play


def batches_of(count: int, **options: Any) -> Callable[[float], int]:
    env = TzaarVectorEnv(count, legal=True, masks=False, copy=False, **options)
    rng, games = np.random.default_rng(1), np.arange(count)
    _, infos = env.reset(seed=1)

    def play(seconds: float) -> int:
        nonlocal infos
        steps, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            # Of a finished game nothing is legal; its next step begins another, and is not counted.
            drawn = (rng.random(count) * infos["legal_count"]).astype(np.int64)
            steps += int((infos["legal_count"] > 0).sum())
            *_, infos = env.step(infos["legal"][games, drawn].astype(np.int32))
        return steps

    return play


def programs() -> list[Program]:
    from pettingzoo.classic import chess_v6, connect_four_v3

    return [
        Program("PettingZoo chess_v6", turns_of(chess_v6.env())),
        Program("PettingZoo connect_four_v3", turns_of(connect_four_v3.env())),
        Program("tzaar_v1, one game", turns_of(tzaar_v1.env())),
        *(
            Program(f"TzaarVectorEnv, {count} {'game' if count == 1 else 'games'}, {observation}", batches_of(count, observation=observation))
            for observation in ("points", "board")
            for count in (1, 64, 1024)
        ),
    ]


def server_seconds() -> float:
    fields = Path(f"/proc/{shared_server().pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(program: Program, seconds: float) -> Speed:
    before, start = time.process_time() + server_seconds(), time.perf_counter()
    steps = program.play(seconds)
    wall, cpu = time.perf_counter() - start, time.process_time() + server_seconds() - before
    return Speed(steps / wall, steps / cpu)


def table(names: list[str], rounds: list[list[Speed]]) -> str:
    medians = [
        Speed(statistics.median(each.wall for each in column), statistics.median(each.cpu for each in column))
        for column in zip(*rounds)
    ]
    rows = ["| | steps/s, wall | steps/s of CPU | × chess, wall, CPU | × connect four, wall, CPU |", "|---|---|---|---|---|"]
    for name, (wall, cpu) in zip(names, medians):
        ratios = " | ".join(f"{wall / medians[peer].wall:.1f}, {cpu / medians[peer].cpu:.1f}" for peer in (0, 1))
        rows.append(f"| {name} | {grouped(wall)} | {grouped(cpu)} | {ratios} |")
    return "\n".join(rows)


def grouped(number: float) -> str:
    return f"{number:,.0f}".replace(",", " ")


def write_table(path: str, text: str) -> None:
    page = Path(path).read_text("utf-8")
    start, end = "<!-- python-bench -->", "<!-- /python-bench -->"
    before, rest = page.split(start)
    Path(path).write_text(f"{before}{start}\n{text}\n{end}{rest.split(end)[1]}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", help="a page to put the table into")
    given = parser.parse_args()
    all_programs = programs()
    for program in all_programs:
        program.play(given.seconds / 3)  # so that everything is compiled and warm
    rounds = [[measure(program, given.seconds) for program in all_programs] for _ in range(given.rounds)]
    text = table([program.name for program in all_programs], rounds)
    print(text)
    if given.write:
        write_table(given.write, text)


if __name__ == "__main__":
    main()
