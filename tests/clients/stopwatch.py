"""Measures the time of an engine without the time in which the machine stood still.

A virtual machine may stop for a tenth of a second, one processor or all of them. A clock goes on meanwhile, and an engine that
cannot run looks like one that thinks too long. Two signs of it are subtracted: the time that the host took away from a
processor, which Linux counts as "steal", and the delay of a thread that only sleeps.
"""
import os
import threading
import time

# The pause of the sleeping thread, in seconds, and the delay from which on it counts: shorter ones are ordinary scheduling.
PAUSE = 0.002
ORDINARY = 0.01


class Heartbeat:
    """A thread that sleeps, and adds up by how much it woke too late."""

    def __init__(self):
        self.late = 0.0
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self):
        last = time.perf_counter()
        while True:
            time.sleep(PAUSE)
            now = time.perf_counter()
            delay = now - last - PAUSE
            if delay > ORDINARY:
                self.late += delay
            last = now


def stolen():
    """Returns the seconds that the host has taken from each processor; none where Linux does not tell."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            rows = [line.split() for line in file if line.startswith("cpu") and not line.startswith("cpu ")]
    except OSError:
        return []
    return [int(row[8]) / os.sysconf("SC_CLK_TCK") for row in rows if len(row) > 8]


HEARTBEAT = Heartbeat()


class Stopwatch:
    """Runs from its creation on."""

    def __init__(self):
        self.late, self.stolen = HEARTBEAT.late, stolen()
        self.start = time.perf_counter()

    def seconds(self):
        """Returns the time since the start, without that of a machine that stood still."""
        elapsed = time.perf_counter() - self.start
        taken = max((now - before for now, before in zip(stolen(), self.stolen)), default=0.0)
        return max(elapsed - max(taken, HEARTBEAT.late - self.late), 0.0)
