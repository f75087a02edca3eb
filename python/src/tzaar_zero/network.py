"""Networks as the program defines them: a list of operations with named parameters, for any library to compute.

`describe_network` asks for an architecture, `read_weights` for a trained one; `tzaar_zero.torch_network` computes and trains
it in torch, and `to_release` brings weights back as a released model.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import InvalidInput
from .server import Server, shared_server

Config = str | Mapping[str, Any]
Weights = Mapping[str, NDArray[np.float32]]


class Parameter(NamedTuple):
    """A parameter's name, as in `stem/weights`, its shape, and its place in the vector of all."""

    name: str
    shape: tuple[int, ...]
    offset: int


class NetworkProgram(NamedTuple):
    """What a network computes. Each value of `program` names those before it by their places."""

    config: dict[str, Any]
    program: list[dict[str, Any]]
    outputs: dict[str, int]
    parameters: list[Parameter]
    constants: dict[int, NDArray[np.float32]]
    hex_table: NDArray[np.int32]  # [60, 7] a point itself and those next to it, 60 for none
    weights: dict[str, NDArray[np.float32]]


def describe_network(network: Config = "small", seed: int = 0, server: Server | None = None) -> NetworkProgram:
    """An architecture with fresh weights. `network` is a preset, or `architecture`, `channels` and `layers` of one."""
    chosen = shared_server() if server is None else server
    return _program(chosen, {"op": "network", "network": _config(network), "seed": seed})


def read_weights(path: str | os.PathLike[str], server: Server | None = None) -> NetworkProgram:
    """The network of a weight file or of a released model."""
    chosen = shared_server() if server is None else server
    return _program(chosen, {"op": "weights", "path": os.path.abspath(path)})


def to_release(
    weights: Mapping[str, Any],
    network: Config,
    out: str | os.PathLike[str],
    name: str,
    licence: str = "MIT",
    precision: str = "float32",
    setups: tuple[str, ...] = (),
    samples: int | None = None,
    server: Server | None = None,
) -> dict[str, Any]:
    """Writes weights as a released model, which arena, page and `selfcheck` accept, and returns its manifest.

    `weights` has an array for each parameter, named as the program does or with dots for slashes, as a torch `state_dict`
    has them. The folder appears whole or not at all; every format in it is read back and compared.
    """
    chosen = shared_server() if server is None else server
    program = describe_network(network, server=chosen)
    request: dict[str, Any] = {
        "op": "release",
        "network": program.config,
        "out": os.path.abspath(out),
        "name": name,
        "licence": licence,
        "precision": precision,
        "setups": list(setups),
    }
    if samples is not None:
        request["samples"] = samples
    facts = chosen.request(request, _joined(weights, program.parameters).tobytes()).facts
    return dict(facts["manifest"])


def _joined(weights: Mapping[str, Any], parameters: list[Parameter]) -> NDArray[np.float32]:
    given = {name.replace(".", "/"): array for name, array in weights.items()}
    missing = [each.name for each in parameters if each.name not in given]
    unknown = [name for name in given if name not in {each.name for each in parameters}]
    if missing or unknown:
        problems = [f"{what} {', '.join(names)}" for what, names in (("missing", missing), ("unknown", unknown)) if names]
        raise InvalidInput(f"invalid weights: {'; '.join(problems)}")
    joined = np.empty(sum(int(np.prod(each.shape)) for each in parameters), "<f4")
    for name, shape, offset in parameters:
        array = np.asarray(given[name].detach().cpu() if hasattr(given[name], "detach") else given[name], np.float32)
        if array.shape != shape:
            raise InvalidInput(f"invalid weights: {name} has shape {array.shape}, its network needs {shape}")
        joined[offset : offset + array.size] = array.ravel()
    return joined


def _config(network: Config) -> str | dict[str, Any]:
    return network if isinstance(network, str) else {"auxiliaryHeads": [], **network}


def _program(server: Server, request: Mapping[str, Any]) -> NetworkProgram:
    answer = server.request(request)
    facts, arrays = answer.facts, answer.arrays()
    parameters = [Parameter(each["name"], tuple(each["dims"]), each["offset"]) for each in facts["parameters"]]
    vector = arrays.pop("weights")
    hex_table = arrays.pop("neighbours").reshape(60, 7)
    weights = {
        name: vector[offset : offset + int(np.prod(shape))].reshape(shape).copy() for name, shape, offset in parameters
    }
    constants = {int(place): array for place, array in arrays.items()}
    return NetworkProgram(
        facts["network"], facts["program"], facts["outputs"], parameters, constants, hex_table, weights
    )
