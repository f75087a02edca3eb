"""TZAAR for reinforcement learning in Python: environments, samples and models of tzaar-zero.

The rules run in the project's own TypeScript, in one Node process that is started when it is first needed. `tzaar_v1` is the
environment for PettingZoo, `gym_env` and `vector_env` are those for Gymnasium; each needs its package.
"""

from .arena import Arena
from .errors import InvalidInput, ServerError, ServerGone, TzaarError
from .games import Games
from .network import describe_network, read_weights, to_release
from .onnx_policy import OnnxPolicy
from .server import Server, shared_server
from .shards import encode_boards, encode_positions, load_shards

__all__ = [
    "Arena",
    "Games",
    "InvalidInput",
    "OnnxPolicy",
    "Server",
    "ServerError",
    "ServerGone",
    "TzaarError",
    "describe_network",
    "encode_boards",
    "encode_positions",
    "load_shards",
    "read_weights",
    "shared_server",
    "to_release",
]
__version__ = "0.1.0"
