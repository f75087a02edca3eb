"""A network of the program as a torch module: the same operations and parameters, to be trained here and released back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from .errors import InvalidInput
from .network import Config, NetworkProgram, describe_network
from .rays import sight_table
from .server import Server

Tensor = torch.Tensor


class TorchNetwork(nn.Module):
    """Observations `[N, 60, 48]` to logits of all 541 actions and the logit of winning, `[N]`.

    `state_dict()` has the program's names with dots for slashes, as `to_release` takes them.
    """

    def __init__(self, network: Config | NetworkProgram = "small", seed: int = 0, server: Server | None = None) -> None:
        super().__init__()
        program = network if isinstance(network, NetworkProgram) else describe_network(network, seed, server)
        self.config = program.config
        self._steps = program.program
        self._outputs = (program.outputs["policy"], program.outputs["value"])
        self._sights = {step["neighbourhood"] for step in program.program if "neighbourhood" in step} - {"hex"}
        for name, array in program.weights.items():
            _module_of(self, name).register_parameter(name.split("/")[-1], nn.Parameter(torch.from_numpy(array)))
        self._constant_places = {place: index for index, place in enumerate(program.constants)}
        for index, array in enumerate(program.constants.values()):
            self.register_buffer(f"_constant{index}", torch.from_numpy(array.copy()), persistent=False)
        self.register_buffer("_hex_table", torch.from_numpy(program.hex_table.astype("int64")), persistent=False)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        tables = {"hex": self._hex_rows(len(observations))}
        for sight in self._sights:
            seen = sight_table(observations.detach().cpu().numpy(), sight)
            tables[sight] = torch.from_numpy(seen).to(observations.device, torch.int64).reshape(-1)
        values: list[Tensor] = []
        for place, step in enumerate(self._steps):
            values.append(self._compute(place, step, values, observations, tables))
        policy, value = (values[place] for place in self._outputs)
        return policy, value[:, 0]

    def _hex_rows(self, count: int) -> Tensor:
        """The fixed neighbours as rows of a batch, like those along rays."""
        table: Tensor = getattr(self, "_hex_table")
        first = torch.arange(count, device=table.device)[:, None, None] * 60
        return torch.where(table.eq(60), torch.full_like(table, count * 60), table + first).reshape(-1)

    def _compute(
        self, place: int, step: dict[str, Any], values: list[Tensor], observations: Tensor, tables: dict[str, Tensor]
    ) -> Tensor:
        kind = step["type"]
        if kind == "input":
            return observations
        if kind == "parameter":
            *modules, last = step["name"].split("/")
            return getattr(self.get_submodule(".".join(modules)), last)
        if kind == "constant":
            return getattr(self, f"_constant{self._constant_places[place]}")
        if kind == "neighbour-dense":
            x = _gather(values[step["x"]], tables[step["neighbourhood"]])
            return _dense(x, step, values)
        if kind == "dense":
            return _dense(values[step["x"]], step, values)
        if kind == "mask-points":
            return values[step["x"]] * values[step["by"]]
        if kind == "reshape":
            return values[step["x"]].reshape(-1, *step["dims"])
        if kind == "concat":
            return torch.cat([values[part] for part in step["parts"]], dim=-1)
        if kind in _ARITHMETIC:
            a, b = values[step["a"]], values[step["b"]]
            meets_points = a.dim() == 3 and b.dim() == 2 and self._steps[step["b"]]["batched"]
            return _ARITHMETIC[kind](a, b[:, None] if meets_points else b)
        if kind in _SIMPLE:
            return _SIMPLE[kind](values[step["x"]], step)
        raise InvalidInput(f"invalid operation {kind!r}: this reader does not know it")


_ARITHMETIC: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "add": torch.add,
    "subtract": torch.sub,
    "multiply": torch.mul,
    "divide": torch.div,
    "minimum": torch.minimum,
}
_SIMPLE: dict[str, Callable[[Tensor, dict[str, Any]], Tensor]] = {
    "relu": lambda x, _: torch.relu(x),
    "sum-points": lambda x, _: x.sum(dim=1),
    "scale": lambda x, step: x * step["factor"],
}


def _dense(x: Tensor, step: dict[str, Any], values: list[Tensor]) -> Tensor:
    product = x @ values[step["weights"]]
    return product if step["bias"] is None else product + values[step["bias"]]


def _gather(x: Tensor, rows: Tensor) -> Tensor:
    """Seven neighbours of each point side by side; the row behind the last is 0."""
    count, points, channels = x.shape
    padded = torch.cat([x.reshape(count * points, channels), x.new_zeros(1, channels)])
    return padded.index_select(0, rows).reshape(count, points, -1)


def _module_of(root: nn.Module, name: str) -> nn.Module:
    """The module that holds a parameter, made on the way: `block0/first/weights` is in `block0.first`."""
    module = root
    for part in name.split("/")[:-1]:
        if not hasattr(module, part):
            module.add_module(part, nn.Module())
        module = getattr(module, part)
    return module


def losses(network: TorchNetwork, batch: Any) -> tuple[Tensor, Tensor]:
    """The policy's and the value's loss on a `Batch` of `load_shards`, in nats, as the program's own training has them."""
    policy, value = network(torch.from_numpy(batch.observations))
    legal = torch.from_numpy(batch.masks)
    target = torch.from_numpy(batch.policies)
    log_policy = torch.log_softmax(policy.masked_fill(~legal, -1e9), dim=1)
    chance = torch.from_numpy((batch.values + 1) / 2)
    value_loss = nn.functional.binary_cross_entropy_with_logits(value, chance)
    return -(target * log_policy).sum(dim=1).mean(), value_loss
