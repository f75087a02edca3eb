"""A policy of your own in the arena. From a shell: `tzaar match 'ugi:cmd="python -m tzaar_zero ugi own_policy.py:choose",nodes=1' random`"""

import sys

import numpy as np

from tzaar_zero import Arena

TAKES = slice(21, 27)  # planes: the stack here is high enough to take the one it sees in each direction


def choose(observation: np.ndarray, mask: np.ndarray) -> int:
    """Captures if it can, with the stack that could capture most; passes otherwise."""
    legal = np.flatnonzero(mask)
    strength = observation[:, TAKES].sum(axis=1)
    moves = legal[legal < 360]
    return int(moves[strength[moves // 6].argmax()]) if len(moves) else int(legal[0])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    result = Arena().match(choose, "random", games=games)
    print(f"{result['first']} against {result['second']}: {result['score']:.1%} of {result['games']} games")
