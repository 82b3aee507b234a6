//! The arguments of one call, scanned but not yet understood.

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
use super::path::{around, got, line_and_column, path, said};
use super::scan::{Broken, scan};
use super::take::root_frame;
use super::words::expected_root;
use super::{Leniency, Limits};
use crate::convert::Place;
use crate::dialect::{Dialect, of};
use crate::provider::Provider;
use crate::schema::{Kind, Schema};
use crate::shape::{Frame, RootForm, is_empty_root, kind_inside, root_form};

/// How arguments are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// What is forgiven.
    pub leniency: Leniency,
    /// How much is read.
    pub limits: Limits,
}

impl Options {
    /// Strictly, within the limits that hold where nobody asks for others.
    pub const DEFAULT: Self = Options {
        leniency: Leniency::NONE,
        limits: Limits::DEFAULT,
    };

    /// With forgiveness.
    #[must_use]
    pub const fn leniency(self, leniency: Leniency) -> Self {
        Options { leniency, ..self }
    }

    /// With other limits.
    #[must_use]
    pub const fn limits(self, limits: Limits) -> Self {
        Options { limits, ..self }
    }
}

/// The arguments of one call, scanned but not yet understood.
#[derive(Debug)]
pub struct Arguments<'t> {
    text: &'t str,
    tape: Tape,
    /// Texts in strings, opened when somebody looked into them.
    arena: Arena<Tape>,
    pub(super) options: Options,
    /// What had to be done before there was an object.
    unwrapped: Option<&'static str>,
    /// They are those of a call, not structured output.
    is_call: bool,
    notes: OnceLock<Notes>,
}

impl<'t> Arguments<'t> {
    /// Reads the arguments of a call, which are an object. An empty text and `null` count as `{}`, because some providers send them for a call without
    /// arguments.
    ///
    /// # Errors
    ///
    /// Where the text is no JSON, more than is read, or not an object.
    pub fn parse(
        text: &'t str,
        params: &Schema<'_>,
        provider: Provider,
    ) -> Result<Self, ArgumentErrors> {
        Self::parse_with(text, params, provider, Options::DEFAULT)
    }

    /// As [`parse`](Self::parse), otherwise than strictly, or with other limits.
    ///
    /// # Errors
    ///
    /// Where the text is no JSON, more than is read, or not an object.
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

    /// Reads an answer of structured output, for [`read`](Self::read). If the type is an object, an empty text counts as `{}`.
    ///
    /// # Errors
    ///
    /// Where the text is no JSON, or more than is read.
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

    /// Scans the text. With `in_string`, opens one string or one code block around all of it.
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

    /// The arguments of a call that came as an object.
    ///
    /// # Errors
    ///
    /// Where it is more than is read.
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

    /// Reads one value of a type, whose text was made for the dialect. In the arguments of a call, names that the type doesn't have are a fault.
    ///
    /// # Errors
    ///
    /// Where it does not fit.
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

    /// The faults of names that an open type ignores, if it is the type of a call's parameters.
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
            Err(stop) => Err(self.faults(session, schema, &stop)),
        }
    }

    /// Reads the arguments as data. Serde asks nothing of a [`Value`], so all that the schema asks is looked at first.
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
        Err(self.faults(&session, schema, &stop))
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
        stop: &Stop,
    ) -> ArgumentErrors {
        let mut explain = Explain::new(session);
        explain.root(self.lenient(Walk::new(session)), schema, self.root());
        let mut faults = explain.faults;
        if faults.is_empty() || session.is_exhausted() {
            let node = self.unwrapped(schema);
            faults = vec![Fault {
                kind: FaultKind::Refused,
                path: path(session, node),
                expected: if session.is_exhausted() {
                    TOO_MANY_WAYS.to_owned()
                } else {
                    said(&stop.to_string())
                },
                got: got(node),
                hint: None,
            }];
        }
        ArgumentErrors::new(faults)
    }

    /// What was forgiven, once all was read: a thousand at most.
    pub fn forgiven(&self) -> &[Forgiven] {
        self.notes.get().map_or(&[], |notes| &notes.forgiven)
    }

    /// The paths of what nobody reads: names that an open object does not have. Known once all was read: a thousand at most.
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
        // Who reads twice gets the same notes twice.
        let _ = self.notes.set(Notes { forgiven, ignored });
    }

    pub(super) fn session<'de>(&'de self, dialect: &'de Dialect) -> Session<'de> {
        let Options { limits, .. } = self.options;
        Session::new(dialect, &self.arena, limits, &self.tape)
    }

    pub(super) fn root(&self) -> Node<'_> {
        self.tape.root(self.text)
    }

    /// The root's value, which may stand under a name.
    pub(super) fn unwrapped(&self, schema: &Schema<'_>) -> Node<'_> {
        let root = self.root();
        match root_form(schema) {
            RootForm::Plain => root,
            RootForm::Under(name) => unwrapped(root, name).unwrap_or(root),
        }
    }
}

/// What is said of a value that makes the alternatives of a type hard to tell apart.
pub(crate) const TOO_MANY_WAYS: &str = "there are too many ways to read it; send a simpler value";

/// What stands between the fences of a Markdown code block, or between the first and the last brace.
fn unfenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    // After the fence, the language may stand.
    let language = inner.find(['\n', '{', '['])?;
    Some(inner[language..].trim())
}

/// Whether arrays and objects nest deeper; looks no deeper than that.
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
