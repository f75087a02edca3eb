"""Importing this registers `Tzaar-v1` with Gymnasium.

`gymnasium.make("tzaar_zero.registration:Tzaar-v1")` does it in one line, and
`gymnasium.make_vec("Tzaar-v1", 64, vectorization_mode="vector_entry_point")` then makes the vector environment.
"""

from __future__ import annotations

import gymnasium

ENVIRONMENT = "Tzaar-v1"

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        id=ENVIRONMENT,
        entry_point="tzaar_zero.gym_env:TzaarEnv",
        vector_entry_point="tzaar_zero.vector_env:TzaarVectorEnv",
    )
