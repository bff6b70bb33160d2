//! Drawings against what the papers say of their two trees, and against the laws on random ones.
#![allow(missing_docs, clippy::cast_possible_truncation)]

use crate::markup::{Element, elements, text_of};
use nullwindow::trees::ExplicitTree;
use nullwindow_drawing::{DiagramNodeKind, DiagramTree, Drawing, Picture, sideways, svg, text, watch};

const TRENDS: &str = ExplicitTree::DBP96_FIG_1;
const PEARL: &str = ExplicitTree::PSPB96_FIG_3;

fn drawn(text: &str, algorithm: &str) -> Drawing {
    let tree: ExplicitTree = text.parse().unwrap();
    watch(&DiagramTree::of(&tree, None).unwrap(), &tree, &algorithm.parse().unwrap(), None)
}

fn sorted(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_unstable();
    values
}

fn open(picture: &Picture) -> String {
    picture.open.iter().flatten().map(ToString::to_string).collect()
}

fn names(drawing: &Drawing, picture: &Picture, select: fn(&nullwindow_drawing::NodeState) -> bool) -> String {
    let nodes = drawing.nodes.iter().zip(&picture.states);
    let mut names: Vec<&str> = nodes.filter(|(_, s)| select(s)).map(|(node, _)| node.name.as_str()).collect();
    names.sort_unstable();
    names.concat()
}

#[test]
fn pearls_tree_as_mtd_plus_infinity_searches_it() {
    let drawing = drawn(PEARL, "mtd+inf");
    assert_eq!(drawing.answers(), "41 -> 36 -> 35 -> 35");
    assert_eq!((drawing.value, drawing.best, drawing.leaves), (Some(35), Some(1), 8));
    let trees: Vec<Vec<i32>> = drawing.pictures.iter().map(|p| drawing.leaves_where(p, |s| s.max_tree)).collect();
    assert_eq!(trees, [[41, 12, 34, 36], [5, 12, 34, 36], [5, 12, 34, 35], [5, 12, 34, 35]]);
    // The nodes of the trees by the paper's letters, section 2.1.
    assert_eq!(names(&drawing, &drawing.pictures[0], |s| s.max_tree), "abcdefghijklm");
    assert_eq!(names(&drawing, &drawing.pictures[1], |s| s.max_tree), "abcdfghijklmn");
    assert_eq!(names(&drawing, &drawing.pictures[2], |s| s.max_tree), "abcdfghijklno");
    assert_eq!(names(&drawing, drawing.last(), |s| s.min_tree), "ahilmopqst");
    assert_eq!(names(&drawing, drawing.last(), |s| s.line), "ahilo");
    assert!(drawing.pictures[..3].iter().all(|p| p.states.iter().all(|s| !s.min_tree && !s.line)));
}

#[test]
fn the_letters_of_pearls_tree_are_the_order_of_first_visits() {
    for name in ["sss*", "mtd+inf", "sss-2", "rec-sss*"] {
        let drawing = drawn(PEARL, name);
        let nodes = drawing.nodes.iter().zip(&drawing.last().states);
        let mut visits: Vec<_> = nodes.filter_map(|(n, s)| Some((s.visit?, n.name.as_str()))).collect();
        visits.sort_unstable();
        // r is never visited.
        assert_eq!(visits.into_iter().map(|(_, name)| name).collect::<String>(), "abcdefghijklmnopqst", "{name}");
    }
}

#[test]
fn pearls_tree_the_open_list_after_each_pass() {
    let lists = |name: &str| {
        let drawing = drawn(PEARL, name);
        assert_eq!(drawing.answers(), "41 -> 36 -> 35 -> 35", "{name}");
        assert_eq!(drawing.last().open, None, "{name}");
        [0, 1, 2].map(|pass| open(&drawing.pictures[pass]))
    };
    let paper = ["(e,41)(m,36)(k,34)(g,12)", "(m,36)(k,34)(g,12)(n,5)", "(o,35)(k,34)(g,12)(n,5)"];
    assert_eq!(lists("sss*"), paper);
    // The recursive form puts the right brother in the place of a solved node at once.
    assert_eq!(lists("rec-sss*")[0], "(n,live,41)(o,live,36)(j2,live,34)(f2,live,12)");
}

#[test]
fn the_bounds_of_pearls_tree_after_the_second_pass() {
    // [PSPB96]: 5 is backed up to d and c, 12 to b; h still has 36.
    let drawing = drawn(PEARL, "mtd+inf");
    let known = |name: &str| {
        let n = drawing.nodes.iter().position(|node| node.name == name).unwrap();
        let state = &drawing.pictures[1].states[n];
        (state.lower, state.upper)
    };
    assert_eq!(["a", "b", "c", "d", "f", "h"].map(|name| known(name).1), [36, 12, 12, 5, 12, 36].map(Some));
    assert!(["a", "b", "h"].iter().all(|name| known(name).0.is_none()));
}

#[test]
fn trends_tree_leaf_by_leaf() {
    let depth_first = [41, 5, 12, 90, 99, 80, 10, 36, 35, 50, 37];
    for name in ["alphabeta", "negascout"] {
        assert_eq!(drawn(TRENDS, name).leaf_sequence(), depth_first, "{name}");
    }
    for name in ["sss-2", "sss*", "rec-sss*", "mtd+inf"] {
        let drawing = drawn(TRENDS, name);
        assert_eq!(sorted(drawing.leaf_sequence()), sorted(vec![41, 5, 12, 10, 36, 35, 50, 37]), "{name}");
        let trees: Vec<_> = drawing.pictures[..3].iter().map(|p| drawing.leaves_where(p, |s| s.max_tree)).collect();
        assert_eq!(trees, [[41, 12, 10, 36], [5, 12, 10, 36], [5, 12, 10, 35]], "{name}");
    }
    for algorithm in nullwindow::AnyAlgorithm::all() {
        let drawing = drawn(TRENDS, &algorithm.to_string());
        if drawing.value == Some(35) {
            let last = drawing.last();
            assert_eq!(drawing.leaves_where(last, |s| s.max_tree), [5, 12, 10, 35], "{algorithm}");
            assert_eq!(drawing.leaves_where(last, |s| s.min_tree), [36, 35, 50, 37], "{algorithm}");
            let critical = drawing.leaves_where(last, |s| s.max_tree || s.min_tree);
            assert_eq!(critical, [5, 12, 10, 36, 35, 50, 37], "{algorithm}");
        }
    }
}

#[test]
fn nega_scout_does_not_visit_the_subtree_of_m_where_alpha_beta_does() {
    let text = TRENDS.replace("(10 80)", "(15 80)").replace("(50 37)", "(10 37)");
    let visits_m = |algorithm: &str| {
        let drawing = drawn(&text, algorithm);
        let m = drawing.nodes.iter().position(|node| node.name == "m").unwrap();
        drawing.nodes[m].sons.iter().any(|&son| drawing.last().states[son].visit.is_some())
    };
    assert!(visits_m("alphabeta"));
    assert!(!visits_m("negascout"));
}

#[test]
fn a_cut_is_where_a_visited_node_has_a_son_that_is_not() {
    let drawing = drawn(TRENDS, "alphabeta");
    assert_eq!(names(&drawing, drawing.last(), |s| s.cut), "kl2o");
    let drawing = drawn(TRENDS, "minimax");
    assert_eq!(names(&drawing, drawing.last(), |s| s.cut), "");
}

/// Random trees with few values, turns that need not alternate, and ends at any depth.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn tree(&mut self, depth: u64, alternating: bool) -> String {
        if depth == 0 || (!alternating && self.roll(6) == 0) {
            return (self.roll(9) as i64 - 4).to_string();
        }
        let turn = if alternating { "" } else { ["", "", "+", "-"][self.roll(4) as usize] };
        let width = if alternating { 2 + depth % 2 } else { 1 + self.roll(3) };
        let sons: Vec<String> = (0..width).map(|_| self.tree(depth - 1, alternating)).collect();
        format!("{turn}({})", sons.join(" "))
    }
}

fn minimax(drawing: &Drawing, n: usize) -> i32 {
    let node = &drawing.nodes[n];
    let sons = node.sons.iter().map(|&son| minimax(drawing, son));
    match node.kind {
        DiagramNodeKind::Max => sons.max().unwrap(),
        DiagramNodeKind::Min => sons.min().unwrap(),
        DiagramNodeKind::Leaf => node.value.unwrap(),
    }
}

/// A solution tree: all sons of one kind of nodes, one of the others, nothing that was not seen, and every leaf on the
/// right side of the bound.
fn check_solution(drawing: &Drawing, picture: &Picture, all: DiagramNodeKind, bound: Option<i32>) {
    let within =
        |n: usize| if all == DiagramNodeKind::Max { picture.states[n].max_tree } else { picture.states[n].min_tree };
    assert_eq!(within(0), bound.is_some());
    let Some(bound) = bound else { return };
    for (n, node) in drawing.nodes.iter().enumerate().filter(|&(n, _)| within(n)) {
        assert!(picture.states[n].visit.is_some(), "{} is not visited", node.name);
        let sons = node.sons.iter().filter(|&&son| within(son)).count();
        match (node.kind, node.value) {
            (DiagramNodeKind::Leaf, value) if all == DiagramNodeKind::Max => assert!(value.unwrap() <= bound),
            (DiagramNodeKind::Leaf, value) => assert!(value.unwrap() >= bound),
            (kind, _) => assert_eq!(sons, if kind == all { node.sons.len() } else { 1 }, "{}", node.name),
        }
    }
}

fn check_laws(text: &str, algorithm: &str) -> Drawing {
    let drawing = drawn(text, algorithm);
    for picture in &drawing.pictures {
        for (n, state) in picture.states.iter().enumerate() {
            let value = minimax(&drawing, n);
            let holds =
                state.lower.is_none_or(|lower| lower <= value) && state.upper.is_none_or(|upper| upper >= value);
            assert!(holds, "{algorithm} on {text}: {:?} of {}", (state.lower, state.upper), drawing.nodes[n].name);
        }
        check_solution(&drawing, picture, DiagramNodeKind::Max, picture.upper);
        check_solution(&drawing, picture, DiagramNodeKind::Min, picture.lower);
    }
    for pair in drawing.pictures.windows(2) {
        let kept = |n: usize| pair[0].states[n].visit.is_none() || pair[0].states[n].visit == pair[1].states[n].visit;
        assert!((0..drawing.nodes.len()).all(kept), "{algorithm} on {text} forgets a visit");
    }
    let last = drawing.last();
    assert_eq!(last.leaves as u64, drawing.leaves, "{algorithm} on {text}");
    assert_eq!((last.lower, last.upper), (drawing.lower, drawing.upper), "{algorithm} on {text}");
    if drawing.value.is_some() {
        let ends = drawing.leaves_where(last, |state| state.line);
        assert_eq!(ends, [minimax(&drawing, 0)], "{algorithm} on {text}");
    }
    drawing
}

#[test]
fn bounds_are_true_and_solution_trees_prove_them() {
    let mut dice = Dice(7);
    for _ in 0..60 {
        let text = dice.tree(4, false);
        for algorithm in nullwindow::AnyAlgorithm::NAMES {
            check_laws(&text, algorithm);
        }
    }
}

#[test]
fn the_list_algorithms_make_the_passes_of_their_drivers() {
    let mut dice = Dice(8);
    for depth in 1..=5 {
        for _ in 0..25 {
            let text = dice.tree(depth, true);
            for (driver, lists) in
                [("mtd+inf", ["sss*", "rec-sss*", "sss-2"]), ("mtd-inf", ["dual*", "rec-dual*", "dual*"])]
            {
                let expected = check_laws(&text, driver).answers();
                for list in lists {
                    assert_eq!(check_laws(&text, list).answers(), expected, "{list} on {text}");
                }
            }
            let phased = check_laws(&text, "ps*(2)");
            assert_eq!(phased.pictures.iter().filter(|p| p.open.is_some()).count(), phased.passes - 1);
        }
    }
}

#[test]
fn open_after_every_step_holds_the_states_of_the_next() {
    let drawing = drawn(PEARL, "sss*");
    for pair in drawing.steps.windows(2) {
        assert_eq!(pair[0].open[0], pair[1].taken, "the front is taken next");
    }
    let cases: Vec<u8> = drawing.steps.iter().map(|step| step.case).collect();
    assert_eq!(cases[..5], [6, 5, 6, 5, 4]);
    assert_eq!(cases.last(), Some(&0));
}

/// Every tag ends, and every rectangle, circle and text begins on the page.
fn check_svg(page: &str) {
    let elements = elements(page).unwrap_or_else(|error| panic!("{error}"));
    let number = |element: &Element, name: &str| element.get(name).map(|value| value.parse::<f64>().unwrap());
    let (width, height) = (number(&elements[0], "width").unwrap(), number(&elements[0], "height").unwrap());
    for element in &elements[1..] {
        let within = |names: [&str; 3], most: f64| {
            names.iter().filter_map(|name| number(element, name)).all(|at| (0.0..=most).contains(&at))
        };
        assert!(within(["x", "cx", "x1"], width) && within(["y", "cy", "y1"], height), "{element:?}");
    }
}

#[test]
fn svgs_are_well_formed_and_show_every_leaf() {
    let mut dice = Dice(9);
    let texts: Vec<String> = (0..20).map(|_| dice.tree(4, false)).chain([PEARL.to_owned(), "7".to_owned()]).collect();
    for (text, algorithm) in
        texts.iter().zip(["alphabeta", "mtd+inf", "sss*", "ps*(2)", "dual*", "mtd-best"].iter().cycle())
    {
        let drawing = drawn(text, algorithm);
        let all: Vec<usize> = (0..drawing.passes).collect();
        let page = svg::draw(&drawing, &all, svg::SvgOptions::default().with_names(true));
        check_svg(&page);
        assert!(!page.contains("2000000000") && !page.contains("NaN"), "{text}");
        for node in drawing.nodes.iter().filter(|node| node.kind == DiagramNodeKind::Leaf) {
            let value = format!(">{}</text>", node.value.unwrap()).replace('-', "−");
            assert!(page.contains(&value), "{value} of {text}");
            assert!(text_of(&page).contains(&node.name), "{} of {text}", node.name);
        }
    }
}

#[test]
fn a_title_with_markup_is_text() {
    let tree: ExplicitTree = "(1 2)".parse().unwrap();
    let shape = DiagramTree::of(&tree, None).unwrap().titled("a <b> & \"c\"");
    let drawing = watch(&shape, &tree, &"alphabeta".parse().unwrap(), None);
    let page = svg::draw(&drawing, &[0], svg::SvgOptions::default());
    check_svg(&page);
    assert!(text_of(&page).contains("a <b> & \"c\""));
}

#[test]
fn nodes_of_one_level_never_touch() {
    let mut dice = Dice(10);
    for _ in 0..100 {
        let drawing = drawn(&dice.tree(5, false), "alphabeta");
        let extent = |n: usize| (2 + i32::try_from(n % 5).unwrap(), 3 + i32::try_from(n % 3).unwrap());
        let layout = nullwindow_drawing::layout::tidy(&drawing.nodes, extent, 2);
        let levels = drawing.nodes.iter().map(|node| node.path.len()).max().unwrap();
        for level in 0..=levels {
            // Preorder is from left to right within a level.
            let row: Vec<usize> = (0..drawing.nodes.len()).filter(|&n| drawing.nodes[n].path.len() == level).collect();
            for pair in row.windows(2) {
                assert!(layout.x[pair[0]] + extent(pair[0]).1 + 2 <= layout.x[pair[1]] - extent(pair[1]).0);
            }
            assert!(row.iter().all(|&n| layout.x[n] >= extent(n).0 && layout.x[n] + extent(n).1 <= layout.width));
        }
    }
}

#[test]
fn a_tree_too_wide_for_the_terminal_is_drawn_sideways_only() {
    let drawing = drawn(PEARL, "alphabeta");
    let options = text::TextOptions::default();
    assert!(text::draw(&drawing, drawing.last(), options, 60).is_none());
    let lines = text::draw(&drawing, drawing.last(), options, 100).unwrap();
    let width = |line: &Vec<nullwindow_drawing::StyledSpan>| line.iter().map(|s| s.text.chars().count()).sum::<usize>();
    assert!(lines.iter().all(|line| width(line) <= 100));
    assert_eq!(sideways::draw(&drawing, drawing.last(), options).len(), 31, "a line for every node");
}

#[test]
fn to_a_depth_the_horizon_has_leaves() {
    let tree: ExplicitTree = "(7(1 2) 3(4 5))".parse().unwrap();
    let drawing = watch(&DiagramTree::of(&tree, Some(1)).unwrap(), &tree, &"alphabeta".parse().unwrap(), None);
    assert_eq!((drawing.nodes.len(), drawing.value), (3, Some(7)));
    let none = watch(&DiagramTree::of(&tree, Some(0)).unwrap(), &tree, &"sss*".parse().unwrap(), None);
    assert_eq!((none.nodes.len(), none.value), (1, Some(0)));
}

#[test]
fn the_largest_leaves_are_no_infinities() {
    let drawing = check_laws("((1999999999 5) (-1999999999 1999999999))", "mtd+inf");
    assert_eq!(drawing.value, Some(5));
    let drawing = check_laws("(1999999999 5)", "sss*");
    assert_eq!(drawing.last().lower, Some(1_999_999_999));
    assert_eq!((drawing.pictures[0].alpha, drawing.pictures[0].beta), (None, None));
}

#[test]
fn what_is_too_large_is_refused() {
    let wide: ExplicitTree = format!("({})", "1 ".repeat(300)).parse().unwrap();
    assert!(DiagramTree::of(&wide, None).unwrap_err().to_string().contains("at most 256 leaves"));
    let deep: ExplicitTree = format!("{}1{}", "(".repeat(30), ")".repeat(30)).parse().unwrap();
    assert!(DiagramTree::of(&deep, None).is_err());
    assert!(DiagramTree::of(&deep, Some(5)).is_ok());
}
