"""Networks in torch: the same numbers as the program, trained on its samples, and back again to play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from conftest import RELEASED

from tzaar_zero import Arena, OnnxPolicy, encode_positions, load_shards, read_weights, to_release
from tzaar_zero.torch_network import TorchNetwork, losses

TINY: dict[str, Any] = {"architecture": "stack", "channels": 16, "layers": 4}


@pytest.mark.parametrize(
    "config",
    [
        TINY,
        {"architecture": "ray", "channels": 8, "layers": 4},
        {"architecture": "hex", "channels": 8, "layers": 4},
        {"architecture": "mlp", "channels": 32, "layers": 1},
    ],
)
def test_it_computes_what_the_released_model_computes(config: dict[str, Any], tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = TorchNetwork(config)
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(0.05 * torch.randn_like(weights))
    to_release(network.state_dict(), config, tmp_path / "model", "trial")
    start = "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w 1 o"
    late = "...../....../......./......../......../tat....a7/TZttTA2A/ZAtzaT/TAatt b 2 -"
    placing = "Z.z.Z/.z.Z.z/.Z...../......../......../......../......./....../..... b 1 p"
    observations, masks = encode_positions([start, late, placing])
    policies, values = OnnxPolicy(tmp_path / "model").evaluate(observations, masks)
    with torch.no_grad():
        logits, value = network(torch.from_numpy(observations))
    expected = torch.softmax(logits.masked_fill(~torch.from_numpy(masks), -torch.inf), dim=1)
    assert np.allclose(policies, expected.numpy(), atol=1e-5)
    assert np.allclose(values, np.tanh(value.numpy() / 2), atol=1e-5)


def test_a_released_model_is_read_into_torch() -> None:
    network = TorchNetwork(read_weights(RELEASED))
    observations, masks = encode_positions(["ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w 1 o"])
    _, values = OnnxPolicy(RELEASED).evaluate(observations, masks)
    assert np.allclose(np.tanh(network(torch.from_numpy(observations))[1].detach().numpy() / 2), values, atol=1e-5)


def test_a_network_learns_from_shards_comes_back_and_plays(shard_folder: Path, tmp_path: Path) -> None:
    samples = load_shards(shard_folder)
    network = TorchNetwork(TINY, seed=3)
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-3)
    with torch.no_grad():
        before = [float(loss) for loss in losses(network, samples.all())]
    for epoch in range(12):
        for batch in samples.batches(64, seed=epoch):
            optimiser.zero_grad()
            sum(losses(network, batch)).backward()
            optimiser.step()
    with torch.no_grad():
        after = [float(loss) for loss in losses(network, samples.all())]
    assert after[0] < before[0] - 0.2 and after[1] < before[1] - 0.05, (before, after)
    model = tmp_path / "model"
    manifest = to_release(network.state_dict(), TINY, model, "from-torch", samples=len(samples))
    assert manifest["provenance"]["samples"] == len(samples)
    result = Arena().match(f"zero:model={model},sims=16", "random", games=10)
    assert result["forfeits"] == 0 and result["score"] >= 0.8, result
