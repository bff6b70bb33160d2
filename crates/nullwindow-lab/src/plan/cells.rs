//! From searches to cells.

use super::Form;
use super::grammar::Searches;
use super::values::{Entries, OneOrMany, Places, Plies};
use crate::{Cell, Method};
use toml::Spanned;

/// One form of a block of searches: what its quick table says, where it says something.
struct Chosen<'s> {
    subjects: &'s [Spanned<String>],
    algorithms: &'s [Method],
    places: &'s Places,
    depths: &'s [Plies],
    entries: Vec<Option<u64>>,
    offsets: Vec<Option<i32>>,
}

impl<'s> Chosen<'s> {
    fn of(searches: &'s Searches, form: Form) -> Chosen<'s> {
        let quick = (form == Form::Quick).then_some(&searches.quick);
        let entries = quick.and_then(|quick| quick.entries.as_ref()).or(searches.entries.as_ref());
        let offsets = quick.and_then(|quick| quick.offsets.as_ref()).or(searches.offsets.as_ref());
        Chosen {
            subjects: quick.and_then(|quick| quick.subjects.as_deref()).unwrap_or(&searches.subjects),
            algorithms: quick.and_then(|quick| quick.algorithms.as_deref()).unwrap_or(&searches.algorithms),
            places: quick.and_then(|quick| quick.positions.as_ref()).unwrap_or(&searches.positions),
            depths: &quick.and_then(|quick| quick.depth.as_ref()).unwrap_or(&searches.depth).0,
            entries: optional(entries.map(|OneOrMany(list)| list.iter().map(|&Entries(entries)| entries))),
            offsets: optional(offsets.map(|list| list.iter().copied())),
        }
    }
}

/// Every value of a list; the one value "not given" where there is no list.
fn optional<T>(list: Option<impl Iterator<Item = T>>) -> Vec<Option<T>> {
    list.map_or_else(|| vec![None], |list| list.map(Some).collect())
}

/// The cells of a block, position by position, so that a run that is cut short has whole positions.
pub(super) fn cells(searches: &Searches, form: Form) -> Vec<Cell> {
    let chosen = Chosen::of(searches, form);
    let mut cells = Vec::new();
    for subject in chosen.subjects {
        for &place in &chosen.places.0 {
            for &Plies(depth) in chosen.depths {
                for &entries in &chosen.entries {
                    for &method in chosen.algorithms {
                        cells.extend(chosen.offsets.iter().map(|&offset| Cell {
                            subject: subject.as_ref().clone(),
                            place,
                            method,
                            depth,
                            step: searches.step,
                            entries,
                            offset,
                            distinct: searches.distinct,
                            threads: 1,
                        }));
                    }
                }
            }
        }
    }
    cells
}
