//! Calls that are being written: their arguments are an object or a string in a response.

use super::other_members::{OtherMembers, written};
use super::output::StreamOutput;
use crate::message::{JsonMembers, JsonValue};
use crate::wire::WireError;
use crate::wire::node::{JsonNode, is_json};

/// The arguments of a call that is an object in a response, while they are written.
#[derive(Debug, Default)]
pub(super) struct Input {
    /// Without white space at the beginning.
    text: String,
    /// The value at the beginning of the call: there may be no pieces.
    first: String,
    reported: usize,
    pub(super) call: Option<usize>,
}

impl Input {
    pub(super) fn of(call: Option<usize>, first: &str) -> Self {
        Input {
            first: first.to_owned(),
            call,
            ..Input::default()
        }
    }

    /// Adds a piece, and reports it as arguments of the call. White space at the end isn't
    /// reported, since it may not be part of the object. Text that isn't an object is reported when
    /// the call is complete.
    pub(super) fn push(&mut self, piece: &str, out: &mut StreamOutput) -> Result<(), WireError> {
        let piece = if self.text.is_empty() {
            piece.trim_start()
        } else {
            piece
        };
        out.append(&mut self.text, piece)?;
        let white = piece.len() - piece.trim_end().len();
        if let Some(call) = self.call
            && white < piece.len()
            && self.text.starts_with('{')
        {
            let end = self.text.len() - white;
            out.arguments(call, &self.text[self.reported..end]);
            self.reported = end;
        }
        Ok(())
    }

    /// Returns the value within a response, if there is one. Invalid JSON, such as truncated
    /// arguments, becomes a string.
    pub(super) fn value(&self) -> Option<JsonValue<'_>> {
        match self.text.trim_end() {
            "" => Some(self.first.as_str())
                .filter(|first| !first.is_empty())
                .map(JsonValue::verbatim),
            text if is_json(text) => Some(JsonValue::verbatim(text)),
            text => Some(text.into()),
        }
    }
}

/// A call whose arguments are a string: `{"id":..,"function":{"name":..,"arguments":".."}}`.
#[derive(Debug, Default)]
pub(super) struct TextCall {
    pub(super) id: String,
    pub(super) name: String,
    arguments: String,
    reported: usize,
    pub(super) number: Option<usize>,
    /// A call of another type than `function`: all of it is in `others`.
    pub(super) is_other: bool,
    /// Members that the host expects back, such as a signature, and those of the function.
    others: OtherMembers,
    function: OtherMembers,
}

impl TextCall {
    pub(super) fn new(is_other: bool) -> Self {
        TextCall {
            is_other,
            ..TextCall::default()
        }
    }

    pub(super) fn keep_others(
        &mut self,
        call: JsonNode<'_>,
        out: &mut StreamOutput,
    ) -> Result<(), WireError> {
        if self.is_other {
            return self.others.push_all(call, &["index"], out);
        }
        let known = ["index", "id", "type", "function"];
        self.others.push_all(call, &known, out)?;
        match call.member("function")? {
            Some(function) => self
                .function
                .push_all(function, &["name", "arguments"], out),
            None => Ok(()),
        }
    }

    /// Adds a piece of the arguments. Returns `false` if they are still blank. Blank arguments are
    /// none, so they are reported with what follows them.
    pub(super) fn push(&mut self, piece: &str, out: &mut StreamOutput) -> Result<bool, WireError> {
        out.append(&mut self.arguments, piece)?;
        Ok(self.reported > 0 || !piece.trim().is_empty())
    }

    pub(super) fn report(&mut self, out: &mut StreamOutput) {
        if let Some(call) = self.number {
            out.arguments(call, &self.arguments[self.reported..]);
        }
        self.reported = self.arguments.len();
    }

    pub(super) fn written(&self) -> JsonValue<'_> {
        if self.is_other {
            return JsonValue::Object(self.others.0.iter().map(written).collect());
        }
        let mut function: JsonMembers<'_> = Vec::new();
        // A call without a name is an error, like one in a whole response.
        if !self.name.is_empty() {
            function.push(("name", (&self.name).into()));
        }
        function.push(("arguments", (&self.arguments).into()));
        function.extend(self.function.0.iter().map(written));
        let mut call = Vec::from([
            ("id", (&self.id).into()),
            ("type", "function".into()),
            ("function", JsonValue::Object(function)),
        ]);
        call.extend(self.others.0.iter().map(written));
        JsonValue::Object(call)
    }
}
