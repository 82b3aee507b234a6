//! Compiles the crates in turn, several times, and records the time beyond that of the same crate
//! without tools.

use crate::grid::Job;
use crate::source::Case;
use crate::workspace::{Mode, Workspace};

/// How often a crate of at most one tool is compiled for one sample. It compiles fast, and the
/// clock is coarse.
const REPEAT: usize = 4;

/// Milliseconds a tool, one number a round, in the order of the rounds.
pub(crate) struct Samples {
    list: Vec<(Job, Vec<f64>)>,
}

impl Samples {
    /// The median for a crate, if it was compiled.
    pub(crate) fn median(&self, case: Case, mode: Mode) -> Option<f64> {
        let (_, samples) = self.list.iter().find(|(job, _)| *job == (case, mode))?;
        median(samples)
    }
}

/// Takes `runs` samples of each job. Each round compiles every crate, so that a slow minute affects
/// all of them.
pub(crate) fn take(space: &Workspace, jobs: &[Job], runs: usize) -> Result<Samples, String> {
    let mut list: Vec<(Job, Vec<f64>)> = jobs.iter().map(|job| (*job, Vec::new())).collect();
    for round in 0..runs {
        eprintln!("round {} of {runs}", round + 1);
        let mut bases: Vec<(Job, f64)> = Vec::new();
        for ((case, mode), samples) in &mut list {
            let base = (case.base(), *mode);
            let known = bases.iter().find(|(job, _)| *job == base);
            let base_ms = if let Some((_, ms)) = known {
                *ms
            } else {
                let ms = sample(space, base)?;
                bases.push((base, ms));
                ms
            };
            let ms = sample(space, (*case, *mode))?;
            samples.push((ms - base_ms) / tools(*case));
        }
    }
    Ok(Samples { list })
}

fn sample(space: &Workspace, (case, mode): Job) -> Result<f64, String> {
    let times = if case.tools <= 1 { REPEAT } else { 1 };
    let mut sum = 0.0;
    for _ in 0..times {
        sum += space.compile(case, mode, false)?;
    }
    #[allow(clippy::cast_precision_loss)] // A handful.
    Ok(sum / times as f64)
}

#[allow(clippy::cast_precision_loss)] // Hundreds.
fn tools(case: Case) -> f64 {
    case.tools as f64
}

pub(crate) fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        return sorted.get(middle).copied();
    }
    let (a, b) = (sorted.get(middle.checked_sub(1)?)?, sorted.get(middle)?);
    Some(f64::midpoint(*a, *b))
}
