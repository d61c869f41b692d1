"""The command ``lacuna``, which comes with the package."""

import os
import signal
import sys

from . import _lacuna


def main() -> int:
    # Ctrl-C ends the command, as it does without Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform == "linux":
        # Drivers look for a display first, and complain where no folder is set in which one could be.
        os.environ.setdefault("XDG_RUNTIME_DIR", "/")
    return _lacuna.command(["lacuna", *sys.argv[1:]])
