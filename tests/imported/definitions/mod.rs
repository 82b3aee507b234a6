//! Tools that others defined: read in any shape, one by one, and rendered as compiled tools are.
//!
//! - `twins`: a compiled tool's canonical schema in each envelope gives the texts of the compiled tool, for every provider;
//! - `shapes`: what is known by its shape, where definitions may stand, what is kept beside them, and what can't be read;
//! - `sources`: many of them in one set: one that is bad costs no other, names are told apart and rewritten, calls find their tool;
//! - `corpus`: real servers as sources, each text before each provider's judge;
//! - `again`: our own texts, read and written once more, are the same;
//! - `spellings`: namespaces, MCP in snake case, examples of arguments;
//! - `hostile`: definitions made to do harm.

mod again;
mod corpus;
mod hostile;
mod shapes;
mod sources;
mod spellings;
mod twins;
