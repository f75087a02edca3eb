"""`python -m tzaar_zero ugi FILE.py:NAME`: a policy of yours as an engine for any arena."""

from __future__ import annotations

import argparse
import importlib.util
import sys

from .errors import InvalidInput, TzaarError
from .ugi import Policy, UgiPolicy, serve_lines


def load_policy(place: str) -> Policy:
    """The function NAME of FILE.py."""
    path, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("policy_module", path)
    if spec is None or spec.loader is None:
        raise InvalidInput(f"invalid policy {place!r}: expected FILE.py:NAME")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    policy = getattr(module, name, None)
    if not callable(policy):
        raise InvalidInput(f"invalid policy {place!r}: {path} has no function {name}")
    return policy


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tzaar_zero")
    commands = parser.add_subparsers(dest="command", required=True)
    ugi = commands.add_parser("ugi", help="answer as an engine over the universal game interface (docs/ugi.md)")
    ugi.add_argument("policy", help="FILE.py:NAME, a function of observation and mask that returns an action")
    given = parser.parse_args()
    try:
        engine = UgiPolicy(load_policy(given.policy), given.policy)
    except (TzaarError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    serve_lines(engine, sys.stdin, lambda text: (sys.stdout.write(text), sys.stdout.flush()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
