//! Each file in `fail/` has mistakes of one topic, each in a module named after it. The `.stderr`
//! file next to it is the output of rustc. Mistakes that rustc reports in different passes are in
//! different files, because an error of one pass hides those of the next. Each file in `pass/` has
//! unusual syntax.
//!
//! After a change of a message: `TRYBUILD=overwrite cargo test -p toolcast-ui-tests`, then review
//! the difference.

#[test]
#[cfg_attr(
    not(blessed),
    ignore = "needs rustc 1.95: the `.stderr` files have its messages"
)]
fn mistakes_have_their_messages() {
    assert!(
        std::env::var_os("TOOLCAST_PROVIDERS").is_none(),
        "`TOOLCAST_PROVIDERS` narrows the build, so refusals that these tests expect would be absent: unset it"
    );
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/fail/*.rs");
    cases.compile_fail("tests/fail/*/*.rs");
}

#[test]
fn programs_with_odd_syntax_compile() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/pass/*.rs");
}
