//! The agent example: a whole conversation with each provider's API, on the local machine only.

#![cfg(feature = "call")]

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

use support::{program, stderr, stdout};
use toolcast::Provider;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| program("agent"));

fn run(args: &[&str]) -> Output {
    Command::new(&*PROGRAM)
        .args(args)
        .output()
        .expect("the example runs")
}

#[test]
fn each_conversation_ends_as_expected() {
    for &provider in Provider::ALL {
        let output = run(&["--provider", provider.name()]);
        if provider == Provider::JsonSchema {
            assert_eq!(output.status.code(), Some(2));
            assert!(stderr(&output).contains("no model answers behind"));
            continue;
        }
        assert_eq!(
            output.status.code(),
            Some(0),
            "{provider}: {}",
            stderr(&output)
        );
        let text = stdout(&output);
        // Both directions of the traffic are printed, and the outcome.
        assert!(text.contains("--> http://127.0.0.1:"), "{provider}");
        assert!(text.contains("<-- 200 OK"), "{provider}");
        assert!(
            text.contains("got the string"),
            "{provider}: the bad argument was not rejected"
        );
        assert!(text.contains("In the end: "), "{provider}");
    }
}

#[test]
fn wrong_command_line_is_reported() {
    for (args, words) in [
        (&[][..], "`--provider NAME` is missing"),
        (&["--provider"], "needs a name"),
        (&["--provider", "nobody"], "unknown provider"),
        (&["--fast"], "unknown argument `--fast`"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            stderr(&output).contains(words),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(stdout(&output).is_empty());
    }
}
