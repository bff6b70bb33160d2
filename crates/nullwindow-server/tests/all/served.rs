//! Served.
