//! Cached facts about the tests of a binary. They are valid as long as the binary is the same file.

use super::{Binary, Test};
use crate::copy::{Project, text};
use crate::oracle::Oracle;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

pub(super) struct Known {
    path: PathBuf,
    /// The binary's path and modification time, and the number of mutants in it.
    of: Value,
}

impl Known {
    pub(super) fn of(
        project: &Project,
        binary: &Binary,
        mutants: usize,
        short: bool,
    ) -> Result<Self, String> {
        let made = fs::metadata(&binary.program)
            .and_then(|data| data.modified())
            .map_err(text)?;
        let made = made.duration_since(UNIX_EPOCH).map_err(text)?.as_nanos();
        Ok(Known {
            path: project.copy.join(format!(
                "../{}{}.json",
                binary.name,
                if short { ".short" } else { "" }
            )),
            of: json!([binary.program, made.to_string(), mutants]),
        })
    }

    pub(super) fn read(&self, binary: usize) -> Option<Vec<Test>> {
        let file: Value = serde_json::from_str(&fs::read_to_string(&self.path).ok()?).ok()?;
        if file["of"] != self.of {
            return None;
        }
        let micros = |value: &Value| value.as_u64().map(Duration::from_micros);
        let test = |test: &Value| {
            Some(Test {
                binary,
                name: test["name"].as_str()?.to_owned(),
                oracle: Oracle::Twin,
                time: micros(&test["time"])?,
                few: micros(&test["few"]),
                wants_all: test["wants_all"].as_bool()?,
                asks: (test["asks"].as_str()?.bytes())
                    .map(|asks| asks == b'1')
                    .collect(),
            })
        };
        file["tests"].as_array()?.iter().map(test).collect()
    }

    pub(super) fn write(&self, tests: &[Test]) -> Result<(), String> {
        let micros = |time: Duration| u64::try_from(time.as_micros()).ok();
        let tests: Vec<Value> = tests
            .iter()
            .map(|test| {
                let asks = test.asks.iter().map(|asks| if *asks { '1' } else { '0' });
                json!({
                    "name": test.name,
                    "time": micros(test.time),
                    "few": test.few.and_then(micros),
                    "wants_all": test.wants_all,
                    "asks": asks.collect::<String>(),
                })
            })
            .collect();
        let file = json!({ "of": self.of, "tests": tests });
        fs::write(&self.path, file.to_string()).map_err(text)
    }
}
