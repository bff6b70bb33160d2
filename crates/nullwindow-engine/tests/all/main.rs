//! The engines of the catalogue, as a front end uses them.
#![allow(missing_docs)]

mod adding_a_game;
mod coins;
mod judging;
mod requests;
