//! Snapshots of every type of the zoo: its canonical text, how each other dialect differs, the
//! report of a tool with it, and the compiler's messages if it is rejected. They are in
//! `expected/zoo/SECTION/MODULE.txt`. `UPDATE=1` rewrites them; review the diff like code.
//!
//! Types in which two rules meet (`pairs`) have neither differences nor reports here. The laws and
//! the judges cover all types in every dialect, with their values.
//!
//! The differences determine the text: two dialects with the same lines have the same text, except
//! for the order of members. `!` is strict mode, and `…` in a new text is the old one.
//!
//! Usual properties of a dialect have no line, and `Described` has no reason if it is that there is
//! no keyword. A strict mode closes every object; Gemini, Mistral,
//! Groq, Ollama and `portable` close none. A tool is in strict mode for OpenAI, and for Anthropic
//! if it asks for it. A lossless tool has a text for each provider whose report of the same tool
//! has no loss; that is compared and has no lines.
//!
//! Everything is rendered at run time, by the functions that the compiler runs for tools.

mod changes;
mod file;
mod rewrites;
mod sections;

use toolcast_tests::zoo;

/// The types of the zoo, by module.
fn modules() -> Vec<(&'static str, Vec<zoo::Specimen>)> {
    let mut modules: Vec<(&str, Vec<zoo::Specimen>)> = Vec::new();
    for specimen in zoo::all() {
        let module = specimen.name.split("::").next().unwrap_or_default();
        match modules.iter_mut().find(|(name, _)| *name == module) {
            Some((_, specimens)) => specimens.push(specimen),
            None => modules.push((module, vec![specimen])),
        }
    }
    modules
}

#[test]
fn the_texts_of_the_zoo_are_those_of_the_snapshots() {
    file::compare("texts", modules(), sections::texts);
}

#[test]
fn the_reports_about_the_zoo_are_those_of_the_snapshots() {
    file::compare("reports", modules(), sections::reports);
}

#[test]
fn the_refusals_of_tools_of_the_zoo_are_those_of_the_snapshots() {
    file::compare("refusals", modules(), sections::refusals);
}

/// Each file belongs to a module that still exists, and all of them are short enough to be read.
#[test]
fn no_file_is_left_over_and_all_have_less_than_500_000_bytes() {
    let known = modules();
    let mut bytes = 0;
    for folder in ["texts", "reports", "refusals"] {
        for file in std::fs::read_dir(file::folder(folder)).expect("the expected texts") {
            let file = file.expect("a file");
            bytes += file.metadata().expect("its size").len();
            let name = file.file_name();
            let name = name.to_string_lossy();
            let module = name.strip_suffix(".txt").unwrap_or_default();
            assert!(
                known.iter().any(|(known, _)| *known == module),
                "{folder}/{name} belongs to no module"
            );
        }
    }
    assert!(bytes < 500_000, "{bytes} bytes");
}
