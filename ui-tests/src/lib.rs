//! Code that must not compile, with the messages of rustc: see `tests/ui.rs`.
