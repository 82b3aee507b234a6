//! Cost of editing one doc comment, in an incremental check.

use crate::markdown::Table;
use crate::sample::median;
use crate::source::{Case, Kind};
use crate::tables::{ms, ratio};
use crate::workspace::{Mode, Workspace};

const TOOLS: usize = 100;
const PARAMS: usize = 8;
/// The module that is edited, one in the middle.
const MODULE: usize = 5;
const KINDS: [Kind; 4] = [Kind::Serde, Kind::Schemars, Kind::Derive, Kind::Tool];

pub(crate) fn cases() -> Vec<Case> {
    KINDS.map(|kind| Case::new(kind, TOOLS, PARAMS)).to_vec()
}

/// One round: a check after nothing changed but a file's time, then one after the edit.
pub(crate) fn table(space: &Workspace, runs: usize) -> Result<String, String> {
    eprintln!("edits ...");
    let cases = cases();
    for case in &cases {
        space.compile(*case, Mode::Check, true)?;
    }
    let mut untouched = vec![Vec::new(); cases.len()];
    let mut edited = vec![Vec::new(); cases.len()];
    for round in 0..runs {
        for (i, case) in cases.iter().enumerate() {
            untouched[i].push(space.compile(*case, Mode::Check, true)?);
            let text = edit(&case.module(MODULE), round);
            space.write_module(*case, MODULE, &text)?;
            edited[i].push(space.compile(*case, Mode::Check, true)?);
        }
    }
    let mut table = Table::new(
        [
            "kind",
            "nothing changed",
            "one doc comment changed",
            "difference",
            "beside `#[tool]`",
        ]
        .map(str::to_owned)
        .to_vec(),
    );
    let difference = |i: usize| {
        let pairs = edited[i].iter().zip(&untouched[i]);
        let differences: Vec<f64> = pairs
            .map(|(edited, untouched)| edited - untouched)
            .collect();
        median(&differences)
    };
    let tool = difference(KINDS.len() - 1);
    for (i, case) in cases.iter().enumerate() {
        table.row(vec![
            case.kind.title().to_owned(),
            ms(median(&untouched[i])),
            ms(median(&edited[i])),
            ms(difference(i)),
            ratio(difference(i), tool),
        ]);
    }
    Ok(format!(
        "### An edit of one parameter's doc comment, {TOOLS} tools of {PARAMS} parameters, incremental `cargo check`, ms\n\n{}",
        table.text()
    ))
}

/// The module with another doc comment on one parameter in its middle. Its length depends on the
/// round.
fn edit(module: &str, round: usize) -> String {
    let which = format!("number 3 of collection {MODULE}5.");
    let words = [
        "edited",
        "edited again",
        "for once left short",
        "now with some more words",
    ];
    module.replace(
        &which,
        &format!("{} in round {round}.", words[round % words.len()]),
    )
}

#[cfg(test)]
mod tests {
    use super::{MODULE, cases, edit};

    #[test]
    fn each_edit_changes_one_line() {
        for case in cases() {
            let old = case.module(MODULE);
            for round in 0..5 {
                let new = edit(&old, round);
                let changed = old.lines().zip(new.lines()).filter(|(a, b)| a != b).count();
                assert_eq!(changed, 1, "{}", case.package());
            }
        }
    }
}
