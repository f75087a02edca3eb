"""What can go wrong, with the sentence of the program that noticed it."""


class TzaarError(Exception):
    """Anything that the program reports."""


class InvalidInput(TzaarError, ValueError):
    """Input that the program does not accept. The message is its own sentence."""


class ServerError(TzaarError, RuntimeError):
    """A fault inside the program or an agent. The message is its own sentence."""


class ServerGone(TzaarError, ConnectionError):
    """The program has ended, or its pipe is broken; what it last said on stderr is in the message."""
