//! Schemas of others, counted: read, rendered for each provider, called with values that fit and with others.

pub mod maker;
pub mod measure;
pub mod names;
pub mod sources;
pub mod table;
