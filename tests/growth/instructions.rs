//! Counts the instructions of tasks with valgrind, which isolates the count from other programs. A
//! group of tasks is a test of this binary, in one process of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::growth::{Work, assert_bounded, assert_linear, is_bounded};

/// The variable that is set in a process for a group of tasks.
const COUNTED: &str = "TOOLCAST_COUNTED";
/// The beginning of a line that a task writes.
const LINE: &str = "counted: ";

/// Returns true in a process that [`of`] started. An ordinary run of the tests skips the tasks.
pub(crate) fn is_counted() -> bool {
    std::env::var_os(COUNTED).is_some()
}

/// Returns true in `./check full`.
pub(crate) fn is_full() -> bool {
    std::env::var("TOOLCAST_CHECK").is_ok_and(|level| level == "full")
}

/// The sizes of the tasks of a group that takes long: `./check full` counts these, and
/// `./check all` half of them.
pub(crate) fn sizes(full: [usize; 3]) -> [usize; 3] {
    full.map(|size| if is_full() { size } else { size / 2 })
}

/// Valgrind writes its counts when this function begins, and counts from 0 then.
#[inline(never)]
fn a_count_ends() {
    std::hint::black_box(());
}

/// Runs a task of some size, and counts the instructions of all threads meanwhile. Each task has
/// three sizes, one after another.
pub(crate) fn count<R>(task: &str, size: usize, run: impl FnOnce() -> R) -> R {
    a_count_ends();
    let result = run();
    a_count_ends();
    println!("\n{LINE}{size} {task}");
    result
}

/// The instructions of each task in a group, for its three sizes.
pub(crate) fn of(group: &str) -> Vec<(String, Work)> {
    let program = std::env::current_exe().expect("this program");
    let counts = Path::new(env!("CARGO_TARGET_TMPDIR")).join(group.replace(':', "_"));
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--combine-dumps=yes"])
        .arg("--dump-before=*a_count_ends*")
        .arg(format!("--callgrind-out-file={}", counts.display()))
        .arg(program)
        .args(["--exact", "--ignored", "--test-threads=1", "--nocapture"])
        .arg(group)
        .env(COUNTED, "1");
    let (stdout, stderr) = run(&mut command);
    assert!(stdout.contains("1 passed"), "{group}: {stdout}{stderr}");
    rows(&stdout, &dumps(counts))
}

/// The counts in valgrind's file. The last one is of the end of the program.
fn dumps(file: PathBuf) -> Vec<u64> {
    let text = std::fs::read_to_string(&file).expect("the counts");
    std::fs::remove_file(file).expect("the counts");
    let totals = text.lines().filter_map(|line| line.strip_prefix("totals:"));
    totals
        .map(|count| count.trim().parse().expect("a count"))
        .collect()
}

/// The counts of the tasks that the lines name: those between two others.
fn rows(stdout: &str, dumps: &[u64]) -> Vec<(String, Work)> {
    let lines: Vec<(usize, &str)> = stdout
        .lines()
        .filter_map(|line| line.strip_prefix(LINE)?.split_once(' '))
        .map(|(size, task)| (size.parse().expect("a size"), task))
        .collect();
    assert_eq!(dumps.len(), 2 * lines.len() + 1, "a count for each task");
    let counts = dumps.iter().skip(1).step_by(2);
    let all: Vec<_> = lines.into_iter().zip(counts).collect();
    assert!(!all.is_empty() && all.len().is_multiple_of(3));
    let work = |of: &[((usize, &str), &u64)]| {
        assert!(of.iter().all(|((_, task), _)| *task == of[0].0.1));
        let work = [0, 1, 2].map(|i| (of[i].0.0, *of[i].1));
        (of[0].0.1.to_owned(), work)
    };
    all.chunks(3).map(work).collect()
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

/// The number of instructions of a program from [`under_valgrind`].
pub(crate) fn counted(command: &mut Command) -> u64 {
    let (_, stderr) = run(command);
    // "==7== I   refs:      1,234"
    let line = stderr.lines().find(|line| line.contains("refs:"));
    let digits: String = line
        .and_then(|line| line.rsplit(':').next())
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap_or_else(|_| panic!("{stderr}"))
}

/// The standard output and the standard error of a program.
fn run(command: &mut Command) -> (String, String) {
    let out = command.output().expect("valgrind starts");
    let [stdout, stderr] =
        [out.stdout, out.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(out.status.success(), "{command:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// The name of the control.
const SQUARE: &str = "a square";

/// The control of a group: work that grows with the square of its size.
pub(crate) fn count_a_square(sizes: [usize; 3]) {
    for size in sizes {
        let numbers: Vec<usize> = (0..size).collect();
        let of = |a: &usize| numbers.iter().map(move |b| a.wrapping_mul(*b)).max();
        count(SQUARE, size, || {
            std::hint::black_box(numbers.iter().filter_map(of).max())
        });
    }
}

/// Fails if the work of a task in a group grows faster than its size, or if the group's control
/// isn't found to do so.
#[track_caller]
pub(crate) fn assert_linear_tasks(group: &str) {
    assert_tasks(group, assert_linear);
}

/// Like [`assert_linear_tasks`], for work that may end at a bound.
#[track_caller]
pub(crate) fn assert_bounded_tasks(group: &str) {
    assert_tasks(group, assert_bounded);
}

#[track_caller]
fn assert_tasks(group: &str, assert: fn(&str, Work)) {
    let (controls, tasks): (Vec<_>, Vec<_>) =
        of(group).into_iter().partition(|(task, _)| task == SQUARE);
    assert!(!tasks.is_empty() && !controls.is_empty(), "{group}");
    for (task, work) in tasks {
        assert(&format!("{task}, instructions"), work);
    }
    for (_, work) in controls {
        assert!(!is_bounded(work), "{work:?}");
    }
}
