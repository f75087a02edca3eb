"""Where the TypeScript program is, and how Node starts it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from .errors import InvalidInput

PACKAGE = "tzaar-zero"
VARIABLE = "TZAAR_ZERO"


def program_command(program: str | os.PathLike[str] | None = None) -> list[str]:
    """The command line of `tzaar`. `program` is a folder of the package or clone; without it, see `find_program`."""
    node = shutil.which("node")
    if node is None:
        raise InvalidInput("Node is missing: tzaar_zero runs the rules in it; install Node 20.19 or later")
    root = find_program() if program is None else _checked(Path(program), "program")
    built, source = root / "dist" / "cli" / "main.js", root / "cli" / "main.ts"
    # In a clone the sources count: what was built there may be older.
    if source.exists():
        tsx = _module_above(root, "tsx/dist/loader.mjs")
        return [node, "--import", tsx.as_uri(), str(source)]
    return [node, str(built)]


def find_program() -> Path:
    """The folder of the program: `TZAAR_ZERO`, what the wheel carries, a clone around this file, or an npm package."""
    named = os.environ.get(VARIABLE)
    if named:
        return _checked(Path(named), VARIABLE)
    for folder in _candidates():
        if _is_program(folder):
            return folder
    raise InvalidInput(
        f"cannot find {PACKAGE}: set {VARIABLE} to a clone of it or to node_modules/{PACKAGE}, or npm install it here"
    )


def _candidates() -> Iterator[Path]:
    here = Path(__file__).resolve().parent
    yield here / "program"
    yield from here.parents
    for folder in (Path.cwd(), *Path.cwd().parents):
        yield folder / "node_modules" / PACKAGE


def _is_program(folder: Path) -> bool:
    try:
        name = json.loads((folder / "package.json").read_text("utf-8"))["name"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return name == PACKAGE and any((folder / main).exists() for main in ("dist/cli/main.js", "cli/main.ts"))


def _checked(folder: Path, what: str) -> Path:
    if not _is_program(folder):
        raise InvalidInput(f"invalid {what} {str(folder)!r}: it is not the folder of {PACKAGE}, built or with sources")
    return folder.resolve()


def _module_above(root: Path, module: str) -> Path:
    for folder in (root, *root.parents):
        if (found := folder / "node_modules" / module).exists():
            return found
    raise InvalidInput(f"{root} has no node_modules/tsx: run npm ci there")
