//! From a text to scanned arguments.

use std::sync::OnceLock;

use super::Arguments;
use crate::decode::DecodeOptions;
use crate::decode::arena::Arena;
use crate::decode::errors::{ArgumentErrors, Fault, FaultKind, expected_json};
use crate::decode::expected::expected_root;
use crate::decode::guided::Walk;
use crate::decode::path::{around, got_of};
use crate::decode::within::has_secret;
use crate::dialect::of;
use crate::json_index::{Node, ScanErrorKind, scan};
use crate::provider::Provider;
use crate::schema::Schema;
use crate::shape::{Frame, RootForm, root_form};
use crate::text::line_and_column;

impl<'t> Arguments<'t> {
    /// Parses the arguments of a call, which are an object. An empty text and `null` count as `{}`,
    /// because some providers send them for a call without arguments.
    ///
    /// # Errors
    ///
    /// Fails if the text isn't JSON, exceeds a limit, or isn't an object.
    pub fn parse_with(
        text: &'t str,
        params: &Schema<'_>,
        provider: Provider,
        options: DecodeOptions,
    ) -> Result<Self, ArgumentErrors> {
        let text = match text.trim_matches([' ', '\t', '\n', '\r']) {
            "" | "null" => "{}",
            _ => text,
        };
        let in_string = options.leniency.stringified_arguments;
        let mut arguments = Self::scanned(text, params, options, in_string)?;
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
        options: DecodeOptions,
    ) -> Result<Self, ArgumentErrors> {
        let object = matches!(root_form(schema, false), RootForm::Plain);
        let text = if object && text.len() < 64 && text.trim().is_empty() {
            "{}"
        } else {
            text
        };
        Self::scanned(
            text,
            schema,
            options,
            options.leniency.stringified_arguments && object,
        )
    }

    /// Scans the text. With `in_string`, unwraps one string or one code block around all of it.
    fn scanned(
        text: &'t str,
        schema: &Schema<'_>,
        options: DecodeOptions,
        in_string: bool,
    ) -> Result<Self, ArgumentErrors> {
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
                    Err(broken) => Err(not_json(inner, schema, &broken)),
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
                    _ => Err(not_json(text, schema, &broken)),
                }
            }
        }
    }

    fn not_an_object(&self, params: &Schema<'_>, provider: Provider) -> ArgumentErrors {
        let session = self.session(of(provider, false), params);
        let mut words = expected_root(Walk::new(&session), params);
        let root = self.root();
        if root.is_string() && session.open(root).is_some_and(Node::is_object) {
            words.push_str(", not a string that holds one");
        }
        let got = got_of(&session, params, &[], &Frame::ROOT, root);
        ArgumentErrors::new(vec![Fault::unfit("$".to_owned(), words, got)])
    }
}

/// Returns the content of a Markdown code block, without fences and language.
fn unfenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    // The opening fence may be followed by a language.
    let language = inner.find(['\n', '{', '['])?;
    Some(inner[language..].trim())
}

/// Returns the fault of a text that isn't JSON. It has the text around the mistake if the schema
/// has no secret.
fn not_json(text: &str, schema: &Schema<'_>, broken: &ScanErrorKind) -> ArgumentErrors {
    let (line, column) = line_and_column(text, broken.offset);
    ArgumentErrors::new(vec![Fault {
        kind: FaultKind::NotJson,
        path: "$".to_owned(),
        expected: expected_json(broken.limit).to_owned(),
        got: format!("line {line}, column {column}: {}", broken.what),
        hint: (!has_secret(schema, &[], &Frame::ROOT)).then(|| around(text, broken.offset)),
    }])
}
