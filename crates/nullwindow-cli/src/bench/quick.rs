//! The parts that take some seconds.

use super::Bench;
use super::line::Line;
use crate::games::{Job, Playable, with_game};
use crate::interrupt::STOP;
use nullwindow::Order;
use nullwindow_lab::{Cell, Lab, Method};
use std::time::Instant;

/// Entries of the table.
const ENTRIES: u64 = 1 << 18;

/// Counting move sequences.
pub(super) fn perft(bench: &mut Bench) -> anyhow::Result<()> {
    struct Count(u32);
    impl Job for Count {
        type Output = u64;

        fn run<G: Playable>(self, game: &G, _: Order) -> u64 {
            game.perft(&game.start(), self.0)
        }
    }
    for (game, depth) in [("othello", 9), ("checkers", 9), ("chess", 5), ("connect4", 8)] {
        let start = Instant::now();
        let nodes = with_game(game, Count(depth))?;
        bench.signature.add(nodes);
        bench.lines.push(Line { nodes, seconds: start.elapsed().as_secs_f64(), ..Line::new("perft", game) });
    }
    Ok(())
}

/// Searches of one group, by each of its algorithms.
pub(super) fn searches(bench: &mut Bench, group: &'static str) -> anyhow::Result<()> {
    const BY_MEMORY: [&str; 5] = ["alphabeta", "tt-alphabeta", "aspiration", "mtd-f", "mtd+inf"];
    const BY_LISTS: [&str; 6] = ["alphabeta", "mtd-f", "sss*", "dual*", "rec-sss*", "ps*(2)"];
    let (subject, places, depth, algorithms): (&str, u32, Option<u32>, &[&str]) = match group {
        "othello" => (group, 2, Some(8), &BY_MEMORY),
        "checkers" => (group, 2, Some(12), &BY_MEMORY),
        "chess" => (group, 2, Some(4), &BY_MEMORY),
        "connect4" => (group, 4, Some(12), &BY_MEMORY),
        _ => ("uniform 8x6", 4, None, &BY_LISTS),
    };
    let lab = Lab::new();
    let searched = lab.subject(subject)?;
    for &name in algorithms {
        let mut line = Line::new(group, name);
        for place in 1..=places {
            let cell = Cell {
                subject: subject.to_owned(),
                place,
                method: Method::Search(name.parse()?),
                depth,
                step: depth.map(|_| 1),
                entries: depth.map(|_| ENTRIES),
                offset: None,
                distinct: false,
                threads: 1,
            };
            for row in searched.search(&cell, &STOP)?.rows {
                bench.signature.search([row.leaf_visits, row.interior, row.answered, row.passes], row.value);
                line.nodes += row.total;
                line.seconds += row.seconds;
            }
        }
        bench.lines.push(line);
    }
    Ok(())
}
