"""`gymnasium.make("Tzaar-v1")` and `gymnasium.make_vec("Tzaar-v1", 64, vectorization_mode="vector_entry_point")`."""

from __future__ import annotations

import gymnasium

ENVIRONMENT = "Tzaar-v1"


def register() -> None:
    """Gymnasium calls this once it finds the installed package; in a clone, call it yourself."""
    if ENVIRONMENT in gymnasium.registry:
        return
    gymnasium.register(
        id=ENVIRONMENT,
        entry_point="tzaar_zero.gym_env:TzaarEnv",
        vector_entry_point="tzaar_zero.vector_env:TzaarVectorEnv",
    )
