"""A random game of two players, in PettingZoo's loop."""

import numpy as np

from tzaar_zero import tzaar_v1

env = tzaar_v1.env(render_mode="ansi")
rng = np.random.default_rng(42)
env.reset(seed=42)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        action = None
    else:
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
    env.step(action)
print(env.render())
print(f"{info['winner']} wins after {info['ply']} actions: {info['reason']}")
env.close()
