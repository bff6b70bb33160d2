//! Nim.
