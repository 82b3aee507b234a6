#![allow(unused_variables)]

use toolcast::tool;

/// Sucht.
#[tool]
fn prüfe(wort: &str) {}

fn main() {}
