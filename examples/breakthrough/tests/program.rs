use serde_json::Value;
use std::process::{Command, Output};
fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_breakthrough"))
        .args(args)
        .env("COLUMNS", "200")
        .output()
        .expect("the program runs")
}

#[test]
fn bench_measures_the_game() {
    let output = run(&["bench", "--group", "breakthrough", "--json"]);
    assert!(output.status.success());
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines[0]["part"], "breakthrough");
}

#[test]
fn solves() {
    use nullwindow_engine::*;
    let c = Catalogue::new().with_listing(breakthrough::BreakthroughListing);
    for size in ["3x5", "4x4", "4x5", "5x4", "3x6", "5x5"] {
        let e = c.engine(&format!("breakthrough {size}")).unwrap();
        let mut r = SolveRequest::new("mtd-f".parse().unwrap(), new_table(1 << 22).unwrap());
        r.time = Some(std::time::Duration::from_secs(40));
        let stop = std::sync::atomic::AtomicBool::new(false);
        let a = e.solve(&r, &mut Control::new(&stop)).unwrap();
        eprintln!("{size} {:?} {} nodes {:?}", a.words, a.record.total, a.time);
    }
}
