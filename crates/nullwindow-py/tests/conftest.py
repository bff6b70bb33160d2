"""Ctrl-C works in all tests, however they were started."""

import signal

# A process that a shell starts in the background ignores the signal, and so do its children. Python then installs no
# handler of its own.
signal.signal(signal.SIGINT, signal.default_int_handler)
