//! Schemas and tools of others, read at run time.
//!
//! - `schemas`: raw schemas, keyword by keyword, and tools made of them;
//! - `definitions`: tools in any provider's shape, one by one and many in a set;
//! - `measured`: foreign schemas counted, the official test suite, arguments against the schema as it was written.

mod definitions;
mod measured;
mod schemas;
