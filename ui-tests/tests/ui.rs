//! Each file in `fail/` holds one mistake and says it by its name; the `.stderr` beside it is what rustc prints, read and found good. Each file in `pass/`
//! holds syntax that is odd and right.
//!
//! After a change of a message: `TRYBUILD=overwrite cargo test -p toolcast-ui-tests`, then read the difference.

use std::process::Command;

/// The rustc whose words stand in the `.stderr` files. To move on: change this, overwrite, read the difference.
const BLESSED: &str = "1.95";

#[test]
fn mistakes_have_their_messages() {
    check_surroundings();
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/fail/*.rs");
    cases.compile_fail("tests/fail/*/*.rs");
}

#[test]
fn odd_syntax_compiles() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/pass/*.rs");
}

/// Fails where the messages can't be the same: skipping would look like passing.
fn check_surroundings() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(&rustc)
        .arg("--version")
        .output()
        .unwrap_or_else(|error| panic!("`{rustc} --version` can't be run: {error}"));
    let version = String::from_utf8_lossy(&output.stdout);
    let number = version.split_whitespace().nth(1).unwrap_or("");
    assert!(
        number.starts_with(&format!("{BLESSED}.")),
        "the `.stderr` files are those of rustc {BLESSED}, and this is {}: run `cargo +{BLESSED} test -p toolcast-ui-tests`, or set `BLESSED` in \
         `tests/ui.rs` to this version, run with `TRYBUILD=overwrite` and read the difference",
        version.trim()
    );
    assert!(
        std::env::var_os("TOOLCAST_PROVIDERS").is_none(),
        "`TOOLCAST_PROVIDERS` narrows the build, so refusals that these tests expect would not come: unset it"
    );
}
