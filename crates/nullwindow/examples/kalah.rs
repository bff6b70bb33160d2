//! Kalah, a game with extra turns: copy this file to begin with a game of your own.
//!
//! `cargo run --release --example kalah` solves a small board and analyses the full one.

use nullwindow::memory::Table;
use nullwindow::mtd::MtdF;
use nullwindow::{Depth, Evaluator, Game, Keyed, MoveBuf, Outcome, Player, Request, Score, Search};

/// Kalah with this many pits a side (at most six) and seeds in each.
struct Kalah {
    pits: usize,
    seeds: u8,
}

/// Seeds round the board against the clock: the first player's pits and store, then the second one's.
#[derive(Clone, PartialEq, Debug)]
struct Board {
    ring: [u8; 14],
    mover: Player,
}

impl Kalah {
    fn start(&self) -> Board {
        let mut ring = [0; 14];
        ring[..self.pits].fill(self.seeds);
        ring[self.pits + 1..2 * self.pits + 1].fill(self.seeds);
        Board { ring, mover: Player::First }
    }

    /// Where a player's pits begin; his store is behind them.
    fn side(&self, player: Player) -> usize {
        if player == Player::First { 0 } else { self.pits + 1 }
    }

    /// What the mover has in his store more than the other.
    fn lead(&self, board: &Board) -> i32 {
        let store = |player| i32::from(board.ring[self.side(player) + self.pits]);
        store(board.mover) - store(board.mover.other())
    }
}

impl Game for Kalah {
    type Position = Board;
    type Move = u8; // the pit to sow from, counted from the mover's left

    fn mover(&self, board: &Board) -> Player {
        board.mover
    }

    fn moves(&self, board: &Board, moves: &mut MoveBuf<u8>) -> Option<Score> {
        let own = &board.ring[self.side(board.mover)..][..self.pits];
        (0..).zip(own).filter(|(_, seeds)| **seeds > 0).for_each(|(pit, _)| moves.push(pit));
        // A side without seeds ends the game, and the other side keeps what it has.
        let others = &board.ring[self.side(board.mover.other())..][..self.pits];
        moves.is_empty().then(|| Score::new(self.lead(board) - others.iter().map(|&n| i32::from(n)).sum::<i32>()))
    }

    fn play(&self, board: &Board, pit: u8) -> Board {
        let mut next = board.clone();
        let (own, other) = (self.side(board.mover), self.side(board.mover.other()));
        let (store, its_store, around) = (own + self.pits, other + self.pits, 2 * self.pits + 2);
        let mut at = own + usize::from(pit);
        for _ in 0..std::mem::take(&mut next.ring[at]) {
            at = (at + 1) % around;
            at = if at == its_store { (at + 1) % around } else { at };
            next.ring[at] += 1;
        }
        if at == store {
            return next; // the last seed in the own store: an extra turn
        }
        let opposite = 2 * self.pits - at;
        if (own..store).contains(&at) && next.ring[at] == 1 && next.ring[opposite] > 0 {
            next.ring[store] += std::mem::take(&mut next.ring[opposite]) + std::mem::take(&mut next.ring[at]);
        }
        next.mover = board.mover.other();
        next
    }
}

impl Evaluator for Kalah {
    fn evaluate(&self, board: &Board) -> Score {
        Score::new(self.lead(board))
    }
}

impl Keyed for Kalah {
    fn key(&self, board: &Board) -> u64 {
        let mix = |key: u64, cell: u8| (key ^ u64::from(cell)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        board.ring.iter().fold(mix(0, board.mover as u8), |key, &cell| mix(key, cell))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let small = Kalah { pits: 4, seeds: 3 };
    let mut search = Search::new(&small).with_memory(Table::with_bytes(64 << 20)?);
    let solved = search.run(&MtdF::new(), &small.start(), Depth::END);
    let value = solved.value().ok_or("the search was stopped")?;
    println!("Kalah(4,3): the first player wins by {value}; best play by pits: {:?}", solved.line);

    let full = Kalah { pits: 6, seeds: 4 };
    let mut search = Search::new(&full).with_memory(Table::with_bytes(64 << 20)?);
    println!("\nKalah(6,4), depth by depth:");
    let mut print = |outcome: &Outcome<u8>| {
        let nodes = outcome.counts.cost.total();
        println!("depth {:>2}  value {:>3}  nodes {nodes:>9}  {:?}", outcome.depth, outcome.bounds, outcome.line);
    };
    search.deepen(&MtdF::new(), &full.start(), Request::to(Depth::plies(14)).with_listener(&mut print));
    Ok(())
}
