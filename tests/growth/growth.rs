//! Decides if work grows in proportion to its input.

/// The greatest ratio of the second half's slope to the first's. A logarithm is below it; a square
/// has 2.
const STEEPER: f64 = 1.3;

/// Work, and for how many of something.
pub(crate) type Work = [(usize, u64); 3];

/// The work for one more item, in the first half and in the second. `Err` if the three sizes are
/// not on a line, or the line bends upwards by more than a logarithm.
#[allow(clippy::cast_precision_loss)] // Far from 2^53.
fn slopes(work: Work) -> Result<(f64, f64), (f64, f64)> {
    let slope = |from: (usize, u64), to: (usize, u64)| {
        (to.1 as f64 - from.1 as f64) / (to.0 as f64 - from.0 as f64)
    };
    let (first, second) = (slope(work[0], work[1]), slope(work[1], work[2]));
    if first > 0.0 && second <= first * STEEPER {
        Ok((first, second))
    } else {
        Err((first, second))
    }
}

/// Returns true if the work grows at most in proportion to its input.
pub(crate) fn is_linear(work: Work) -> bool {
    slopes(work).is_ok()
}

/// Returns true if the work grows at most in proportion to its input, or hardly grows.
pub(crate) fn is_bounded(work: Work) -> bool {
    is_linear(work) || work[2].1 <= work[0].1 + work[0].1 / 8
}

/// Fails if work grows with the square of its input. It may end at a bound.
#[track_caller]
pub(crate) fn assert_bounded(what: &str, work: Work) {
    assert!(is_bounded(work), "{what}: {work:?}");
    println!("{what}: {work:?}");
}

/// Fails where work grows with the square of what it is done for.
#[track_caller]
pub(crate) fn assert_linear(what: &str, work: Work) {
    match slopes(work) {
        // Shown with `--nocapture`.
        Ok((first, second)) => {
            println!("{what}: {work:?}, one more is {first:.0} and then {second:.0}");
        }
        Err((first, second)) => {
            panic!("{what}: {work:?}, one more is {first:.0} and then {second:.0}")
        }
    }
}

#[test]
fn quadratic_growth_is_distinguished_from_linear() {
    let of = |work: fn(u64) -> u64| slopes([250, 500, 1000].map(|n: usize| (n, work(n as u64))));
    assert!(of(|n| 70_000 + 31 * n).is_ok());
    assert!(of(|n| 31 * n * u64::from(n.ilog2())).is_ok());
    assert!(of(|n| n * n).is_err());
    // A line plus a square that makes up half of the total at a thousand.
    assert!(of(|n| 1000 * n + n * n).is_err());
    assert!(of(|_| 7).is_err());
}
