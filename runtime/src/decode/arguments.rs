//! The arguments of one call, scanned but not yet decoded.

mod parse;
mod read;

use std::sync::OnceLock;

use super::DecodeOptions;
use super::arena::Arena;
use super::errors::{ArgumentNotes, Coercion};
use super::explain::unwrapped;
use super::guided::Session;
use crate::dialect::Dialect;
use crate::json_index::{Node, TokenList};
use crate::schema::Schema;
use crate::shape::{RootForm, root_form};

/// The arguments of one call, scanned but not yet decoded.
#[derive(Debug)]
pub struct Arguments<'t> {
    text: &'t str,
    tape: TokenList,
    /// JSON texts inside strings, scanned on first access.
    arena: Arena<TokenList>,
    pub(super) options: DecodeOptions,
    /// A note if the arguments were unwrapped from a string or a code block.
    unwrapped: Option<&'static str>,
    /// True for the arguments of a call, false for structured output.
    is_call: bool,
    notes: OnceLock<ArgumentNotes>,
}

impl Arguments<'_> {
    /// The mistakes that were accepted, known after reading. At most a thousand, plus one if all
    /// arguments were unwrapped.
    pub fn coercions(&self) -> &[Coercion] {
        self.notes.get().map_or(&[], |notes| &notes.coercions)
    }

    /// The paths of unknown names in open objects, known after reading. At most a thousand.
    pub fn ignored(&self) -> &[String] {
        self.notes.get().map_or(&[], |notes| &notes.ignored)
    }

    pub(crate) fn notes(&self) -> ArgumentNotes {
        self.notes.get().cloned().unwrap_or_default()
    }

    pub(super) fn note(&self, mut coercions: Vec<Coercion>, ignored: Vec<String>) {
        if let Some(what) = self.unwrapped {
            let path = "$".to_owned();
            let correction = what.to_owned();
            coercions.insert(0, Coercion { path, correction });
        }
        // A second read yields the same notes; the first are kept.
        let _ = self.notes.set(ArgumentNotes { coercions, ignored });
    }

    pub(super) fn session<'de>(
        &'de self,
        dialect: &'de Dialect,
        schema: &'de Schema<'de>,
    ) -> Session<'de> {
        let DecodeOptions { limits, .. } = self.options;
        Session::new(dialect, &self.arena, limits, &self.tape).of_schema(schema)
    }

    pub(super) fn root(&self) -> Node<'_> {
        self.tape.root(self.text)
    }

    /// Returns the root's value, unwrapped from its object if the root form has one.
    pub(super) fn unwrapped(&self, schema: &Schema<'_>) -> Node<'_> {
        let root = self.root();
        match root_form(schema, false) {
            RootForm::Plain => root,
            RootForm::Under(name) => unwrapped(root, name).unwrap_or(root),
        }
    }
}
