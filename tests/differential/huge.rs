//! Types with a thousand fields or variants or with sixty levels. Both schemas must agree on each
//! value, and serde too.

use crate::page::agrees;
use crate::same_values;
use crate::specimens;
use crate::verdict::Judged;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toolcast::ToolSchema;
use toolcast_tests::zoo::Specimen;

const BEGIN: &str = "<!-- differential huge: begin -->\n";
const END: &str = "<!-- differential huge: end -->";
const HEAD: &str =
    "| type | values | serde reads | both accept | both refuse |\n|---|---|---|---|---|\n";

/// Few: one value has a thousand members.
const TAPES: u32 = 12;

static JUDGED: LazyLock<Judged> = LazyLock::new(|| Judged::of(&specimens::all(), TAPES));

/// A type that schemars describes too.
pub(crate) fn specimen<T>(name: &'static str, written: fn() -> Vec<Value>) -> Specimen
where
    T: ToolSchema + JsonSchema + Serialize + DeserializeOwned + PartialEq,
{
    Specimen {
        theirs: || Some(schema_for!(T).to_value()),
        ..Specimen::of::<T>(name, written)
    }
}

#[test]
fn serde_never_contradicts_our_schema() {
    toolcast_test_support::none(&JUDGED.faults);
    let heard = JUDGED.counts.iter();
    let silent: Vec<_> = heard
        .filter(|(_, count)| count.values < 20 || count.read == 0 || count.read == count.values)
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

/// Bytes and names are described alike by both.
#[test]
fn both_schemas_agree_on_every_value() {
    assert!(JUDGED.kinds.is_empty(), "{:#?}", JUDGED.kinds);
}

#[test]
fn the_page_is_current() {
    same_values();
    agrees(BEGIN, END, rows);
}

/// The figures of each type. Those of types that are not compiled stay as they are.
fn rows(old: &str) -> String {
    let mut rows: BTreeMap<&str, String> = old
        .lines()
        .filter_map(|line| Some((line.split('`').nth(1)?, format!("{line}\n"))))
        .collect();
    for (name, count) in &JUDGED.counts {
        let row = format!(
            "| `{name}` | {} | {} | {} | {} |\n",
            count.values, count.read, count.both_accept, count.both_refuse
        );
        rows.insert(name, row);
    }
    HEAD.to_owned() + &rows.into_values().collect::<String>()
}
