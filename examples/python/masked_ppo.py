"""Masked PPO, in CleanRL's manner: one file, no library but torch. It learns to beat `random` in minutes, from nothing.

    python examples/python/masked_ppo.py [--opponent random] [--updates 40] [--out FOLDER]

The network is one of the program's own, so what was learnt can be released: the arena, the page and any front end play it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from gymnasium.vector import AutoresetMode

from tzaar_zero import Arena, to_release
from tzaar_zero.torch_network import TorchNetwork
from tzaar_zero.vector_env import TzaarVectorEnv

NETWORK = {"architecture": "ray", "channels": 16, "layers": 2}
GAMES, STEPS, EPOCHS, MINIBATCH = 64, 32, 3, 512
RATE, LAMBDA, CLIP, ENTROPY = 4e-3, 0.95, 0.2, 0.01


def distribution(logits: torch.Tensor, masks: torch.Tensor) -> torch.distributions.Categorical:
    """Over the legal actions alone."""
    return torch.distributions.Categorical(logits=logits.masked_fill(~masks, -1e9), validate_args=False)


class Rollout:
    """What the games showed while some actions were played in each: `[STEPS, GAMES]`."""

    def __init__(self, env: TzaarVectorEnv) -> None:
        self.env = env
        self.observations, infos = env.reset(seed=1)
        self.masks = infos["action_mask"].astype(bool)

    @torch.no_grad()
    def collect(self, network: TorchNetwork) -> tuple[list[torch.Tensor], list[float]]:
        """Samples for learning (observation, mask, action, its log-probability, advantage, return), and results of games."""
        kept: list[list[torch.Tensor]] = []
        rewards, ends, results = [], [], []
        for _ in range(STEPS):
            observations, masks = torch.from_numpy(self.observations), torch.from_numpy(self.masks)
            logits, value = network(observations)
            chosen = distribution(logits, masks)
            actions = chosen.sample()
            kept.append([observations, masks, actions, chosen.log_prob(actions), torch.tanh(value / 2)])
            self.observations, reward, terminated, _, infos = self.env.step(actions.numpy())
            self.masks = infos["action_mask"].astype(bool)
            rewards.append(torch.from_numpy(reward).float())
            ends.append(torch.from_numpy(terminated))
            results += reward[terminated].tolist()
        _, value = network(torch.from_numpy(self.observations))
        columns = [torch.stack(column) for column in zip(*kept)]
        advantages = estimate(rewards, ends, columns[4], torch.tanh(value / 2))
        columns[4:] = [advantages, advantages + columns[4]]
        return [column.flatten(0, 1) for column in columns], results


def estimate(
    rewards: list[torch.Tensor], ends: list[torch.Tensor], values: torch.Tensor, last: torch.Tensor
) -> torch.Tensor:
    """Generalised advantages, without discount: a game is won or lost."""
    advantages = torch.zeros_like(values)
    following, ahead = torch.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        goes_on = (~ends[step]).float()
        surprise = rewards[step] + ahead * goes_on - values[step]
        following = surprise + LAMBDA * following * goes_on
        advantages[step], ahead = following, values[step]
    return advantages


def update(network: TorchNetwork, optimiser: torch.optim.Optimizer, samples: list[torch.Tensor]) -> None:
    """A few passes over the samples, none far from the policy that played."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(samples[0])).split(MINIBATCH):
            observations, masks, actions, before, advantages, returns = (column[rows] for column in samples)
            logits, value = network(observations)
            chosen = distribution(logits, masks)
            ratio = torch.exp(chosen.log_prob(actions) - before)
            scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            policy_loss = -torch.minimum(ratio * scaled, ratio.clamp(1 - CLIP, 1 + CLIP) * scaled).mean()
            value_loss = (torch.tanh(value / 2) - returns).pow(2).mean()
            optimiser.zero_grad()
            (policy_loss + 0.5 * value_loss - ENTROPY * chosen.entropy().mean()).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def learn(opponent: str, updates: int) -> TorchNetwork:
    """A network that has played against the opponent."""
    torch.manual_seed(1)
    network = TorchNetwork(NETWORK, seed=1)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    env = TzaarVectorEnv(GAMES, opponent=opponent, autoreset_mode=AutoresetMode.SAME_STEP, first_mover_seed=1)
    rollout, results, start = Rollout(env), list[float](), time.perf_counter()
    for number in range(1, updates + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - (number - 1) / updates)
        samples, finished = rollout.collect(network)
        results += finished
        update(network, optimiser, samples)
        if number % 5 == 0 or number == updates:
            won = np.mean(np.array(results[-200:]) > 0)
            print(f"update {number}, {len(results)} games, {time.perf_counter() - start:.0f} s: {won:.0%} of the last 200 won")
    env.close()
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--games", type=int, default=40, help="of the match at the end")
    parser.add_argument("--out", default="ppo-model", help="where the released model goes")
    given = parser.parse_args()
    network = learn(given.opponent, given.updates)
    to_release(network.state_dict(), NETWORK, given.out, "masked-ppo", setups=("random",))
    result = Arena().match(f"zero:model={given.out},sims=1,name=ppo", given.opponent, games=given.games)
    low, high = result["scoreLow"], result["scoreHigh"]
    print(f"the network alone, without search, against {given.opponent}: {result['score']:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
