//! Schemas that are read at run time: the same texts as compiled tools have, true to the original, whatever others wrote.
//!
//! - `twins`: the canonical text of each compiled tool, read again, gives the same texts for every provider;
//! - `keywords`: what becomes of each keyword;
//! - `calls`: tools from raw schemas, called;
//! - `corpus`: real tools of MCP servers, each text before each provider's judge;
//! - `kept`: the arguments of these tools, what fits and what does not;
//! - `sent`: what such a tool receives is what was sent, or the call is a fault;
//! - `nested`: maps and lists in unions within unions;
//! - `tuples`: lists of a fixed length;
//! - `hostile`: schemas made to do harm.

mod calls;
mod corpus;
mod hostile;
mod kept;
mod keywords;
mod nested;
mod sent;
mod tuples;
mod twins;
