//! The engines of the catalogue, as a front end uses them.
#![allow(missing_docs)]

mod adding_a_game;
mod all_games;
mod coins;
mod common;
mod conformance;
mod diagram;
mod exact;
mod judging;
mod requests;
mod session;
mod threads;
mod upper;
