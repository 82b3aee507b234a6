//! Schemas that are read at run time: the same texts as compiled tools have, and true to the
//! original.
//!
//! - `twins`: the canonical text of each compiled tool, read again, gives the same texts for every
//!   provider;
//! - `keywords`: the result for each keyword;
//! - `calls`: tools from raw schemas, called;
//! - `corpus`: real tools of MCP servers, each text before each provider's judge;
//! - `arguments`: valid and invalid arguments of these tools;
//! - `no_silent_change`: such a tool receives exactly the arguments that were sent, or the call is
//!   a fault;
//! - `inexact`: keywords that the tree can't express exactly;
//! - `nested`: maps and lists in unions within unions;
//! - `tuples`: lists of a fixed length;
//! - `unknown_names`: names that an object accepts and doesn't list;
//! - `references`: references by addresses, anchors and pointers;
//! - `beside`: keywords in unusual spellings, and keywords whose effect depends on others;
//! - `hostile`: schemas built to do harm.

mod arguments;
mod beside;
mod calls;
mod corpus;
mod hostile;
mod inexact;
mod keywords;
mod nested;
mod no_silent_change;
mod references;
mod tuples;
mod twins;
mod unique;
mod unknown_names;
