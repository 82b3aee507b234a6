//! The cost of a tool at compile time: counts the instructions of rustc in `cargo check` and
//! compares them with `growth/compiling.json`. `UPDATE=1` writes the counts.

use crate::growth::{assert_linear, is_linear};
use crate::instructions::{counted, is_full, under_valgrind};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The difference that a change may make, in percent of what the tools cost.
const MOST: f64 = 5.0;

/// The difference from the state of the first review that all changes together may make, in
/// percent.
const MOST_IN_ALL: f64 = 2.0;

const ORDER: &str = "
use toolcast::{ToolSchema, tool};

/// The order of the results.
#[derive(serde::Deserialize, ToolSchema)]
pub enum Order {
    /// Best first
    Best,
    /// Newest first
    Newest,
}
";

/// A library of so many tools, each of eight parameters.
fn library(tools: usize) -> String {
    let mut out = ORDER.to_owned();
    for i in 0..tools {
        let _ = write!(
            out,
            "
/// Searches collection {i}.
///
/// # Arguments
///
/// * `query` - what to look for
/// * `limit` - how many results to return
#[tool]
pub fn search_{i}(
    #[tool(length(1..=100))] query: String,
    #[tool(range(1..=50))] limit: Option<u32>,
    order: Order,
    labels: Vec<String>,
    exact: bool,
    since: i64,
    score: f64,
    owner: Option<String>,
) -> String {{
    let newest = matches!(order, Order::Newest);
    format!(\"{{query}} {{limit:?}} {{newest}} {{labels:?}} {{exact}} {{since}} {{score}} {{owner:?}}\")
}}
"
        );
    }
    out
}

/// The metadata of the packages that the library uses, as `cargo check` makes it.
fn dependencies() -> (PathBuf, PathBuf) {
    let out = Command::new(env!("CARGO"))
        .args([
            "check",
            "--locked",
            "--package",
            "toolcast",
            "--message-format",
            "json",
        ])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo can be run");
    let stderr = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{stderr}");
    let messages: Vec<Value> = String::from_utf8_lossy(&out.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let find = |name: &str| {
        let made = messages.iter().find(|it| {
            it["reason"] == "compiler-artifact"
                && it["target"]["name"] == name
                && it["target"]["kind"] == json!(["lib"])
        });
        let files = made.and_then(|made| made["filenames"].as_array());
        let files = files.into_iter().flatten().filter_map(Value::as_str);
        let mut files = files.map(PathBuf::from);
        files
            .find(|file| file.extension().is_some_and(|it| it == "rmeta"))
            .unwrap_or_else(|| panic!("no metadata of {name}: {stderr}"))
    };
    (find("toolcast"), find("serde"))
}

/// The compiler itself: what rustup puts on the path starts it as another program.
fn rustc() -> PathBuf {
    let out = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = String::from_utf8(out.expect("rustc starts").stdout).expect("a path");
    Path::new(sysroot.trim()).join("bin/rustc")
}

/// The compiler, and the metadata of the packages that a library uses.
pub(crate) struct Compiler {
    rustc: PathBuf,
    toolcast: PathBuf,
    serde: PathBuf,
}

impl Compiler {
    pub(crate) fn new() -> Self {
        let (toolcast, serde) = dependencies();
        Compiler {
            rustc: rustc(),
            toolcast,
            serde,
        }
    }

    /// The instructions of rustc at a library. `name` is that of its file.
    fn instructions(&self, name: &str, library: &str) -> u64 {
        let mut command = under_valgrind(&self.rustc);
        self.add_arguments(&mut command, name, library);
        counted(&mut command)
    }

    /// The CPU seconds of rustc at one of the growing libraries, and its peak in MB, by GNU `time`.
    pub(crate) fn time_and_peak(&self, name: &str, size: usize) -> (f64, u64) {
        let found = GROWING.iter().find(|(one, ..)| *one == name);
        let (_, library, _) = found.expect("a library");
        let mut command = Command::new("/usr/bin/time");
        command.args(["-f", "%U %M"]).arg(&self.rustc);
        self.add_arguments(&mut command, &format!("{name}_{size}"), &library(size));
        let out = command.output().expect("GNU time");
        let stderr = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{name}: {stderr}");
        let figures = stderr.lines().last().and_then(|line| line.split_once(' '));
        let (seconds, kib) = figures.expect("two figures");
        let kib: u64 = kib.parse().expect("KiB");
        (seconds.parse().expect("seconds"), kib * 1024 / 1_000_000)
    }

    fn add_arguments(&self, command: &mut Command, name: &str, library: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiling");
        std::fs::create_dir_all(&folder).unwrap();
        let source = folder.join(format!("{name}.rs"));
        std::fs::write(&source, library).unwrap();
        let dependencies = self.toolcast.parent().unwrap().display();
        command
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata"])
            .arg("--out-dir")
            .arg(&folder)
            .args(["-L", &format!("dependency={dependencies}")])
            .args(["--extern", &format!("toolcast={}", self.toolcast.display())])
            .args(["--extern", &format!("serde={}", self.serde.display())])
            .arg(source)
            .env_remove("TOOLCAST_PROVIDERS");
    }
}

/// The libraries that are counted. The first has no tools: its count depends on the number of files
/// beside the dependencies, so the others are compared by what they add to it.
const LIBRARIES: [(&str, usize); 3] = [("0 tools", 0), ("1 tool", 1), ("20 tools", 20)];

#[test]
#[cfg_attr(
    not(all(has_valgrind, has_rustc)),
    ignore = "needs valgrind, and the rustc that `growth/compiling.json` names"
)]
fn a_tool_costs_the_compiler_what_it_did() {
    let compiler = Compiler::new();
    let of = |tools| compiler.instructions(&format!("of_{tools}"), &library(tools));
    // The smallest of three counts, because a few percent of a small library's vary by run.
    let least = |tools| (0..3).map(|_| of(tools)).min().unwrap_or_default();
    let is_all = is_full() || std::env::var_os("UPDATE").is_some();
    let now: [Option<u64>; 3] = std::thread::scope(|scope| {
        let small = scope.spawn(|| {
            if is_all {
                (least(0), Some(least(1)))
            } else {
                // Its few percent are little beside twenty tools.
                (of(0), None)
            }
        });
        let large = of(20);
        let (none, one) = small.join().unwrap();
        [Some(none), one, Some(large)]
    });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/growth/compiling.json");
    let mut stored: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    if std::env::var_os("UPDATE").is_some() {
        for ((name, _), now) in LIBRARIES.into_iter().zip(now) {
            stored[name] = now.into();
        }
        std::fs::write(path, format!("{stored:#}\n")).unwrap();
    }
    let of_stored = |name: &str| stored[name].as_u64().unwrap();
    let none = of_stored("0 tools");
    let without = now[0].expect("counted at each level");
    for ((name, _), now) in LIBRARIES.into_iter().zip(now).skip(1) {
        let Some(now) = now else {
            println!("{name}: counted by `./check full`");
            continue;
        };
        let first = stored["more than without tools at 61704b8"][name].as_u64();
        let counts = [of_stored(name) - none, now - without, first.unwrap()];
        #[allow(clippy::cast_precision_loss)] // Far from 2^53.
        let [then, now, first] = counts.map(|it| it as f64);
        let percent = 100.0 * (now / then - 1.0);
        let since_first = 100.0 * (now / first - 1.0);
        println!(
            "{name}: {now} instructions more than without tools, {percent:+.1} %, {since_first:+.1} % in all"
        );
        assert!(
            since_first <= MOST_IN_ALL,
            "{name}: {now} instead of {first}, {since_first:+.1} %"
        );
        assert!(
            percent.abs() <= MOST,
            "{name}: {now} instructions of rustc instead of {then}, {percent:+.1} %; if that is intended, `UPDATE=1` writes it"
        );
    }
}

/// A declaration `n` times, with `{i}` for its number.
fn repeated(n: usize, one: &str) -> String {
    (0..n).map(|i| one.replace("{i}", &i.to_string())).collect()
}

/// A type with a body, and a tool that takes it, so that its schema is computed.
fn tool_of(derived: &str, keyword: &str, body: &str) -> String {
    format!(
        "#[derive(serde::Deserialize, toolcast::ToolSchema)]
{derived}
#[allow(dead_code)]
pub {keyword} Own {{ {body} }}
#[toolcast::tool]
/// A tool.
pub fn tool(own: Own) {{ let _ = own; }}
"
    )
}

fn fields(n: usize) -> String {
    let fields = repeated(n, "/// Field number {i}.\npub f{i}: Option<u8>,\n");
    tool_of("", "struct", &fields)
}

fn words(n: usize) -> String {
    tool_of("", "enum", &repeated(n, "/// Word number {i}.\nW{i},\n"))
}

fn tagged_variants(n: usize) -> String {
    let variants = repeated(n, "/// Variant {i}.\nV{i} { a: u8 },\n");
    tool_of("#[serde(tag = \"kind\")]", "enum", &variants)
}

fn nested_types(n: usize) -> String {
    let one = "#[derive(serde::Deserialize, toolcast::ToolSchema)]
pub struct N{i} { pub a: u8 }\n";
    let fields = repeated(n, "pub f{i}: N{i},\n");
    repeated(n, one) + &tool_of("", "struct", &fields)
}

fn lines_of_documentation(n: usize) -> String {
    let lines = repeated(
        n,
        "/// Line number {i} of the documentation, with many words.\n",
    );
    tool_of("", "struct", &format!("{lines}pub a: u8"))
}

fn parameters(n: usize) -> String {
    let parameters = repeated(n, "/// Parameter {i}.\np{i}: Option<u8>,\n");
    let used = repeated(n, "let _ = p{i};\n");
    format!("#[toolcast::tool]\n/// A tool.\npub fn tool({parameters}) {{ {used} }}\n")
}

/// The control: as many functions as each has lines.
fn square(n: usize) -> String {
    let lines = repeated(n, "let _ = {i};\n");
    repeated(n, &format!("pub fn f{{i}}() {{ {lines} }}\n"))
}

type Library = fn(usize) -> String;

/// Libraries of growing size. The texts fit the buffer: longer ones are written twice.
const GROWING: [(&str, Library, [usize; 3]); 7] = [
    ("words", words, [25, 50, 100]),
    ("fields", fields, [15, 30, 60]),
    ("tagged_variants", tagged_variants, [10, 20, 40]),
    ("nested_types", nested_types, [15, 30, 60]),
    ("lines", lines_of_documentation, [200, 400, 800]),
    ("parameters", parameters, [20, 40, 60]),
    ("tools", library, [10, 20, 40]),
];

#[test]
#[ignore = "takes minutes: `./check full` runs it"]
fn rustc_runs_instructions_in_proportion_to_a_library() {
    let compiler = Compiler::new();
    let of = |name: &str, n: usize, library: Library| {
        let count = compiler.instructions(&format!("{name}_{n}"), &library(n));
        (n, count)
    };
    let squares = [20, 40, 80].map(|n| of("square", n, square));
    assert!(!is_linear(squares), "{squares:?}");
    for (name, library, sizes) in GROWING {
        // The slopes don't depend on the work for an empty library.
        let work = sizes.map(|n| of(name, n, library));
        assert_linear(&format!("{name}, instructions of rustc"), work);
    }
}
