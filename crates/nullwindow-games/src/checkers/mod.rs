//! Checkers, or English draughts.
