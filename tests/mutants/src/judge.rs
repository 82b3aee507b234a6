//! The project's own tests, with a switch on.

use crate::change::Mutant;
use crate::copy::{Project, text};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Test binaries and what is run of them: what notices most comes first.
const STAGES: [(&str, &[&str]); 6] = [
    ("import", &["twins"]),
    ("it", &["laws"]),
    ("it", &[]),
    ("variants", &[]),
    ("import", &[]),
    ("foreign", &[]),
];

pub(crate) struct Judge {
    stages: Vec<Stage>,
    folder: PathBuf,
}

struct Stage {
    name: String,
    program: PathBuf,
    args: &'static [&'static str],
    /// What it takes with every switch off, and then some.
    limit: Duration,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A test failed.
    Noticed(String),
    /// Nothing came to an end.
    Endless(String),
    Survived,
}

impl Judge {
    /// Compiles the tests with all switches in, and runs them with none on.
    pub(crate) fn build(project: &Project) -> Result<Self, String> {
        let mut build = Command::new("cargo");
        build
            .args([
                "test",
                "--no-run",
                "--message-format=json-render-diagnostics",
                "-p",
                "toolcast-tests",
            ])
            .current_dir(&project.copy)
            .env("CARGO_TARGET_DIR", project.copy.join("../target"))
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            // `const_eval_select` is no stable function.
            .env("RUSTC_BOOTSTRAP", "1")
            .stderr(Stdio::inherit());
        for (name, _) in STAGES {
            build.args(["--test", name]);
        }
        let output = build.output().map_err(text)?;
        if !output.status.success() {
            return Err("the changed project does not compile".to_owned());
        }
        let messages = String::from_utf8_lossy(&output.stdout).into_owned();
        let find = |name: &str| {
            messages.lines().find_map(|line| {
                let message: Value = serde_json::from_str(line).ok()?;
                let is_it =
                    message["target"]["name"] == name && message["target"]["kind"][0] == "test";
                is_it
                    .then(|| message["executable"].as_str().map(PathBuf::from))
                    .flatten()
            })
        };
        let mut judge = Judge {
            stages: Vec::new(),
            folder: project.copy.join("tests"),
        };
        for (name, args) in STAGES {
            let program = find(name).ok_or(format!("no test binary {name}"))?;
            let name = [&[name], args].concat().join(" ");
            let mut stage = Stage {
                name,
                program,
                args,
                limit: Duration::from_secs(1200),
            };
            let start = Instant::now();
            if judge.run(&stage, 0)? != Some(true) {
                return Err(format!(
                    "`{}` fails with no mistake in the code",
                    stage.name
                ));
            }
            stage.limit = start.elapsed() * 5 + Duration::from_secs(20);
            eprintln!("{}: {:.1} s", stage.name, start.elapsed().as_secs_f64());
            judge.stages.push(stage);
        }
        Ok(judge)
    }

    pub(crate) fn try_one(&self, mutant: &Mutant) -> Outcome {
        for stage in &self.stages {
            let outcome = match self.run(stage, mutant.number) {
                Ok(Some(true)) => continue,
                Ok(Some(false)) | Err(_) => Outcome::Noticed(stage.name.clone()),
                Ok(None) => Outcome::Endless(stage.name.clone()),
            };
            eprintln!("{:>5} {mutant}: {outcome:?}", mutant.number);
            return outcome;
        }
        eprintln!("{:>5} {mutant}: SURVIVED", mutant.number);
        Outcome::Survived
    }

    /// Whether the tests pass; `None` if they don't end.
    fn run(&self, stage: &Stage, number: u32) -> Result<Option<bool>, String> {
        let mut child = Command::new(&stage.program)
            .args(stage.args)
            .current_dir(&self.folder)
            .env("TOOLCAST_MUTANT", number.to_string())
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(text)?;
        let end = Instant::now() + stage.limit;
        while Instant::now() < end {
            if let Some(status) = child.try_wait().map_err(text)? {
                return Ok(Some(status.success()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        stop(&mut child)?;
        Ok(None)
    }
}

fn stop(child: &mut Child) -> Result<(), String> {
    child.kill().map_err(text)?;
    child.wait().map_err(text)?;
    Ok(())
}
