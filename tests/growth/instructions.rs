//! Counts the instructions of a task with valgrind, which isolates the count from other programs. A
//! task is a test of this binary, in a process of its own.

use std::path::Path;
use std::process::Command;

/// The variable that a task reads its size from.
const SIZE: &str = "TOOLCAST_WORK";

/// The size that this process was started for. Not set in an ordinary test run.
pub(crate) fn size() -> Option<usize> {
    std::env::var(SIZE).ok()?.parse().ok()
}

/// The variable that a task reads the name of its part from.
const PART: &str = "TOOLCAST_WORK_PART";

/// The part of a task that this process was started for.
pub(crate) fn part() -> Option<String> {
    std::env::var(PART).ok()
}

/// As [`of`], for one part of a task.
pub(crate) fn of_part<const N: usize>(
    task: &str,
    part: &str,
    sizes: [usize; N],
) -> [(usize, u64); N] {
    let nothing = once(task, part, 0);
    sizes.map(|size| (size, once(task, part, size).saturating_sub(nothing)))
}

/// The instructions of each size of a task, without those of size 0.
pub(crate) fn of<const N: usize>(task: &str, sizes: [usize; N]) -> [(usize, u64); N] {
    of_part(task, "", sizes)
}

fn once(task: &str, part: &str, size: usize) -> u64 {
    let program = std::env::current_exe().expect("this program");
    let mut command = under_valgrind(&program);
    command
        .args(["--exact", "--ignored", "--test-threads=1", task])
        .env(SIZE, size.to_string())
        .env(PART, part);
    let (count, stdout) = counted(&mut command);
    assert!(stdout.contains("1 passed"), "{task} of {size}: {stdout}");
    count
}

/// A program whose instructions valgrind counts, without those of programs that it starts.
pub(crate) fn under_valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(program);
    command
}

/// The number of instructions, and what the program wrote to its standard output.
pub(crate) fn counted(command: &mut Command) -> (u64, String) {
    let out = command.output().expect("valgrind starts");
    let (stdout, stderr) = (
        String::from_utf8_lossy(&out.stdout),
        String::from_utf8_lossy(&out.stderr),
    );
    assert!(out.status.success(), "{command:?}: {stdout}{stderr}");
    // "==7== I   refs:      1,234"
    let line = stderr.lines().find(|line| line.contains("refs:"));
    let digits: String = line
        .and_then(|line| line.rsplit(':').next())
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    let count = digits.parse().unwrap_or_else(|_| panic!("{stderr}"));
    (count, stdout.into_owned())
}
