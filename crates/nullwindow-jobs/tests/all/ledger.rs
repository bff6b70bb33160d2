//! The ledger: append-only, unique by id, readable after the writer was killed.

use crate::{changed, run};
use nullwindow_jobs::{Job, JobError, Ledger};

#[test]
fn results_are_appended_once_and_never_changed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ledger.db");
    let job = Job::new("tictactoe");
    let result = run(&job);
    let mut ledger = Ledger::open(&path).unwrap();
    assert!(ledger.append(&job, &result, "a").unwrap());
    let other = changed(result.clone(), |result| result.seconds = 99.0);
    assert!(!ledger.append(&job, &other, "b").unwrap(), "the first result stays");
    assert_eq!(Ledger::open(&path).unwrap().result(&job.id()).unwrap(), Some(result));
    assert_eq!((ledger.count().unwrap(), ledger.entries().unwrap()[0].worker.as_str()), (1, "a"));
    let raw = rusqlite::Connection::open(&path).unwrap();
    for change in ["UPDATE results SET worker = 'c'", "DELETE FROM results"] {
        let error = raw.execute(change, []).unwrap_err().to_string();
        assert!(error.contains("append-only"), "{error}");
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let text = directory.path().join("notes.txt");
    std::fs::write(&text, "not a database, but a text that is long enough to be taken for one").unwrap();
    assert!(matches!(Ledger::open(&text), Err(JobError::NoLedger(_))));
    let database = directory.path().join("other.db");
    rusqlite::Connection::open(&database).unwrap().execute("CREATE TABLE rows (a)", []).unwrap();
    assert!(matches!(Ledger::open(&database), Err(JobError::NoLedger(_))));
    assert!(std::fs::read_to_string(&text).unwrap().starts_with("not a database"));
}
