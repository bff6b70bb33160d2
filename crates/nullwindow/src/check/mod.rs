//! The conformance kit: hand it a game, and it tells what is wrong with it.
