//! The mutants that each kind of code gets.

use super::{Changer, Names};
use quote::quote;

/// Returns the mutants' names without the file, and the code with the switches.
fn change(code: &str) -> (Vec<String>, String) {
    let mut file = syn::parse_file(code).expect("code");
    let mut names = Names::default();
    names.collect("a/b", &file);
    let mut mutants = Vec::new();
    Changer::change("a/b.rs".to_owned(), &mut file, &names, &mut mutants);
    let named = mutants.iter().map(|mutant| {
        let name = mutant.name();
        name.strip_prefix("a/b.rs ").expect("a file").to_owned()
    });
    (named.collect(), quote!(#file).to_string())
}

fn mistakes(code: &str) -> Vec<String> {
    change(code).0
}

#[test]
fn literals_and_operators_get_their_mutations() {
    assert_eq!(
        mistakes("fn f(n: i8) -> &'static str { if n == 7 { \"a\" } else { \"b\" } }"),
        [
            "f: `7` becomes `6`",
            "f: == becomes != in `n == 7`",
            "f: `\"a\"` becomes `\"a~\"`",
            "f: `\"b\"` becomes `\"b~\"`",
            "f: answers \"\"",
        ]
    );
}

#[test]
fn match_arms_get_their_mutations() {
    let mistakes = mistakes(
        "fn f(n: Option<u8>) { match n { Some(n) if n.is_power_of_two() => one(n), None => two(), _ => three() } }",
    );
    assert_eq!(
        mistakes,
        [
            "f: guard `n . is_power_of_two ()` is another",
            "f: no arm `Some (n) if n . is_power_of_two ()`",
            "f: arm `Some (n) if n . is_power_of_two ()` does what the next does",
            "f: no arm `None`",
            "f: arm `None` does what the next does",
            "f: answers ()",
        ]
    );
}

#[test]
fn an_arm_with_bound_names_is_not_copied() {
    let mistakes = mistakes("fn f(n: Is) { match n { Is::A => one(), Is::B(n) => two(n) } }");
    assert_eq!(mistakes, ["f: answers ()"]);
}

#[test]
fn an_arm_of_one_configuration_is_not_changed() {
    let (mistakes, code) = change(
        "fn f(n: u8) -> u8 { match n { 1 => one(), #[cfg(a)] _ => two(), #[cfg(not(a))] _ => three() } }",
    );
    assert!(mistakes.iter().all(|mistake| !mistake.contains("`_`")));
    assert!(code.contains("# [cfg (a)] _ => two ()"), "{code}");
}

#[test]
fn calls_and_variants_get_their_mutations() {
    let mistakes = mistakes("enum E { A, B } fn f(x: &mut X) { x.put(E::B); }");
    assert_eq!(
        mistakes,
        [
            "f: `E :: B` becomes `E :: A`",
            "f: no `x . put (E :: B)`",
            "f: answers ()"
        ]
    );
}

#[test]
fn constants_and_lists_get_their_mutations() {
    let (mistakes, code) = change(
        "const A: Rules = Rules { bits: X | Y, names: &[\"a\", \"b\"], ..NONE };
        static ALL: [Rules; 1] = [A];
        fn f() -> &'static Rules { &ALL[0] }",
    );
    assert_eq!(
        mistakes,
        [
            "A: no `Y` in `X | Y`",
            "A: no `X` in `X | Y`",
            "A: no entry `\"a\"`",
            "A: no entry `\"b\"`",
            "f: `0` becomes `1`",
        ]
    );
    // At run time, the static's value is built from the constant's companion function.
    assert!(code.contains("& (* __switched_ALL ())"), "{code}");
    assert!(code.contains("[(* __switched_A ())]"), "{code}");
}

#[test]
fn compile_time_code_gets_no_switch() {
    assert_eq!(
        mistakes(
            "enum E { A = 1 + 1 } type T = [u8; 1 + 1]; const fn f() -> [u8; 2] { const N: usize = 1; [N; 1 + 1] }"
        ),
        Vec::<String>::new()
    );
    assert_eq!(
        mistakes("#[cfg(test)] mod tests { fn f() { g(1) } }"),
        Vec::<String>::new()
    );
}
