//! The tables: milliseconds for each tool, and the ratio to the peers.

use crate::cli::{Options, Size};
use crate::clock;
use crate::grid::{NAMED_TOOLS, PARAMS, TOOLS, named};
use crate::markdown::Table;
use crate::sample::Samples;
use crate::source::{Case, Kind};
use crate::workspace::{Mode, Workspace};

/// The versions of the compiler and the crates, and the options.
pub(crate) fn heading(options: &Options, space: &Workspace) -> Result<String, String> {
    let rustc = clock::run(std::process::Command::new("rustc").arg("--version"))?;
    let rustc: Vec<&str> = rustc.split_whitespace().take(2).collect();
    let version = |name| space.version(name).unwrap_or_else(|| "?".to_owned());
    Ok(format!(
        "{} with toolcast {}, serde {}, schemars {}; medians of {} rounds, {}, one job at a time.\n",
        rustc.join(" "),
        version("toolcast"),
        version("serde"),
        version("schemars"),
        options.runs,
        clock::name(),
    ))
}

pub(crate) fn compile_time(samples: &Samples, options: &Options) -> Vec<String> {
    let mut parts = vec![
        "### `cargo check`, ms a tool\n".to_owned(),
        by_kind(samples, Mode::Check),
        "### `cargo build --release`, ms a tool\n".to_owned(),
        by_kind(samples, Mode::Release),
        "### Parts of a tool of 8 parameters in a release build, 100 tools\n".to_owned(),
        made_of(samples),
    ];
    if options.size != Size::Quick {
        parts.push("### Growth of `#[tool]`\n".to_owned());
        parts.push(growth(samples));
    }
    parts
}

/// A row a crate size, a column a kind, and what `#[tool]` is beside the peers.
fn by_kind(samples: &Samples, mode: Mode) -> String {
    let mut heads: Vec<String> = vec!["tools × parameters".to_owned()];
    heads.extend(Kind::ALL.map(|kind| kind.title().to_owned()));
    heads.push("`#[tool]` : `Deserialize`".to_owned());
    heads.push("`#[tool]` : `JsonSchema`".to_owned());
    let mut table = Table::new(heads);
    for tools in TOOLS {
        for params in PARAMS {
            let of = |kind| samples.median(Case::new(kind, tools, params), mode);
            let all = Kind::ALL.map(of);
            if all.iter().all(Option::is_none) {
                continue;
            }
            let mut row = vec![format!("{tools} × {params}")];
            row.extend(all.map(ms));
            row.push(ratio(of(Kind::Tool), of(Kind::Serde)));
            row.push(ratio(of(Kind::Tool), of(Kind::Schemars)));
            table.row(row);
        }
    }
    table.text()
}

/// The cost that each part of a tool adds to the one before it, and the ratio of the sum to the
/// schema of schemars. Which parts belong to "all seventeen variants" is left to the reader.
fn made_of(samples: &Samples) -> String {
    let of = |kind| samples.median(Case::new(kind, 100, 8), Mode::Release);
    let less = |a: Option<f64>, b: Option<f64>| Some(a? - b?);
    let peer = of(Kind::Schemars);
    let mut table = Table::new(
        [
            "part",
            "ms",
            ": `JsonSchema`",
            "up to here, ms",
            ": `JsonSchema`",
        ]
        .map(str::to_owned)
        .to_vec(),
    );
    let mut before = Some(0.0);
    for (part, kind) in [
        ("the function itself", Kind::Plain),
        ("tree and checks", Kind::Tree),
        ("17 texts", Kind::Texts),
        ("decoding and calling", Kind::Tool),
    ] {
        let all = of(kind);
        let own = less(all, before);
        before = all;
        table.row(vec![
            part.to_owned(),
            ms(own),
            ratio(own, peer),
            ms(all),
            ratio(all, peer),
        ]);
    }
    table.text()
}

/// Shows whether the time grows linearly: the cost of one more tool, parameter or type, for few and
/// for many.
fn growth(samples: &Samples) -> String {
    let mut table = Table::new(
        ["what one more costs", "few", "many", "many : few"]
            .map(str::to_owned)
            .to_vec(),
    );
    let mut add = |what: String, few: Option<f64>, many: Option<f64>| {
        table.row(vec![what, ms(few), ms(many), ratio(many, few)]);
    };
    for (mode, name) in [(Mode::Check, "check"), (Mode::Release, "release")] {
        let of = |tools, params| samples.median(Case::new(Kind::Tool, tools, params), mode);
        add(
            format!("tool of 8 parameters, {name}: 100, 400"),
            of(100, 8),
            of(400, 8),
        );
        add(
            format!("parameter, {name}: from 2 to 8, from 8 to 32"),
            slope(of(100, 2), of(100, 8), 6.0),
            slope(of(100, 8), of(100, 32), 24.0),
        );
    }
    let of = |params| samples.median(named(params), Mode::Check);
    add(
        format!(
            "parameter with a type of its own, {NAMED_TOOLS} tools, check: from 2 to 8, from 8 to 32"
        ),
        slope(of(2), of(8), 6.0),
        slope(of(8), of(32), 24.0),
    );
    table.text()
}

fn slope(few: Option<f64>, many: Option<f64>, steps: f64) -> Option<f64> {
    Some((many? - few?) / steps)
}

pub(crate) fn ms(value: Option<f64>) -> String {
    value.map_or_else(|| "·".to_owned(), |ms| format!("{ms:.2}"))
}

pub(crate) fn ratio(a: Option<f64>, b: Option<f64>) -> String {
    match (a, b) {
        (Some(a), Some(b)) if b > 0.0 => format!("{:.2}", a / b),
        _ => "·".to_owned(),
    }
}
