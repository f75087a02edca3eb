"""TZAAR for reinforcement learning in Python: environments, samples and models of tzaar-zero."""

from .errors import InvalidInput, ServerError, ServerGone, TzaarError
from .games import Games
from .server import Server, shared_server

__all__ = ["Games", "InvalidInput", "Server", "ServerError", "ServerGone", "TzaarError", "shared_server"]
__version__ = "0.1.0"
