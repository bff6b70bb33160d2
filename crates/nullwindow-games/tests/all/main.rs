//! The tests of the games that use the public interface alone.
//!
//! One binary holds all of them: the library and its dependencies are linked once, and generic code is compiled once.
//! The name of a module selects its tests: `cargo test -p nullwindow-games --test all othello`.

mod checkers;
mod checkers_database;
mod checkers_evaluation;
mod checkers_notation;
mod chess_common;
mod chess_evaluation;
mod chess_notation;
mod chess_rules;
mod chess_selective;
mod connect_four;
mod connect_four_values;
mod diagram;
mod finished;
mod mistakes;
mod nim;
mod othello;
mod othello_endgame;
mod othello_evaluation;
mod othello_notation;
mod recorded;
mod selective;
mod tic_tac_toe;
mod windowed_leaves;
