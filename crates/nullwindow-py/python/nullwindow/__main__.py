"""The program ``nullwindow``: the console script of the package, and ``python -m nullwindow``."""

import os
import shutil
import sys

from . import _native


def main() -> int:
    """Runs the command that the arguments of the process name, and returns its exit code.

    >>> import subprocess
    >>> command = [sys.executable, "-m", "nullwindow", "solve", "chess", "nonsense"]
    >>> subprocess.run(command, capture_output=True).returncode
    2
    """
    # The command starts Python again for runs on a cluster: the same one.
    os.environ.setdefault("NULLWINDOW_PYTHON", sys.executable)
    script = shutil.which("nullwindow", path=os.path.dirname(sys.executable))
    if script is not None:
        os.environ.setdefault("NULLWINDOW_PROGRAM", script)
    return _native.run_command(["nullwindow", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
