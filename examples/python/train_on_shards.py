"""A torch network learns from the samples of a run, comes back as a released model, and plays in the arena.

    python examples/python/train_on_shards.py runs/001 [--epochs 4] [--out FOLDER]
"""

from __future__ import annotations

import argparse

import torch

from tzaar_zero import Arena, load_shards, to_release
from tzaar_zero.torch_network import TorchNetwork, losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", help="a run, a folder of shards, or a shard")
    parser.add_argument("--network", default="tiny", help="a preset: tiny, small, standard, …")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--out", default="torch-model")
    given = parser.parse_args()
    samples = load_shards(given.shards)
    network = TorchNetwork(given.network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-4)
    for epoch in range(given.epochs):
        sums, count = torch.zeros(2), 0
        for batch in samples.batches(min(128, len(samples)), seed=epoch):
            policy_loss, value_loss = losses(network, batch)
            optimiser.zero_grad()
            (policy_loss + value_loss).backward()
            optimiser.step()
            sums, count = sums + torch.stack([policy_loss, value_loss]).detach(), count + 1
        print(f"epoch {epoch + 1}: policy {sums[0] / count:.3f}, value {sums[1] / count:.3f} nats")
    to_release(network.state_dict(), given.network, given.out, "from-torch", samples=len(samples))
    result = Arena().match(f"zero:model={given.out},sims=32", given.opponent, games=given.games)
    print(f"with 32 simulations against {given.opponent}: {result['score']:.1%} of {result['games']} games")


if __name__ == "__main__":
    main()
