//! Measures foreign schemas over the corpus and prints the table of `docs/conformance/foreign.md`.
//!
//! `cargo run --release -p toolcast-test-commands --bin foreign [-- OPTIONS]` with the options
//! `[--sample] [--source NAME] [--name PART] [--why N] [--write]`. `TOOLCAST_CORPUS` is the path of
//! the corpus. `--why` lists up to N failures of each kind. `--write` puts the table of all
//! schemas, or that of the sample, into the page.

use std::collections::BTreeMap;
use std::process::ExitCode;
use toolcast_test_support::measured::measure::Measured;
use toolcast_test_support::measured::{sources, table};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut sample, mut source, mut name, mut why) = (false, None, None, 0);
    let mut write = false;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--sample" => sample = true,
            "--write" => write = true,
            "--source" => source = arguments.next(),
            "--name" => name = arguments.next(),
            "--why" => why = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(3),
            other => {
                eprintln!("no option is called `{other}`");
                return ExitCode::from(2);
            }
        }
    }
    if write && (source.is_some() || name.is_some()) {
        eprintln!("the page has the figures of all schemas, and of the sample");
        return ExitCode::from(2);
    }
    let Some(folder) = sources::folder() else {
        return ExitCode::from(2);
    };
    let mut measured = Measured::default();
    for (i, input) in sources::all(&folder).iter().enumerate() {
        let wanted = source.as_ref().is_none_or(|source| source == input.source)
            && name.as_ref().is_none_or(|name| input.name.contains(name));
        if wanted && (!sample || i % sources::SAMPLE == 0) {
            measured.add(input);
        }
    }
    let table = table::write(&measured);
    print!("{table}");
    if write && let Err(error) = put(if sample { "sample" } else { "all" }, &table) {
        eprintln!("the page could not be written: {error}");
        return ExitCode::from(2);
    }
    for excluded in &measured.excluded {
        println!("left out: {excluded}");
    }
    println!("{} labels disputed", measured.disputed);
    let mut kinds: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut shown: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for failure in &measured.failures {
        *kinds.entry((failure.what, &failure.row)).or_default() += 1;
        // One schema fails for many providers alike.
        let rows = shown.entry((failure.what, &failure.name)).or_default();
        *rows += 1;
        let schemas = shown
            .keys()
            .filter(|(what, _)| *what == failure.what)
            .count();
        if shown[&(failure.what, failure.name.as_str())] == 1 && schemas <= why {
            println!(
                "\n{}, {}, {}: {}",
                failure.what, failure.row, failure.name, failure.detail
            );
        }
    }
    let mut schemas: BTreeMap<&str, usize> = BTreeMap::new();
    for (what, _) in shown.keys() {
        *schemas.entry(what).or_default() += 1;
    }
    println!("\nschemas by failure: {schemas:?}");
    println!();
    for ((what, row), count) in &kinds {
        println!("{count:6} {what}, {row}");
    }
    ExitCode::SUCCESS
}

/// Writes a table between its markers in the page.
fn put(name: &str, table: &str) -> Result<(), String> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/conformance/foreign.md"
    );
    let page = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (begin, end) = (
        format!("<!-- foreign {name}: begin -->\n"),
        format!("<!-- foreign {name}: end -->"),
    );
    let parts = page
        .split_once(&begin)
        .and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let Some((before, after)) = parts else {
        return Err(format!("it has no `{}`", begin.trim()));
    };
    std::fs::write(path, format!("{before}{begin}{table}{end}{after}"))
        .map_err(|error| error.to_string())
}
