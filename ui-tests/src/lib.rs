//! What must not compile, and how it says so: see `tests/ui.rs`.
