//! Measures what each technique contributes, by searches with one of them switched off.

use super::BenchRun;
use super::line::BenchLine;
use super::parts::{BenchGame, ProblemWork};
use super::test_set::{TestSet, values};
use anyhow::bail;
use nullwindow::{Order, Presearch};
use nullwindow_engine::Purpose;

const GROUP: &str = "techniques";

/// A technique, and the move order without it.
type Technique = (&'static str, fn(Order) -> Order);

/// The techniques that a move order has.
const TECHNIQUES: [Technique; 8] = [
    ("table moves", |order| order.with_table_move(false)),
    ("ranks", |order| order.with_ranks(false)),
    ("killers", |order| order.with_killers(false)),
    ("successors", |order| order.with_successors(false)),
    ("presearch", |order| order.with_presearch(Presearch::Off)),
    ("history", |order| order.with_history(false)),
    ("transpositions", |order| order.with_transpositions(false)),
    ("root moves", |order| order.with_root(false)),
];

/// A set of techniques: all of them, or all but one.
struct Selection {
    name: String,
    order: Order,
    exact_leaves: bool,
}

/// Returns all techniques of this order, then all but one of them.
fn selections(order: Order) -> Vec<Selection> {
    let all = Selection { name: "all".to_owned(), order, exact_leaves: false };
    let without = |&(name, without): &Technique| Selection {
        name: format!("without {name}"),
        order: without(order),
        exact_leaves: false,
    };
    let used = TECHNIQUES.iter().filter(|(_, without)| without(order) != order);
    std::iter::once(all).chain(used.map(without)).collect()
}

/// Measures collections of positions to solve, then test sets at a fixed depth.
pub(super) fn techniques(bench: &mut BenchRun, sets: &[ProblemWork], games: &[BenchGame]) -> anyhow::Result<()> {
    for problems in sets {
        let order = problems.engine.profile(Purpose::Solve).solving.order();
        let mut lines = Vec::new();
        for selection in selections(order) {
            let mut line = BenchLine::new(GROUP, format!("{}, {}", problems.set.name, selection.name));
            for part in &problems.set.parts {
                line.add(&problems.solve(bench, GROUP, part, 1, None, Some(selection.order))?);
            }
            lines.push(line);
        }
        push(bench, lines);
    }
    for set in games.iter().filter_map(TestSet::of) {
        test_set(bench, &set)?;
    }
    Ok(())
}

/// Measures a test set.
fn test_set(bench: &mut BenchRun, set: &TestSet<'_>) -> anyhow::Result<()> {
    let order = set.engine.profile(Purpose::FixedDepth).order;
    let mut selections = selections(order);
    selections.push(Selection { name: "without windowed leaves".to_owned(), order, exact_leaves: true });
    let line = |selection: &Selection| BenchLine::new(GROUP, format!("{}, {}", set.name(), selection.name));
    let mut lines: Vec<BenchLine> = selections.iter().map(line).collect();
    for (number, position) in set.positions() {
        bench.progress.message(format!("{}, position {number}", set.name()));
        let mut request = set.request(position);
        let mut value = None;
        // In turn, position by position, so that a busy machine disturbs all alike.
        for (selection, line) in selections.iter().zip(&mut lines) {
            request.order = Some(selection.order);
            request.exact_leaves = selection.exact_leaves;
            let found = values(&set.search(bench, &request, line)?);
            if *value.get_or_insert_with(|| found.clone()) != found {
                bail!("{}, position {number}: {} led to another value", set.engine.name(), selection.name);
            }
        }
    }
    push(bench, lines);
    Ok(())
}

/// Adds lines with the speed relative to the first.
fn push(bench: &mut BenchRun, lines: Vec<BenchLine>) {
    let all = lines.first().map_or(0.0, |line| line.seconds);
    bench.lines.extend(lines.into_iter().map(|line| BenchLine { speedup: Some(all / line.seconds), ..line }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_techniques_in_use_are_switched_off() {
        let names = |order| selections(order).into_iter().map(|selection| selection.name).collect::<Vec<_>>();
        assert_eq!(names(Order::GENERATED), ["all"]);
        let some = Order::GENERATED.with_history(true).with_table_move(true);
        assert_eq!(names(some), ["all", "without table moves", "without history"]);
        let every = Order::ALL.with_transpositions(true).with_presearch(Presearch::ByScore);
        assert_eq!(selections(every).len(), 1 + TECHNIQUES.len());
        assert!(selections(every)[1..].iter().all(|selection| selection.order != every));
    }
}
