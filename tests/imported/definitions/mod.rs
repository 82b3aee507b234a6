//! Third-party tool definitions: read in any shape, one by one, and rendered like compiled tools.
//!
//! - `twins`: a compiled tool's canonical schema in each envelope gives the texts of the compiled
//!   tool, for every provider;
//! - `shapes`: detection of the shape, places of definitions, members that are retained, and
//!   invalid definitions;
//! - `sources`: many of them in one set: a bad one does not affect the others, names are
//!   distinguished and rewritten, calls find their tool;
//! - `corpus`: real servers as sources, each text before each provider's judge;
//! - `first_request`: the bytes of a request with all tools of the corpus;
//! - `reread`: our own texts, read and written once more, are the same;
//! - `spellings`: namespaces, MCP in snake case, examples of arguments;
//! - `hostile`: definitions built to do harm;
//! - `bounded`: definitions with a part that is copied for many others;
//! - `losses`: each keyword of a real tool is in the text, or an entry names it;
//! - `random`: the same for random schemas, by a validator;
//! - `drafts`: lists of items, siblings of references and unevaluated names, by the draft;
//! - `values`: `enum` and `const` beside other keywords, and places in merged schemas.

mod bounded;
mod corpus;
mod drafts;
mod first_request;
mod hostile;
mod losses;
pub(crate) mod random;
mod reread;
mod shapes;
mod sources;
mod spellings;
mod twins;
mod values;
