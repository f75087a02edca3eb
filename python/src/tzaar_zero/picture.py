"""The board as an image, with numpy alone: discs for stacks, a ring for a tzaar, a dot for a tzarra, pips for heights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

UNIT = 22
RADIUS = 17
GROUND, LINE = (222, 204, 170), (150, 128, 96)
COLOURS = {1: (250, 248, 240), -1: (40, 40, 44)}
MARKS = {1: (176, 60, 40), -1: (236, 190, 90)}
PIP = (60, 120, 200)
COLUMNS = (5, 6, 7, 8, 8, 8, 7, 6, 5)


def draw_board(cells: NDArray[np.int8]) -> Image:
    """`cells` are the 60 packed stacks."""
    width, height = 2 * UNIT * 9, 2 * UNIT * 10
    image = np.empty((height, width, 3), np.uint8)
    image[:] = GROUND
    for point, (x, y) in enumerate(_places(width, height)):
        cell = int(cells[point])
        if cell == 0:
            _disc(image, x, y, 3, LINE)
            continue
        side, kind, tall = (1 if cell > 0 else -1), abs(cell) & 3, abs(cell) >> 2
        _disc(image, x, y, RADIUS, LINE)
        _disc(image, x, y, RADIUS - 1, COLOURS[side])
        if kind == 0:
            _disc(image, x, y, RADIUS - 5, MARKS[side])
            _disc(image, x, y, RADIUS - 8, COLOURS[side])
        if kind < 2:
            _disc(image, x, y, 4, MARKS[side])
        for pip in range(1, tall):
            angle = pip * np.pi / 8
            _disc(image, x + int(14 * np.cos(angle)), y - int(14 * np.sin(angle)), 2, PIP)
    return image


def _places(width: int, height: int) -> list[tuple[int, int]]:
    """The pixels of the points, column by column from below; the centre of the board is none."""
    places: list[tuple[int, int]] = []
    for column, size in enumerate(COLUMNS):
        rows = size + (column == 4)
        for rank in range(rows):
            if column == 4 and rank == 4:
                continue
            x = width // 2 + (column - 4) * 2 * UNIT
            places.append((x, height // 2 + (rows - 1 - 2 * rank) * UNIT))
    return places


def _disc(image: Image, x: int, y: int, radius: int, colour: tuple[int, int, int]) -> None:
    rows, columns = np.ogrid[-radius : radius + 1, -radius : radius + 1]
    inside = rows**2 + columns**2 <= radius**2
    image[y - radius : y + radius + 1, x - radius : x + radius + 1][inside] = colour
