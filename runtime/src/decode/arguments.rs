//! The arguments of one call, or structured output: scanned, then decoded.

mod parse;

use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;
#[cfg(feature = "import")]
use serde_json::Value;

use super::DecodeOptions;
use super::arena::Arena;
use super::errors::{ArgumentErrors, ArgumentNotes, Coercion};
use super::explain::{Explain, explained, unwrapped};
use super::guided::{DecodeError, EntryRole, Guided, Once, Session, Walk, fields, read_into};
use super::path::path;
use crate::dialect::Dialect;
use crate::json_index::{Node, TokenList};
use crate::provider::Provider;
use crate::render::dialect_of;
use crate::schema::{Kind, Schema, ToolSchema};
use crate::shape::{
    Frame, Place, RootForm, Wrappers, hidden_names_of_root, is_empty_root, kind_inside, peel,
    root_form,
};

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

    /// Keeps the accepted mistakes and the ignored names of a session.
    pub(super) fn note<'de>(&'de self, session: &Session<'de>) {
        let path = |node| path(session, node);
        let (mut coercions, ignored) = (session.coercions(&path), session.ignored(&path));
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

impl Arguments<'_> {
    /// Decodes a value of a type from text written for the dialect. In the arguments of a call,
    /// unknown names are faults.
    ///
    /// # Errors
    ///
    /// Fails if the value doesn't match the type.
    pub fn read<'de, T: Deserialize<'de>>(
        &'de self,
        schema: &'de Schema<'de>,
        dialect: &'de Dialect,
    ) -> Result<T, ArgumentErrors> {
        let mut found = None;
        self.read_by(schema, dialect, &mut read_into(&mut found))?;
        found.ok_or_else(|| ArgumentErrors::new(Vec::new()))
    }

    fn read_by<'de>(
        &'de self,
        schema: &'de Schema<'de>,
        dialect: &'de Dialect,
        once: &mut Once<'_, 'de>,
    ) -> Result<(), ArgumentErrors> {
        let session = self.session(dialect, schema);
        self.read_in(&session, schema, &[false, true], once)?;
        self.unknown_names(&session, schema).map_or(Ok(()), Err)
    }

    /// Returns faults for names that an open type ignores, if it is the type of a call's
    /// parameters.
    fn unknown_names<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
    ) -> Option<ArgumentErrors> {
        let (Kind::Object(object), RootForm::Plain) =
            (kind_inside(schema), root_form(schema, false))
        else {
            return None;
        };
        if !self.is_call || self.options.leniency.unknown_fields {
            return None;
        }
        let frame = root_frame(schema);
        let walk = Walk::new(session);
        let all = fields(walk, object, 0, &frame, self.root());
        let mut entries = all.entries.iter();
        if !entries.any(|entry| matches!(entry.slot, EntryRole::Unknown | EntryRole::Hidden)) {
            return None;
        }
        let mut explain = Explain::new(session);
        explain.fields(walk, &all, self.root(), true);
        Some(ArgumentErrors::new(explain.faults)).filter(|errors| !errors.faults.is_empty())
    }

    /// Reads the value strictly or with leniency: the first attempt that succeeds.
    fn read_in<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
        attempts: &[bool],
        once: &mut Once<'_, 'de>,
    ) -> Result<(), ArgumentErrors> {
        let strict = Walk::new(session);
        let mut stop = DecodeError::default();
        for is_lenient in attempts {
            let walk = match is_lenient {
                true if self.options.leniency.is_none() => continue,
                true => self.lenient(strict),
                false => strict,
            };
            match self.value(walk, schema).read_by(once) {
                Ok(()) => {
                    self.explain_leniency(session, strict, schema);
                    return Ok(());
                }
                Err(error) => stop = error,
            }
        }
        Err(self.faults(session, schema, stop))
    }

    /// Decodes the arguments as data. A [`Value`] accepts any JSON, so the schema is checked first.
    #[cfg(feature = "import")]
    pub(crate) fn read_checked<'de>(
        &'de self,
        schema: &'de Schema<'de>,
        dialect: &'de Dialect,
    ) -> Result<Value, ArgumentErrors> {
        let session = || self.session(dialect, schema).without_serde();
        let fits = |is_lenient: bool| {
            let session = session();
            let walk = Walk::new(&session);
            let walk = if is_lenient { self.lenient(walk) } else { walk };
            let mut explain = Explain::new(&session);
            explain.root(walk, schema, self.root());
            explain.faults.is_empty() && !session.is_exhausted()
        };
        let attempts: &[bool] = if fits(false) {
            &[false, true]
        } else if !self.options.leniency.is_none() && fits(true) {
            &[true]
        } else {
            &[]
        };
        let mut found = None;
        self.read_in(&session(), schema, attempts, &mut read_into(&mut found))?;
        Ok(found.unwrap_or_default())
    }

    fn lenient<'w, 'de>(&self, walk: Walk<'w, 'de>) -> Walk<'w, 'de> {
        walk.forgiving(self.options.leniency)
    }

    fn value<'p, 'de>(&'de self, walk: Walk<'p, 'de>, schema: &'de Schema<'de>) -> Guided<'p, 'de> {
        let node = self.unwrapped(schema);
        if is_empty_root(schema) && hidden_names_of_root(schema).is_empty() {
            return Guided::raw(walk, node);
        }
        Guided::of(walk, node, schema, Place::at(&Frame::ROOT), None)
    }

    /// Notes the accepted mistakes and the ignored names.
    fn explain_leniency<'de>(
        &'de self,
        session: &Session<'de>,
        walk: Walk<'_, 'de>,
        schema: &'de Schema<'de>,
    ) {
        if !self.options.leniency.is_none() {
            session.forget_coercions();
            let place = Place::at(&Frame::ROOT);
            let node = self.unwrapped(schema);
            let explain = |walk| {
                let mut explain = Explain::new(session);
                explain.guided(Guided::of(walk, node, schema, place, None));
                explain.faults
            };
            if !explain(walk).is_empty() {
                explain(self.lenient(walk));
            }
        }
        self.note(session);
    }

    fn faults<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
        stop: DecodeError,
    ) -> ArgumentErrors {
        let node = self.unwrapped(schema);
        let (mut faults, _) = explained(session, node, |session| {
            let mut explain = Explain::new(session);
            explain.root(self.lenient(Walk::new(session)), schema, self.root());
            explain.faults
        });
        if faults.is_empty() {
            faults.push(stop.into_fault(session, path(session, node), node));
        }
        ArgumentErrors::new(faults)
    }
}

/// Decodes text that a model wrote for `schema!(T, provider)`. Undoes every rewrite, checks the
/// constraints, and unwraps a root that isn't an object from the object around it.
///
/// ```
/// use toolcast::{Provider, ToolSchema, decode};
///
/// #[derive(Debug, serde::Deserialize, ToolSchema)]
/// struct Invoice {
///     from: String,
///     total: Option<f64>,
/// }
///
/// let invoice: Invoice = decode(Provider::OpenAi, r#"{"from": "Ada", "total": null}"#)?;
/// assert_eq!((&*invoice.from, invoice.total), ("Ada", None));
///
/// let error = decode::<Invoice>(Provider::OpenAi, r#"{"total": "much"}"#).unwrap_err();
/// assert!(error.to_string().contains("$.from is missing"), "{error}");
/// # Ok::<(), toolcast::Error>(())
/// ```
///
/// # Errors
///
/// Returns all faults, with a text for the model.
pub fn decode<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
) -> Result<T, ArgumentErrors> {
    decode_with(provider, text, DecodeOptions::new())
}

/// Decodes like [`decode`], with leniency or other limits.
///
/// # Errors
///
/// Returns all faults, with a text for the model.
pub fn decode_with<T: DeserializeOwned + ToolSchema>(
    provider: Provider,
    text: &str,
    options: DecodeOptions,
) -> Result<T, ArgumentErrors> {
    let schema = T::SCHEMA.get();
    Arguments::parse_answer(text, schema, options)
        .and_then(|arguments| arguments.read(schema, dialect_of(schema, provider)))
        .map_err(ArgumentErrors::of_answer)
}

/// Returns the frame of the object at a root, without newtypes.
pub(super) fn root_frame<'de>(schema: &'de Schema<'de>) -> Frame<'de, 'de> {
    Place::at(&Frame::ROOT).frame(peel(schema, Wrappers::Newtypes, None))
}
