//! The listings of `code.rs`: data, one line of an algorithm per entry.

use super::code::{Line, Place};
use nullwindow::AnyAlgorithm;

/// Returns the name of an algorithm in the papers, and where they describe it.
pub(super) fn title(algorithm: &AnyAlgorithm) -> (String, &'static str) {
    use AnyAlgorithm as Any;
    let (title, source) = match algorithm {
        Any::Minimax(_) => ("Minimax", "[dBP96] Fig. 2"),
        Any::AlphaBeta(_) => ("Alpha-Beta", "[dBP96] Fig. 3"),
        Any::TtAlphaBeta(_) => ("Alpha-Beta with memory", "[dBP96] Fig. 5; [PSPB96] Fig. 2"),
        Any::Scout(_) => ("Scout", "[PSPB96] section 2; [PSPB94] section 2.1"),
        Any::NegaScout(_) => ("NegaScout", "[dBP96] Fig. 6"),
        Any::Aspiration(_) => ("Aspiration NegaScout", "[PSPB96] section 5.1; [dBP96] Fig. 6"),
        Any::Mt(_) => ("MT", "[PSPB94] Fig. 1; [PSPB96] Fig. 17"),
        Any::MtdPlusInfinity(_) => ("MTD(+inf)", "[PSPB96] Figs. 8 and 11; [PSPB94] Figs. 1 and 2"),
        Any::MtdMinusInfinity(_) => ("MTD(-inf)", "[PSPB96] Figs. 8 and 11; [PSPB94] Fig. 1"),
        Any::MtdF(_) => ("MTD(f)", "[PSPB96] Fig. 11; [PSPB94] Fig. 1"),
        Any::MtdBi(_) => ("MTD(bi)", "[PSPB96] section 4; [PSPB94] section 3"),
        Any::MtdStep(_) => ("MTD(step)", "[PSPB96] section 4; [PSPB94] section 3"),
        Any::MtdGallop(_) => ("MTD(gallop)", "this library, after [PSPB96] section 4"),
        Any::MtdBest(_) => ("MTD-best", "[PSPB94] sections 3 and 4.6"),
        Any::SssStar(_) => ("SSS*", "[PSPB96] Fig. 1; [CPW]"),
        Any::DualStar(_) => ("DUAL*", "[CPW]"),
        Any::Sss2(_) => ("SSS-2", "[dBP96] Figs. 7 to 9"),
        Any::RecSssStar(_) => ("RecSSS*", "[CPW]"),
        Any::RecDualStar(_) => ("RecDUAL*", "[CPW]"),
        Any::PsStar(_) => return (algorithm.to_string().to_uppercase(), "[SM86] Table 1"),
        other => return (other.to_string(), ""),
    };
    (title.to_owned(), source)
}

pub(super) const MINIMAX: [Line; 12] = [
    ("g := minimax(root)", &[Place::Pass]),
    ("the value of the root is g", &[Place::Answer]),
    ("", &[]),
    ("function minimax(n)", &[Place::Enter]),
    ("  if n is a leaf then return f(n)", &[Place::Leaf]),
    ("  if n is a MAX node then", &[]),
    ("    g := -inf; c := first son of n", &[Place::ExpandMax]),
    ("    while c exists do g := max(g, minimax(c)); c := next brother of c", &[Place::CutMax]),
    ("  else", &[]),
    ("    g := +inf; c := first son of n", &[Place::ExpandMin]),
    ("    while c exists do g := min(g, minimax(c)); c := next brother of c", &[Place::CutMin]),
    ("  return g", &[Place::Leave]),
];

pub(super) const ALPHA_BETA: [Line; 16] = [
    ("g := alphabeta(root, -inf, +inf)", &[Place::Pass]),
    ("the value of the root is g", &[Place::Answer]),
    ("", &[]),
    ("function alphabeta(n, alpha, beta)", &[Place::Enter, Place::Probe, Place::Stored]),
    ("  if n is a leaf then return f(n)", &[Place::Leaf]),
    ("  if n is a MAX node then", &[]),
    ("    g := -inf; a := alpha; c := first son of n", &[Place::ExpandMax]),
    ("    while g < beta and c exists do", &[Place::CutMax]),
    ("      g := max(g, alphabeta(c, a, beta))", &[]),
    ("      a := max(a, g); c := next brother of c", &[]),
    ("  else", &[]),
    ("    g := +inf; b := beta; c := first son of n", &[Place::ExpandMin]),
    ("    while g > alpha and c exists do", &[Place::CutMin]),
    ("      g := min(g, alphabeta(c, alpha, b))", &[]),
    ("      b := min(b, g); c := next brother of c", &[]),
    ("  return g", &[Place::Leave]),
];

pub(super) const TT_ALPHA_BETA: [Line; 20] = [
    ("g := TTalphabeta(root, -inf, +inf)", &[Place::Pass]),
    ("the value of the root is g", &[Place::Answer]),
    ("", &[]),
    ("function TTalphabeta(n, alpha, beta)", &[Place::Enter]),
    ("  retrieve n.f-, n.f+", &[Place::Probe]),
    ("  if n is not the root and f- = f+, f- >= beta or f+ <= alpha then return that bound", &[Place::Stored]),
    ("  alpha := max(alpha, n.f-); beta := min(beta, n.f+)", &[]),
    ("  if n is a leaf then g := f(n)", &[Place::Leaf]),
    ("  else if n is a MAX node then", &[]),
    ("    g := -inf; a := alpha; c := first son of n", &[Place::ExpandMax]),
    ("    while g < beta and c exists do", &[Place::CutMax]),
    ("      g := max(g, TTalphabeta(c, a, beta))", &[]),
    ("      a := max(a, g); c := next brother of c", &[]),
    ("  else", &[]),
    ("    g := +inf; b := beta; c := first son of n", &[Place::ExpandMin]),
    ("    while g > alpha and c exists do", &[Place::CutMin]),
    ("      g := min(g, TTalphabeta(c, alpha, b))", &[]),
    ("      b := min(b, g); c := next brother of c", &[]),
    ("  if g < beta then n.f+ := g; if g > alpha then n.f- := g", &[Place::Leave]),
    ("  store n.f-, n.f+; return g", &[]),
];

pub(super) const SCOUT: [Line; 22] = [
    ("v := Scout(root)", &[Place::Pass]),
    ("the value of the root is v", &[Place::Answer]),
    ("", &[]),
    ("function Scout(n)", &[Place::Enter]),
    ("  if n is a leaf then return f(n)", &[Place::Leaf]),
    ("  v := Scout(first son of n)", &[Place::ExpandMax, Place::ExpandMin]),
    ("  for every later son c of n do", &[]),
    ("    if n is a MAX node and Test(c, v) then v := Scout(c)", &[]),
    ("    if n is a MIN node and not Test(c, v - 1) then v := Scout(c)", &[]),
    ("  return v", &[Place::Leave]),
    ("", &[]),
    ("function Test(n, v): is the value of n above v?", &[Place::EnterTest]),
    ("  if n is a leaf then return f(n) > v", &[Place::LeafTest]),
    ("  if n is a MAX node then", &[]),
    ("    for every son c of n do", &[Place::ExpandTestMax]),
    ("      if Test(c, v) then return true", &[Place::CutMax]),
    ("    return false", &[Place::LeaveTestMax]),
    ("  else", &[]),
    ("    for every son c of n do", &[Place::ExpandTestMin]),
    ("      if not Test(c, v) then return false", &[Place::CutMin]),
    ("    return true", &[Place::LeaveTestMin]),
    ("", &[]),
];

pub(super) const NEGA_SCOUT_CALL: [Line; 3] =
    [("g := NegaScout(root, -inf, +inf)", &[Place::Pass]), ("the value of the root is g", &[Place::Answer]), ("", &[])];

pub(super) const ASPIRATION: [Line; 8] = [
    ("f- := -inf; f+ := +inf", &[]),
    ("alpha := guess - width; beta := guess + width; without a guess, alpha := -inf; beta := +inf", &[]),
    ("repeat", &[]),
    ("  g := NegaScout(root, alpha, beta)", &[Place::Pass]),
    ("  if g < beta then f+ := g; if g > alpha then f- := g", &[Place::Answer]),
    ("  alpha := f-; beta := f+", &[]),
    ("until f- = f+", &[]),
    ("", &[]),
];

pub(super) const NEGA_SCOUT: [Line; 22] = [
    ("function NegaScout(n, alpha, beta)", &[Place::Enter]),
    ("  retrieve n.f-, n.f+", &[Place::Probe]),
    ("  if n is not the root and f- = f+, f- >= beta or f+ <= alpha then return that bound", &[Place::Stored]),
    ("  alpha := max(alpha, n.f-); beta := min(beta, n.f+)", &[]),
    ("  if n is a leaf then g := f(n)", &[Place::Leaf]),
    ("  else if n is a MAX node then", &[]),
    ("    c := first son of n; g := NegaScout(c, alpha, beta)", &[Place::ExpandMax]),
    ("    while g < beta and c has a next brother do", &[Place::CutMax]),
    ("      c := next brother of c; a := max(alpha, g)", &[]),
    ("      t := NegaScout(c, a, a + 1)", &[]),
    ("      if a < t < beta then t := NegaScout(c, t, beta)", &[]),
    ("      g := max(g, t)", &[]),
    ("  else", &[]),
    ("    c := first son of n; g := NegaScout(c, alpha, beta)", &[Place::ExpandMin]),
    ("    while g > alpha and c has a next brother do", &[Place::CutMin]),
    ("      c := next brother of c; b := min(beta, g)", &[]),
    ("      t := NegaScout(c, b - 1, b)", &[]),
    ("      if alpha < t < b then t := NegaScout(c, alpha, t)", &[]),
    ("      g := min(g, t)", &[]),
    ("  if g < beta then n.f+ := g; if g > alpha then n.f- := g", &[Place::Leave]),
    ("  store n.f-, n.f+", &[]),
    ("  return g", &[]),
];

pub(super) const MT_CALL: [Line; 3] = [
    ("g := MT(root, gamma)", &[Place::Pass]),
    ("if g < gamma then the value is at most g, else it is at least g", &[Place::Answer]),
    ("", &[]),
];

pub(super) const MT: [Line; 15] = [
    ("function MT(n, gamma)", &[Place::Enter]),
    ("  retrieve n.f-, n.f+", &[Place::Probe]),
    ("  if n is not the root and f- = f+, f- >= gamma or f+ < gamma then return that bound", &[Place::Stored]),
    ("  if n is a leaf then g := f(n)", &[Place::Leaf]),
    ("  else if n is a MAX node then", &[]),
    ("    g := -inf; c := first son of n", &[Place::ExpandMax]),
    ("    while g < gamma and c exists do", &[Place::CutMax]),
    ("      g := max(g, MT(c, gamma)); c := next brother of c", &[]),
    ("  else", &[]),
    ("    g := +inf; c := first son of n", &[Place::ExpandMin]),
    ("    while g >= gamma and c exists do", &[Place::CutMin]),
    ("      g := min(g, MT(c, gamma)); c := next brother of c", &[]),
    ("  if g < gamma then n.f+ := g else n.f- := g", &[Place::Leave]),
    ("  store n.f-, n.f+", &[]),
    ("  return g", &[]),
];

pub(super) const DRIVER_LOOP: [Line; 4] = [
    ("f- := -inf; f+ := +inf", &[]),
    ("repeat", &[]),
    ("  g := MT(root, bound)", &[Place::Pass]),
    ("  if g < bound then f+ := g else f- := g", &[Place::Answer]),
];

pub(super) const DRIVER_END: [Line; 2] = [("until f- = f+", &[]), ("", &[])];

/// Returns the lines of a driver before its loop and at the end of it: the first bound, and the next one.
pub(super) fn driver(algorithm: &AnyAlgorithm, flip: bool) -> [&'static [Line]; 2] {
    use AnyAlgorithm as Any;
    match algorithm {
        Any::MtdPlusInfinity(_) => [&[("bound := +inf", &[])], &[("  bound := g", &[])]],
        Any::MtdMinusInfinity(_) => [&[("bound := -inf + 1", &[])], &[("  bound := g + 1", &[])]],
        Any::MtdBi(_) if flip => {
            [&[("bound := 1", &[])], &[("  bound := the average of f- and f+, rounded down, + 1", &[])]]
        }
        Any::MtdBi(_) => [&[("bound := 0", &[])], &[("  bound := the average of f- and f+, rounded up", &[])]],
        Any::MtdStep(_) if algorithm.to_string().starts_with("mtd-step-up") == flip => {
            [&[("bound := +inf", &[])], &[("  bound := max(f- + 1, g - stepsize)", &[])]]
        }
        Any::MtdStep(_) => [&[("bound := -inf + 1", &[])], &[("  bound := min(f+, g + 1 + stepsize)", &[])]],
        Any::MtdGallop(_) => [
            &[("bound := guess; step := 0", &[])],
            &[
                ("  if f- and f+ are finite then bound := the average of f- and f+, rounded up", &[]),
                ("  else if g < bound then bound := g - step else bound := g + 1 + step", &[]),
                ("  step := max(2, 2 * step)", &[]),
            ],
        ],
        _ => [&[("bound := guess", &[])], &[("  if g < bound then bound := g else bound := g + 1", &[])]],
    }
}

pub(super) const MTD_BEST: [Line; 9] = [
    ("for every move m of the root: m.f- := -inf; m.f+ := +inf", &[Place::Moves]),
    ("until the best bound of one move proves it against all others do", &[]),
    ("  if no move has such a bound then", &[]),
    ("    m := a move that may reach the guess; bound := guess", &[]),
    ("  else m := the strongest rival; bound := just better than the best move", &[]),
    ("  g := MT(m, bound)", &[Place::Pass]),
    ("  if g < bound then m.f+ := g else m.f- := g", &[Place::Answer]),
    ("return the best move", &[]),
    ("", &[]),
];

pub(super) const SSS_STAR: [Line; 12] = [
    ("OPEN := { (root, live, +inf) }", &[]),
    ("repeat", &[]),
    ("  (n, s, h) := the first state of OPEN, the highest merit; remove it", &[Place::Pass]),
    ("  if n = root and s = solved then return h", &[Place::Case(0), Place::Answer]),
    ("  case s = solved, n is a MIN node:", &[]),
    ("    1  stack (parent of n, solved, h); remove all states below the parent", &[Place::Case(1)]),
    ("  case s = solved, n is a MAX node:", &[]),
    ("    2  if n has a next brother then stack (next brother, live, h)", &[Place::Case(2)]),
    ("    3  else stack (parent of n, solved, h)", &[Place::Case(3)]),
    ("  4  case s = live, n is a leaf: insert (n, solved, min(h, f(n)))", &[Place::Case(4)]),
    ("  5  case s = live, n is a MIN node: stack (first son of n, live, h)", &[Place::Case(5)]),
    ("  6  case s = live, n is a MAX node: stack (c, live, h) for every son c of n", &[Place::Case(6)]),
];

pub(super) const REC_SSS: [Line; 15] = [
    ("OPEN := { (root, live, +inf) }; h(root) := +inf", &[]),
    ("repeat h(root) := Rec(root) until the root is solved", &[Place::Pass, Place::Answer, Place::Case(0)]),
    ("", &[]),
    ("function Rec(n), n a MAX node or a leaf", &[]),
    ("  if n is a leaf then n is solved; return min(h(n), f(n))", &[Place::Case(4)]),
    ("  if n is not expanded then replace n by its sons c, live, h(c) := h(n)", &[Place::Case(6)]),
    ("  loop c := the son of n with the highest state g below or at it in OPEN", &[]),
    ("    if g = c is solved then n is solved; remove all states below n; return h(g)", &[Place::Case(1)]),
    ("    if h(g) < h(n) then return h(g)", &[]),
    ("    if c is live and no leaf then replace c by its first son g", &[Place::Case(5)]),
    ("    h(g) := Rec(g)", &[]),
    ("    if g is solved and has a next brother then", &[]),
    ("      replace g by the next brother, live, with the merit of g", &[Place::Case(2)]),
    ("    else if g is solved then", &[]),
    ("      replace g by its parent c, solved, with the merit of g", &[Place::Case(3)]),
];

pub(super) const PS_STAR: [Line; 21] = [
    ("OPEN := { (root, live, +inf) }; BACKUP := {}", &[]),
    ("repeat", &[]),
    ("  (n, s, h) := the first state of OPEN, the highest merit; remove it", &[Place::Pass]),
    ("  if n = root and s = solved then return h", &[Place::Case(0), Place::Answer]),
    ("  i := parent of n; low := the highest low in BACKUP of the MAX ancestors of n", &[]),
    ("  case s = live, n is a MAX node:", &[]),
    ("    1  stack the first partition of sons of n, live, h; BACKUP (n, low, h)", &[Place::Case(1)]),
    ("  case s = live, n is a MIN node:", &[]),
    ("    2  stack (first son of n, live, h)", &[Place::Case(2)]),
    ("  case s = live, n is a leaf: t := min(h, f(n))", &[]),
    ("    3  if t > low then insert (n, solved, t) else insert (its MIN node, solved, t)", &[Place::Case(3)]),
    ("  case s = solved, n is a MAX node:", &[]),
    ("    4  if n has a next brother: if h > low then stack (next brother, live, h)", &[Place::Case(4)]),
    ("       else stack (i, solved, h)", &[]),
    ("    5  if n is the last brother: stack (i, solved, h)", &[Place::Case(5)]),
    ("  case s = solved, n is a MIN node:", &[]),
    ("    6  low of i := max(low of i, h)", &[Place::Case(6)]),
    ("       if no partition is left that can exceed low then", &[]),
    ("         remove all states below i; stack (i, solved, min(low, high))", &[]),
    ("       else at i or the deepest such node below it:", &[]),
    ("         replace its partition by the next one, live, at its high", &[]),
];

pub(super) const SSS_2: [Line; 24] = [
    ("G := { root }; g := expand(root, +inf)", &[]),
    ("repeat v := g; g := diminish(root, v)", &[Place::Pass]),
    ("until g >= v; the value of the root is v", &[Place::Answer]),
    ("", &[]),
    ("function expand(n, v): a tree below n with a bound < v, if there is one", &[]),
    ("  if n is a leaf then n.g := f(n); return n.g", &[Place::Leaf]),
    ("  if n is a MAX node then for every son c of n do", &[]),
    ("      add c to G; t := expand(c, v)", &[Place::JoinMax]),
    ("      if t >= v then remove the sons of n from G; return t", &[Place::FailMax]),
    ("    n.g := max of c.g over the sons c; return n.g", &[Place::BoundMax]),
    ("  else for every son c of n do", &[]),
    ("      add c to G; t := expand(c, v)", &[Place::JoinMin]),
    ("      if t < v then n.g := t; return t", &[Place::BoundMin]),
    ("      remove c from G", &[Place::FailMin]),
    ("    return the lowest t", &[]),
    ("", &[]),
    ("function diminish(n, v): n is in G with the bound v", &[]),
    ("  if n is a leaf then return v", &[]),
    ("  if n is a MAX node then for every son c with c.g = v do", &[]),
    ("      if diminish(c, v) >= v then remove the sons of n from G; return", &[Place::GiveUpMax]),
    ("    n.g := max of c.g over the sons c; return n.g", &[Place::DiminishMax]),
    ("  else c := the son of n in G; t := diminish(c, v)", &[]),
    ("    if t < v then n.g := t; return t", &[Place::DiminishMin]),
    ("    remove c from G; go on with its later brothers as in expand", &[Place::GiveUpMin]),
];
