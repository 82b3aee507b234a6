//! The inputs of the first security review at its sizes: the time and the most memory of each, as
//! rows of `docs/conformance/attack_series.md`. `growth/attacked` runs it in a release build and
//! writes them. Nothing is compared with a limit here: the other modules count the same series.

use crate::attacked_inputs::{ARGUMENTS, CHECKS, HOSTILE, SCHEMAS};
use crate::{arguments, broken, calls, checks, compiling, hostile, series, tools};
use std::hint::black_box;
use std::time::{Duration, Instant};
use toolcast::decode::DecodeOptions;
use toolcast::import::{ImportedSchema, ToolDefinitions};

/// The shortest of three runs, and the most memory at once, of a task.
fn measured(task: &dyn Fn()) -> (Duration, u64) {
    let peak = allocation_counter::measure(task).bytes_max;
    let once = || {
        let start = Instant::now();
        task();
        start.elapsed()
    };
    let shortest = (0..3).map(|_| once()).min().unwrap_or_default();
    (shortest, peak)
}

#[allow(clippy::cast_precision_loss)] // Far from 2^53.
fn row(input: &str, size: usize, before: &str, task: &dyn Fn() -> String) {
    let outcome = task();
    let (time, peak) = measured(&|| drop(black_box(task())));
    let size = match size {
        0 => "-".to_owned(),
        1..1_000_000 => format!("{:.1} KB", size as f64 / 1e3),
        _ => format!("{:.1} MB", size as f64 / 1e6),
    };
    let (time, peak) = (time.as_secs_f64() * 1e3, peak as f64 / 1e6);
    println!("row: | {input} | {size} | {before} | {time:.1} ms, {peak:.1} MB | {outcome} |");
}

/// A heading between the rows.
fn part(name: &str) {
    println!("row: | **{name}** | | | | |");
}

fn decoded(is_ok: bool) -> String {
    if is_ok { "a value" } else { "faults" }.to_owned()
}

fn rows_of_arguments() {
    part("arguments of a tool's own types");
    for (name, size, before) in ARGUMENTS {
        let mut all = arguments::series();
        let one = all.find(|one| one.name == name).expect("a series");
        let text = (one.text)(size);
        row(name, text.len(), before, &|| decoded((one.decode)(&text)));
    }
    for one in &broken::BROKEN {
        let text = (one.text)(200_000);
        let name = format!("{}, with every repair allowed", one.name);
        row(&name, text.len(), "under 400 ms", &|| {
            decoded((one.decode)(&text))
        });
    }
    let long = format!(r#"{{"v":"{}"}}"#, "x".repeat(100_000_000));
    let options = DecodeOptions::new().max_bytes(200_000_000);
    row(
        "a text, with a higher limit",
        long.len(),
        "74 ms, 100 MB",
        &|| decoded(broken::is_text(&long, options)),
    );
    row(
        "a text, with the default limit",
        long.len(),
        "8 ms, 0 MB",
        &|| decoded(broken::is_text(&long, DecodeOptions::new())),
    );
    for open in ["[", r#"{"a":"#] {
        let levels = open.repeat(1_000_000);
        row(
            &format!("a million levels of `{open}`"),
            levels.len(),
            "0.0 ms, 0 MB",
            &|| decoded(broken::is_text(&levels, DecodeOptions::new())),
        );
    }
}

fn rows_of_checks() {
    part("arguments, checked against an imported schema");
    for (name, size, before) in CHECKS {
        let one = checks::SERIES.iter().find(|one| one.name == name);
        let one = one.expect("a series");
        check_row(name, &one.read(), &one.of(size), before);
    }
    for (alternatives, before) in [
        (250, "170 ms, 252 MB"),
        (500, "360 ms, 503 MB"),
        (1_000, "820 ms, 1,003 MB"),
        (2_000, "2,200 ms, 2,005 MB"),
    ] {
        let value = serde_json::json!({"v": "x".repeat(1 << 20)});
        check_row(
            &format!("`anyOf` of {alternatives} `not`, D1"),
            &read(&series::alternatives(alternatives)),
            &value,
            before,
        );
    }
    for (alternatives, before) in [(250, "650 ms, 693 MB"), (1_000, "3,700 ms, 2,753 MB")] {
        let value = serde_json::json!({"v": (0..40_000).map(|i| i % 10).collect::<Vec<_>>()});
        let schema = read(&series::alternatives_that_contain(alternatives));
        check_row(
            &format!("`anyOf` of {alternatives} `contains`, D1"),
            &schema,
            &value,
            before,
        );
    }
    for (leaf, before) in [(10, "430 ms, 227 MB"), (4_000, "1,000 ms, 1,099 MB")] {
        let leaf_text = serde_json::json!("x".repeat(leaf));
        let value = (0..14).fold(leaf_text, |inner, _| serde_json::json!({"a": inner}));
        check_row(
            &format!("a tree of 14 levels, leaf of {leaf}, D1"),
            &read(series::TREE),
            &serde_json::json!({"v": value}),
            before,
        );
    }
}

fn read(schema: &str) -> ImportedSchema {
    ImportedSchema::parse(schema).expect("a schema")
}

fn check_row(name: &str, imported: &ImportedSchema, value: &serde_json::Value, before: &str) {
    row(
        name,
        value.to_string().len(),
        before,
        &|| match imported.validate(value) {
            Ok(()) => "valid".to_owned(),
            Err(errors) => shortened(&errors.to_string()),
        },
    );
}

/// The beginning of an error's last line, as a cell of a table.
fn shortened(text: &str) -> String {
    let last = text.trim_end().lines().last().unwrap_or_default();
    let line: String = last.chars().take(90).collect();
    let end = if line.len() < last.len() { ".." } else { "" };
    format!("{}{end}", line.trim_start_matches("- ").replace('|', "\\|"))
}

fn schema_row(name: &str, schema: &str, before: &str) {
    row(
        name,
        schema.len(),
        before,
        &|| match ImportedSchema::parse(schema) {
            Ok(imported) => match imported.losses().len() {
                0 => "read".to_owned(),
                losses => format!("read, {losses} entries"),
            },
            Err(error) => shortened(&error.to_string()),
        },
    );
}

fn rows_of_schemas() {
    part("imported schemas");
    for (name, size, before) in SCHEMAS {
        let one = series::SERIES.iter().find(|one| one.0 == name);
        let schema = (one.expect("a series").1)(size);
        schema_row(&name.replace('_', " "), &schema, before);
    }
    for (name, size, before) in HOSTILE {
        let one = hostile::SCHEMAS.iter().find(|one| one.0 == name);
        let schema = (one.expect("a series").1)(size);
        schema_row(name, &schema, before);
    }
    for (unit, bytes, before) in [
        ("a?", 250_000, "1.0 s, 104 MB (D5)"),
        ("a?", 4_000_000, "17.2 s, 1,666 MB (D5)"),
        (r"\p{L}", 1_000_000, "0.6 s, 978 MB (D5)"),
        (r"\p{L}", 2_000_000, "1.2 s, 1,956 MB (D5)"),
        ("x", 1_000_000, "0.4 s, 277 MB (D5)"),
        ("x", 2_000_000, "1.0 s, 553 MB (D5)"),
    ] {
        let tool = hostile::tool_of("t", &unit.repeat(bytes / unit.len()));
        let schema = tool["inputSchema"].to_string();
        schema_row(&format!("a pattern of `{unit}`"), &schema, before);
    }
    for (number, before) in [(12_500, "-"), (25_000, "1.7 s, 340 MB")] {
        let list = tools::list(number);
        row(&format!("{number} tools"), list.len(), before, &|| {
            let found = ToolDefinitions::parse(&list).expect("a list");
            format!("{} read", found.tools.len())
        });
    }
    let list = tools::list(20_000);
    let found = ToolDefinitions::parse(&list).expect("a list");
    row(
        "20000 tools in two sources of one set",
        list.len(),
        "300 ms",
        &|| format!("{} tools", tools::set(&found).len()),
    );
}

fn rows_of_calls() {
    part("calls");
    for (name, number, before, task) in [
        (
            "calls in parallel",
            100_000,
            "420 ms, 290 MB",
            calls::in_parallel as fn(usize),
        ),
        (
            "calls with a timer each",
            100_000,
            "610 ms",
            calls::with_timers,
        ),
        ("failing calls", 20_000, "4 KB kept", calls::failing),
        (
            "calls in one another, on a stack of 8 MiB",
            200,
            "fine",
            nested_calls,
        ),
    ] {
        row(&format!("{number} {name}"), 0, before, &|| {
            task(number);
            "all answered".to_owned()
        });
    }
}

fn nested_calls(levels: usize) {
    let large = std::thread::Builder::new().stack_size(8 << 20);
    let called = large.spawn(move || calls::nested(levels));
    called.expect("a thread").join().expect("no overflow");
}

/// Deep values on a stack of 512 KiB.
fn rows_of_depth() {
    part("stack of 512 KiB");
    let text = broken::nested(62);
    row(
        "62 levels of a type that contains itself, and of any JSON",
        text.len(),
        "fine",
        &|| {
            let text = text.clone();
            let small = std::thread::Builder::new().stack_size(512 << 10);
            let decoded = small
                .spawn(move || broken::is_nested(&text))
                .expect("a thread");
            self::decoded(decoded.join().expect("no overflow"))
        },
    );
}

#[test]
#[ignore = "measures time and memory in a release build: growth/attacked"]
fn series_of_the_first_review_are_measured() {
    rows_of_arguments();
    rows_of_checks();
    rows_of_schemas();
    rows_of_calls();
    rows_of_depth();
}

/// The peak of this process, in MB.
fn peak_of_process() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.map_or(0, |kib| kib * 1024 / 1_000_000)
}

/// Each input in a process of its own, because it is the process whose peak is measured.
#[cfg(feature = "mcp")]
#[test]
#[ignore = "measures time and memory in a release build: growth/attacked"]
fn a_connection_of_the_first_review_is_measured() {
    use crate::mcp_lines as lines;
    type Row = (&'static str, usize, &'static str, fn(usize));
    let rows: [Row; 7] = [
        (
            "client: pages of 15 MB",
            20,
            "928 MB",
            lines::listed_by_large_pages,
        ),
        (
            "client: notices of unknown progress, 10 MB each",
            64,
            "634 MB",
            lines::called_after_large_progress,
        ),
        (
            "client: notices of unknown progress, 1 KB each",
            100_000,
            "10 MB",
            lines::called_after_progress,
        ),
        (
            "server: calls by lines, with invalid ones between",
            10_000,
            "1.1 s, 37 MB",
            lines::called_by_lines,
        ),
        (
            "server: reports of progress",
            100_000,
            "1.9 s",
            lines::reported,
        ),
        (
            "server: calls whose answers are not read, until it reads no more",
            100_000,
            "67 MB",
            |number| assert!(lines::not_read(number) < number),
        ),
        (
            "server: a line of so many KiB",
            100_000,
            "26 MB",
            lines::a_long_line,
        ),
    ];
    let wanted = std::env::var("TOOLCAST_ROW").unwrap_or_default();
    if wanted.is_empty() {
        part("MCP: wall-clock time, and the peak of the process with both sides");
    }
    for (i, (name, number, before, task)) in rows.into_iter().enumerate() {
        if wanted != i.to_string() {
            continue;
        }
        let start = Instant::now();
        task(number);
        let (time, peak) = (start.elapsed().as_secs_f64(), peak_of_process());
        println!("row: | {number} × {name} | - | {before} | {time:.1} s, {peak} MB | - |");
    }
}

#[test]
#[ignore = "measures time and memory of rustc: growth/attacked"]
fn libraries_of_the_first_review_are_measured() {
    part("libraries, checked by rustc: its time and the peak of its memory");
    let compiler = compiling::Compiler::new();
    for (name, number, before) in [
        ("tools", 1_000, "7.3 s, 467 MB"),
        ("fields", 1_000, "14.6 s, 559 MB"),
        ("words", 5_000, "8.2 s, 735 MB"),
        ("nested_types", 200, "8.6 s, 494 MB"),
        ("tagged_variants", 250, "5.1 s, 504 MB"),
        ("lines", 16_000, "0.6 s, 173 MB"),
        ("parameters", 400, "0.5 s, 179 MB"),
    ] {
        let (time, peak) = compiler.time_and_peak(name, number);
        let name = name.replace('_', " ");
        println!("row: | {number} {name} | - | {before} | {time:.1} s, {peak} MB | compiled |");
    }
}
