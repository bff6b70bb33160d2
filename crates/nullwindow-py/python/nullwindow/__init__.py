"""Game-tree search: every algorithm from Alpha-Beta to SSS* as calls of one null-window test."""

from ._native import __version__

__all__ = ["__version__"]
