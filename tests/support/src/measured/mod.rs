//! Statistics on third-party schemas: read, rendered for each provider, called with valid and
//! invalid values.

pub mod maker;
pub mod measure;
pub mod names;
pub mod sources;
pub mod table;
