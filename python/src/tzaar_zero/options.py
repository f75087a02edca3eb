"""What every environment can be told of its games, in Python's spelling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NAMES = {
    "setup": "setup",
    "position": "position",
    "first_mover_seed": "firstMoverSeed",
    "step_limit": "stepLimit",
}


def game_options(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Options as the program spells them. Others in `options` of `reset` are left out: wrappers may have some of their own."""
    known = ((_NAMES[name], value) for name, value in (given or {}).items() if name in _NAMES)
    return {name: value for name, value in known if value is not None}
