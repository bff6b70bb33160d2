"""An engine that a test of a client talks to by lines."""
import queue
import shlex
import subprocess
import threading
import time


class Failure(Exception):
    pass


class Engine:
    """A process with pipes. Its lines are read by a thread, so that an engine that hangs fails a test."""

    def __init__(self, command, name):
        self.name = name
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failure(f"{self.name} died before '{line}'") from None

    def receive(self, patience=60.0):
        try:
            line = self.lines.get(timeout=patience)
        except queue.Empty:
            raise Failure(f"{self.name} hangs") from None
        if line is None:
            raise Failure(f"{self.name} died")
        return line

    def arrived(self):
        """Returns the lines that have arrived."""
        lines = []
        while True:
            try:
                lines.append(self.lines.get_nowait())
            except queue.Empty:
                return lines

    def close(self):
        """Closes the input, and returns the seconds until the engine has ended."""
        start = time.perf_counter()
        self.process.stdin.close()
        try:
            code = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure(f"{self.name} does not end with its input") from None
        if code != 0:
            raise Failure(f"{self.name} ended with {code}")
        return time.perf_counter() - start
