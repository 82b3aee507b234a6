//! Measures the duration of a command.

use std::process::{Command, Stdio};
use std::time::Instant;

/// Linux counts in hundredths of a second, whatever the machine.
const MS_PER_TICK: f64 = 10.0;

/// Runs a command to its end and returns its duration in milliseconds. It is CPU time if the system
/// has that, because other programs affect it little. With one job at a time it is close to the
/// wall-clock time.
pub(crate) fn time(command: &mut Command) -> Result<f64, String> {
    let (cpu, wall) = (children_ms(), Instant::now());
    run(command)?;
    let wall = wall.elapsed().as_secs_f64() * 1000.0;
    Ok(match (cpu, children_ms()) {
        (Some(before), Some(after)) => after - before,
        _ => wall,
    })
}

/// The name of the quantity that [`time`] measures.
pub(crate) fn name() -> &'static str {
    if children_ms().is_some() {
        "CPU time"
    } else {
        "wall-clock time"
    }
}

/// Runs a command to its end; what it printed is in the error, should it fail.
pub(crate) fn run(command: &mut Command) -> Result<String, String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("can't run {command:?}: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} failed:\n{text}"))
}

/// CPU time of all ended child processes and their children: `cutime` and `cstime` of
/// `/proc/self/stat`.
fn children_ms() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in brackets, possibly with blanks. So count from its
    // end, after which field 3 begins.
    let rest = &stat[stat.rfind(')')? + 1..];
    let mut ticks = rest.split_whitespace().skip(13);
    let user: f64 = ticks.next()?.parse().ok()?;
    let system: f64 = ticks.next()?.parse().ok()?;
    Some((user + system) * MS_PER_TICK)
}
