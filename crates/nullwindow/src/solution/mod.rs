//! Solution trees: what a search has proven, taken out of its memory, checked, written down and counted.
