//! The laboratory: everything that can be searched, by name.

use crate::subject::{Subject, SubjectError};
use nullwindow_engine::{Catalogue, EngineError, closest};
use std::sync::Arc;

/// A registry of searchable subjects: the games of a catalogue with their test sets, every family of trees, and
/// subjects with the user's own positions.
///
/// ```
/// use nullwindow_lab::Lab;
///
/// let lab = Lab::new();
/// assert_eq!(lab.subject("othello")?.positions(), Some(20));
/// assert!(lab.subject("uniform 8x4")?.positions().is_none());
/// assert!(lab.subject("otello").is_err_and(|error| error.to_string().contains("othello")));
/// # Ok::<(), nullwindow_lab::SubjectError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lab {
    catalogue: Catalogue,
    subjects: Vec<Arc<Subject>>,
}

impl Lab {
    /// Returns a laboratory with the shipped games.
    #[must_use]
    pub fn new() -> Lab {
        Lab::with_catalogue(Catalogue::shipped())
    }

    /// Returns a laboratory with the games of a catalogue.
    #[must_use]
    pub fn with_catalogue(catalogue: Catalogue) -> Lab {
        Lab { catalogue, subjects: Vec::new() }
    }

    /// Adds a subject; it hides games and subjects of the same name.
    #[must_use]
    pub fn with_subject(mut self, subject: Subject) -> Lab {
        // Plans refer to subjects by name, so a name must be unique.
        self.subjects.retain(|known| known.name() != subject.name());
        self.subjects.push(Arc::new(subject));
        self
    }

    /// Returns the names of the games and of the subjects that were added.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names = self.catalogue.names();
        for subject in &self.subjects {
            if !names.contains(&subject.name()) {
                names.push(subject.name());
            }
        }
        names
    }

    /// Returns the subject or game of this name, or the family of trees that the text describes.
    ///
    /// # Errors
    /// If there is no such game, or the text of the tree is wrong.
    pub fn subject(&self, name: &str) -> Result<Arc<Subject>, SubjectError> {
        // Added subjects come first: they hide games of the same name.
        if let Some(subject) = self.subjects.iter().find(|subject| subject.name() == name) {
            return Ok(Arc::clone(subject));
        }
        match self.catalogue.engine(name) {
            Ok(engine) => Ok(Arc::new(Subject::new(engine))),
            Err(EngineError::Unknown { .. }) => {
                // The engine's suggestions know the catalogue only, not added subjects and tree families.
                let names = self.names().into_iter().chain(Catalogue::tree_families());
                let nearest = closest(name, names).map(str::to_owned);
                Err(SubjectError::Unknown { name: name.to_owned(), nearest })
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Default for Lab {
    fn default() -> Lab {
        Lab::new()
    }
}
