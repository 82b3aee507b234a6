//! Tables for what is read from the user's text.

mod doc;
mod literal;
mod pattern;
