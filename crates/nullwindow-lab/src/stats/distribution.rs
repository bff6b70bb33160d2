//! Quantiles of the beta distribution and of Student's t.

/// Returns the two-sided quantile of Student's t: the sample lies within it with probability `level`.
pub(super) fn student(level: f64, freedom: f64) -> f64 {
    // The squared quantile t² is where freedom / (freedom + t²) is the quantile of a beta distribution.
    let x = beta_quantile(freedom / 2.0, 0.5, 1.0 - level);
    (freedom * (1.0 - x) / x).sqrt()
}

/// Returns the number below which a share `part` of the beta distribution lies.
pub(super) fn beta_quantile(a: f64, b: f64, part: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    // Bisection halves the interval until no number lies between its ends. Newton's method is faster, but diverges
    // near the ends, where the quantiles of small samples are.
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if beta(a, b, middle) < part {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// Returns the share of the beta distribution below `x`: the regularised incomplete beta function.
fn beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The continued fraction converges fast below the mean only.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(b, a, 1.0 - x);
    }
    let front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    front.exp() * fraction(a, b, x) / a
}

/// Evaluates the continued fraction of the incomplete beta function by Lentz's method.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |number: f64| if number.abs() < TINY { TINY } else { number };
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let (mut c, mut value) = (1.0, d);
    for step in 1..10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for part in [even, odd] {
            d = 1.0 / away(1.0 + part * d);
            c = away(1.0 + part / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Returns the logarithm of the gamma function of a positive number, by Stirling's series.
fn ln_gamma(x: f64) -> f64 {
    // The series has an error below 1e-15 from 15 on; the recurrence leads there.
    let (mut x, mut product) = (x, 1.0);
    while x < 15.0 {
        product *= x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - f64::ln(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-6 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn gamma_of_small_numbers() {
        near(ln_gamma(1.0), 0.0);
        near(ln_gamma(5.0), 24f64.ln());
        near(ln_gamma(0.5), std::f64::consts::PI.sqrt().ln());
    }

    #[test]
    fn student_as_in_printed_tables() {
        near(student(0.95, 1.0), 12.706_204_7);
        near(student(0.95, 2.0), 4.302_652_7);
        near(student(0.95, 19.0), 2.093_024_1);
        near(student(0.999, 1.0), 636.619_249);
        near(student(0.999, 19.0), 3.883_405_9);
        near(student(0.95, 1e6), 1.959_966_4);
    }

    #[test]
    fn beta_by_hand() {
        // Beta(1, n) has the distribution 1 - (1 - x)^n, beta(2, 1) has x^2.
        near(beta_quantile(1.0, 3.0, 0.875), 0.5);
        near(beta_quantile(2.0, 1.0, 0.25), 0.5);
        near(beta_quantile(7.0, 7.0, 0.5), 0.5);
    }
}
