"""A released model on onnxruntime: policies and values for observations, without Node."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import InvalidInput
from .rays import sight_table


class Evaluation(NamedTuple):
    """What a network says of positions."""

    policies: NDArray[np.float32]  # [N, 541] probabilities, 0 where an action is not legal
    values: NDArray[np.float32]  # [N] expected results for the mover, −1 to 1


class OnnxPolicy:
    """The network in the folder of a released model. Called with one observation and mask, it picks the likeliest action."""

    def __init__(self, folder: str | os.PathLike[str], threads: int = 1) -> None:
        import onnxruntime

        path = Path(folder)
        try:
            self.manifest: dict[str, Any] = json.loads((path / "manifest.json").read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise InvalidInput(f"invalid released model {str(folder)!r}: it has no readable manifest.json") from error
        if self.manifest.get("format") != "tzaar-release" or self.manifest.get("version") != 1:
            raise InvalidInput(f"invalid released model {str(folder)!r}: expected format tzaar-release, version 1")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(
            (path / "model.onnx").read_bytes(), options, providers=["CPUExecutionProvider"]
        )
        self._looks = any(each.name == "neighbours" for each in self._session.get_inputs())
        self._sight = "stack" if self.manifest.get("network", {}).get("architecture") == "stack" else "ray"
        self.name = str(self.manifest["name"])

    def evaluate(self, observations: NDArray[np.float32], masks: NDArray[Any]) -> Evaluation:
        """`[N, 60, 48]` and `[N, 541]` in; at least one action of each position must be legal."""
        legal = np.asarray(masks, bool)
        inputs: dict[str, Any] = {"observation": np.ascontiguousarray(observations, np.float32)}
        if self._looks:
            inputs["neighbours"] = sight_table(inputs["observation"], self._sight)
        logits, value = self._session.run(["policy", "value"], inputs)
        weights = np.where(legal, np.exp(logits - np.where(legal, logits, -np.inf).max(axis=1, keepdims=True)), 0)
        policies = weights / weights.sum(axis=1, keepdims=True)
        return Evaluation(policies.astype(np.float32), np.tanh(value[:, 0] / 2))

    def __call__(self, observation: NDArray[np.float32], mask: NDArray[Any]) -> int:
        policies, _ = self.evaluate(observation[None], np.asarray(mask)[None])
        return int(policies[0].argmax())
