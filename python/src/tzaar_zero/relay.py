"""`python -m tzaar_zero.relay SOCKET`: an engine that is elsewhere. The arena starts this; it passes lines to the Python
process in which the policy lives, and back. Standard library alone, so that it starts at once.
"""

from __future__ import annotations

import os
import socket
import sys
import threading


def relay(path: str) -> None:
    """Until either side ends."""
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(path)
        threading.Thread(target=_forward_input, args=(link,), daemon=True).start()
        while data := link.recv(1 << 16):
            os.write(sys.stdout.fileno(), data)


def _forward_input(link: socket.socket) -> None:
    while data := os.read(sys.stdin.fileno(), 1 << 16):
        link.sendall(data)
    os._exit(0)  # nobody asks any more


if __name__ == "__main__":
    relay(sys.argv[1])
