//! The arguments of one call, scanned but not yet decoded.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::Value;

use super::arena::Arena;
use super::document::{Node, Tape};
use super::errors::{ArgumentErrors, Fault, FaultKind, Forgiven, Notes};
use super::explain::{Explain, unwrapped};
use super::guided::{Guided, Session, Slot, Stop, Walk, fields};
use super::path::{around, got, line_and_column, path};
use super::scan::{Broken, scan};
use super::take::root_frame;
use super::words::expected_root;
use super::{Leniency, Limits};
use crate::convert::Place;
use crate::dialect::{Dialect, of};
use crate::provider::Provider;
use crate::schema::{Kind, Schema};
use crate::shape::{Frame, RootForm, is_empty_root, kind_inside, root_form};

/// Options for reading arguments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The mistakes to accept.
    pub leniency: Leniency,
    /// The size limits.
    pub limits: Limits,
}

impl Options {
    /// Strict reading, within the default limits.
    pub const DEFAULT: Self = Options {
        leniency: Leniency::NONE,
        limits: Limits::DEFAULT,
    };

    /// Sets the mistakes to accept.
    #[must_use]
    pub const fn leniency(self, leniency: Leniency) -> Self {
        Options { leniency, ..self }
    }

    /// Sets the size limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Options { limits, ..self }
    }
}

/// The arguments of one call, scanned but not yet decoded.
#[derive(Debug)]
pub struct Arguments<'t> {
    text: &'t str,
    tape: Tape,
    /// JSON texts inside strings, scanned on first access.
    arena: Arena<Tape>,
    pub(super) options: Options,
    /// A note if the arguments were unwrapped from a string or a code block.
    unwrapped: Option<&'static str>,
    /// True for the arguments of a call, false for structured output.
    is_call: bool,
    notes: OnceLock<Notes>,
}

impl<'t> Arguments<'t> {
    /// Parses the arguments of a call, which are an object. An empty text and `null` count as `{}`,
    /// because some providers send them for a call without arguments.
    ///
    /// # Errors
    ///
    /// Fails if the text isn't JSON, exceeds a limit, or isn't an object.
    pub fn parse(
        text: &'t str,
        params: &Schema<'_>,
        provider: Provider,
    ) -> Result<Self, ArgumentErrors> {
        Self::parse_with(text, params, provider, Options::DEFAULT)
    }

    /// Parses like [`parse`](Self::parse), with leniency or other limits.
    ///
    /// # Errors
    ///
    /// Fails if the text isn't JSON, exceeds a limit, or isn't an object.
    pub fn parse_with(
        text: &'t str,
        params: &Schema<'_>,
        provider: Provider,
        options: Options,
    ) -> Result<Self, ArgumentErrors> {
        let text = match text.trim_matches([' ', '\t', '\n', '\r']) {
            "" | "null" => "{}",
            _ => text,
        };
        let mut arguments = Self::scanned(text, options, options.leniency.whole_in_string)?;
        arguments.is_call = true;
        if arguments.root().is_object() {
            Ok(arguments)
        } else {
            Err(arguments.not_an_object(params, provider))
        }
    }

    /// Parses structured output, for [`read`](Self::read). If the type is an object, an empty text
    /// counts as `{}`.
    ///
    /// # Errors
    ///
    /// Fails if the text isn't JSON or exceeds a limit.
    pub fn parse_answer(
        text: &'t str,
        schema: &Schema<'_>,
        options: Options,
    ) -> Result<Self, ArgumentErrors> {
        let object = matches!(root_form(schema), RootForm::Plain);
        let text = if object && text.len() < 64 && text.trim().is_empty() {
            "{}"
        } else {
            text
        };
        Self::scanned(text, options, options.leniency.whole_in_string && object)
    }

    /// Scans the text. With `in_string`, unwraps one string or one code block around all of it.
    fn scanned(text: &'t str, options: Options, in_string: bool) -> Result<Self, ArgumentErrors> {
        let arguments = |text, tape, unwrapped| Arguments {
            text,
            tape,
            arena: Arena::new(),
            options,
            unwrapped,
            is_call: false,
            notes: OnceLock::new(),
        };
        match scan(text, options.limits) {
            Ok(tape) if in_string && tape.root(text).is_string() => {
                let inner = tape.root(text).as_str().unwrap_or_default();
                let inner = unfenced(inner).unwrap_or(inner);
                match scan(inner, options.limits) {
                    Ok(mut inside) => {
                        inside.own = Some(Box::from(inner));
                        let what = "all arguments were read from a string";
                        Ok(arguments(text, inside, Some(what)))
                    }
                    Err(broken) => Err(not_json(inner, &broken)),
                }
            }
            Ok(tape) => Ok(arguments(text, tape, None)),
            Err(broken) => {
                let inner = unfenced(text).filter(|_| in_string && !broken.limit);
                match inner.map(|inner| (inner, scan(inner, options.limits))) {
                    Some((inner, Ok(tape))) => {
                        let what = "all arguments were read from a code block";
                        Ok(arguments(inner, tape, Some(what)))
                    }
                    _ => Err(not_json(text, &broken)),
                }
            }
        }
    }

    fn not_an_object(&self, params: &Schema<'_>, provider: Provider) -> ArgumentErrors {
        let session = self.session(of(provider, false));
        let mut words = expected_root(Walk::new(&session), params);
        let root = self.root();
        if root.is_string() && session.open(root).is_some_and(Node::is_object) {
            words.push_str(", not a string that holds one");
        }
        ArgumentErrors::new(vec![Fault::unfit("$".to_owned(), words, got(root))])
    }

    /// Reads the arguments of a call that arrived as a parsed object.
    ///
    /// # Errors
    ///
    /// Fails if the value exceeds a limit or isn't an object.
    pub fn from_value(
        value: &Value,
        params: &Schema<'_>,
        provider: Provider,
        options: Options,
    ) -> Result<Arguments<'static>, ArgumentErrors> {
        if is_deeper(value, options.limits.depth) {
            let what = format!(
                "it is nested deeper than the {} levels that are read",
                options.limits.depth
            );
            return Err(ArgumentErrors::new(vec![Fault {
                kind: FaultKind::NotJson,
                path: "$".to_owned(),
                expected: "JSON that can be read".to_owned(),
                got: what,
                hint: None,
            }]));
        }
        let text = value.to_string();
        let read = Arguments::parse_with(&text, params, provider, options)?;
        let Arguments {
            text: read_text,
            mut tape,
            options,
            unwrapped,
            is_call,
            ..
        } = read;
        if tape.own.is_none() {
            tape.own = Some(Box::from(read_text));
        }
        Ok(Arguments {
            text: "",
            tape,
            arena: Arena::new(),
            options,
            unwrapped,
            is_call,
            notes: OnceLock::new(),
        })
    }

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
        let session = self.session(dialect);
        let value = self.read_in(&session, schema)?;
        match self.unknown_names(&session, schema) {
            Some(errors) => Err(errors),
            None => Ok(value),
        }
    }

    /// Returns faults for names that an open type ignores, if it is the type of a call's
    /// parameters.
    fn unknown_names<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
    ) -> Option<ArgumentErrors> {
        let (Kind::Object(object), RootForm::Plain) = (kind_inside(schema), root_form(schema))
        else {
            return None;
        };
        if !self.is_call || self.options.leniency.unknown_keys {
            return None;
        }
        let frame = root_frame(schema);
        let walk = Walk::new(session);
        let all = fields(walk, object, 0, &frame, self.root());
        let mut entries = all.entries.iter();
        if !entries.any(|entry| matches!(entry.slot, Slot::Unknown)) {
            return None;
        }
        let mut explain = Explain::new(session);
        explain.fields(walk, &all, self.root(), true);
        Some(ArgumentErrors::new(explain.faults)).filter(|errors| !errors.faults.is_empty())
    }

    fn read_in<'de, T: Deserialize<'de>>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
    ) -> Result<T, ArgumentErrors> {
        let walk = Walk::new(session);
        let mut found = self.value(walk, schema).read_as();
        if found.is_err() && !self.options.leniency.is_none() {
            found = self.value(self.lenient(walk), schema).read_as();
        }
        match found {
            Ok(value) => {
                self.settle(session, walk, schema);
                Ok(value)
            }
            Err(stop) => Err(self.faults(session, schema, stop)),
        }
    }

    /// Decodes the arguments as data. A [`Value`] accepts any JSON, so the schema is checked first.
    #[cfg(feature = "import")]
    pub(crate) fn read_checked<'de>(
        &'de self,
        schema: &'de Schema<'de>,
        dialect: &'de Dialect,
    ) -> Result<Value, ArgumentErrors> {
        let session = || self.session(dialect).alone();
        let fits = |lenient: bool| {
            let session = session();
            let walk = Walk::new(&session);
            let walk = if lenient { self.lenient(walk) } else { walk };
            let mut explain = Explain::new(&session);
            explain.root(walk, schema, self.root());
            explain.faults.is_empty() && !session.is_exhausted()
        };
        if fits(false) {
            return self.read_in(&session(), schema);
        }
        let session = session();
        let walk = Walk::new(&session);
        let stop = if !self.options.leniency.is_none() && fits(true) {
            match self.value(self.lenient(walk), schema).read_as() {
                Ok(value) => {
                    self.settle(&session, walk, schema);
                    return Ok(value);
                }
                Err(stop) => stop,
            }
        } else {
            Stop::default()
        };
        Err(self.faults(&session, schema, stop))
    }

    fn lenient<'w, 'de>(&self, walk: Walk<'w, 'de>) -> Walk<'w, 'de> {
        walk.forgiving(self.options.leniency)
    }

    fn value<'p, 'de>(&'de self, walk: Walk<'p, 'de>, schema: &'de Schema<'de>) -> Guided<'p, 'de> {
        let node = self.unwrapped(schema);
        if is_empty_root(schema) {
            return Guided::raw(walk, node);
        }
        Guided::of(walk, node, schema, Place::at(&Frame::ROOT), None)
    }

    fn settle<'de>(
        &'de self,
        session: &Session<'de>,
        walk: Walk<'_, 'de>,
        schema: &'de Schema<'de>,
    ) {
        if !self.options.leniency.is_none() {
            session.forget_forgiven();
            let place = Place::at(&Frame::ROOT);
            let node = self.unwrapped(schema);
            let mut strict = Explain::new(session);
            strict.value(walk, schema, place, None, node);
            if !strict.faults.is_empty() {
                Explain::new(session).value(self.lenient(walk), schema, place, None, node);
            }
        }
        let place = |node| path(session, node);
        self.note(session.forgiven(place), session.ignored(place));
    }

    fn faults<'de>(
        &'de self,
        session: &Session<'de>,
        schema: &'de Schema<'de>,
        stop: Stop,
    ) -> ArgumentErrors {
        let number = session.number_for_tag();
        let again = number.map(|_| session.again());
        let explaining = again.as_ref().unwrap_or(session);
        let mut explain = Explain::new(explaining);
        explain.root(self.lenient(Walk::new(explaining)), schema, self.root());
        let node = self.unwrapped(schema);
        let at = || path(session, node);
        let mut faults = explain.faults;
        if explaining.is_exhausted() {
            faults = vec![too_many_ways(at(), node)];
        } else if let Some(number) = number {
            add_number(session, number, &mut faults);
        } else if faults.is_empty() {
            faults.push(stop.into_fault(at(), node));
        }
        ArgumentErrors::new(faults)
    }

    /// The mistakes that were accepted, known after reading. At most a thousand, plus one if all
    /// arguments were unwrapped.
    pub fn forgiven(&self) -> &[Forgiven] {
        self.notes.get().map_or(&[], |notes| &notes.forgiven)
    }

    /// The paths of unknown names in open objects, known after reading. At most a thousand.
    pub fn ignored(&self) -> &[String] {
        self.notes.get().map_or(&[], |notes| &notes.ignored)
    }

    pub(crate) fn notes(&self) -> Notes {
        self.notes.get().cloned().unwrap_or_default()
    }

    pub(super) fn note(&self, mut forgiven: Vec<Forgiven>, ignored: Vec<String>) {
        if let Some(what) = self.unwrapped {
            let path = "$".to_owned();
            let what = what.to_owned();
            forgiven.insert(0, Forgiven { path, what });
        }
        // A second read yields the same notes; the first are kept.
        let _ = self.notes.set(Notes { forgiven, ignored });
    }

    pub(super) fn session<'de>(&'de self, dialect: &'de Dialect) -> Session<'de> {
        let Options { limits, .. } = self.options;
        Session::new(dialect, &self.arena, limits, &self.tape)
    }

    pub(super) fn root(&self) -> Node<'_> {
        self.tape.root(self.text)
    }

    /// Returns the root's value, unwrapped from its object if the root form has one.
    pub(super) fn unwrapped(&self, schema: &Schema<'_>) -> Node<'_> {
        let root = self.root();
        match root_form(schema) {
            RootForm::Plain => root,
            RootForm::Under(name) => unwrapped(root, name).unwrap_or(root),
        }
    }
}

/// The message if the step budget runs out before a value's alternative is found.
pub(crate) const TOO_MANY_WAYS: &str = "there are too many ways to read it; send a simpler value";

/// Adds the fault of a number for a tag, unless a fault of a value around it is known: the schema
/// may accept the list, but serde would read the number as a variant's index.
pub(super) fn add_number(session: &Session<'_>, tag: Node<'_>, faults: &mut Vec<Fault>) {
    let path = path(session, tag);
    let is_known = |fault: &Fault| {
        (path.strip_prefix(fault.path.as_str()))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    if !faults.iter().any(is_known) {
        let expected = "a string: the name of a variant".to_owned();
        faults.push(Fault::unfit(path, expected, got(tag)));
    }
}

/// The fault if the step budget runs out.
pub(super) fn too_many_ways(path: String, node: Node<'_>) -> Fault {
    Fault {
        kind: FaultKind::Refused,
        path,
        expected: TOO_MANY_WAYS.to_owned(),
        got: got(node),
        hint: None,
    }
}

/// Returns the content of a Markdown code block, without fences and language.
fn unfenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    // The opening fence may be followed by a language.
    let language = inner.find(['\n', '{', '['])?;
    Some(inner[language..].trim())
}

/// Returns true if arrays and objects nest deeper than `most`; recurses no further than that.
fn is_deeper(value: &Value, most: usize) -> bool {
    let Some(left) = most.checked_sub(1) else {
        return value.is_array() || value.is_object();
    };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper(item, left)),
        Value::Object(map) => map.values().any(|item| is_deeper(item, left)),
        _ => false,
    }
}

fn not_json(text: &str, broken: &Broken) -> ArgumentErrors {
    let (line, column) = line_and_column(text, broken.offset);
    ArgumentErrors::new(vec![Fault {
        kind: FaultKind::NotJson,
        path: "$".to_owned(),
        expected: if broken.limit {
            "JSON that can be read".to_owned()
        } else {
            "valid JSON".to_owned()
        },
        got: format!("line {line}, column {column}: {}", broken.what),
        hint: Some(around(text, broken.offset)),
    }])
}
