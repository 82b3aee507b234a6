//! Tables of inputs and results for the parsers of the user's text.

mod doc;
mod literal;
