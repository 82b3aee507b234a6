//! An index of a JSON text: a flat list of its values with their positions, from one scan.
//!
//! No tree is built: values can be skipped, inspected or decoded in place, and numbers keep their
//! text. Arguments and the responses of providers are read through it. It doesn't know schemas.

mod limits;
mod scan;
#[cfg(test)]
mod tests;

use serde_json::{Map, Number, Value};

pub(crate) use limits::DecodeLimits;
pub(crate) use limits::is_deeper;
pub(crate) use scan::{ScanErrorKind, scan, scan_response};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Null,
    True,
    False,
    Number,
    /// A string without escapes: a slice of the text.
    Plain,
    /// A string with escapes: its decoded form is in `Tape::unescaped`. It has none in a response
    /// if an escape is half of a surrogate pair.
    Escaped,
    Array,
    Object,
}

/// A value, or a property name, which directly precedes its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    /// Start in the text; for strings, after the quote.
    pub(crate) start: u32,
    /// End in the text, exclusive; for strings, before the closing quote.
    pub(crate) end: u32,
    /// Index of the first token after this value; for an escaped string, its index in `Tape::ends`.
    pub(crate) next: u32,
}

/// The tokens of a text.
#[derive(Debug, Default)]
pub(crate) struct TokenList {
    /// The text, if the tape owns it.
    pub(crate) own: Option<Box<str>>,
    pub(crate) tokens: Vec<Token>,
    /// All strings with escapes, decoded and concatenated.
    pub(crate) unescaped: String,
    /// The end of each of them in `unescaped`.
    pub(crate) ends: Vec<u32>,
    /// Maximum nesting depth of arrays and objects.
    pub(crate) depth: usize,
}

impl TokenList {
    pub(crate) fn root<'de>(&'de self, text: &'de str) -> Node<'de> {
        Node {
            tape: self,
            text: self.own.as_deref().unwrap_or(text),
            index: 0,
        }
    }

    fn string<'de>(&'de self, text: &'de str, index: u32) -> Option<&'de str> {
        let token = self.tokens[index as usize];
        match token.kind {
            TokenKind::Plain => Some(&text[token.start as usize..token.end as usize]),
            TokenKind::Escaped => {
                let which = token.next as usize;
                let end = *self.ends.get(which)?;
                let start = match which {
                    0 => 0,
                    _ => self.ends[which - 1],
                };
                Some(&self.unescaped[start as usize..end as usize])
            }
            _ => None,
        }
    }

    /// Returns the index of the token after the value.
    fn after(&self, index: u32) -> u32 {
        let token = &self.tokens[index as usize];
        match token.kind {
            TokenKind::Array | TokenKind::Object => token.next,
            _ => index + 1,
        }
    }
}

/// A value of a text.
#[derive(Clone, Copy)]
pub(crate) struct Node<'de> {
    pub(crate) tape: &'de TokenList,
    pub(crate) text: &'de str,
    pub(crate) index: u32,
}

impl core::fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.raw())
    }
}

impl<'de> Node<'de> {
    fn token(self) -> Token {
        self.tape.tokens[self.index as usize]
    }

    pub(crate) fn kind(self) -> TokenKind {
        self.token().kind
    }

    pub(crate) fn is_null(self) -> bool {
        self.kind() == TokenKind::Null
    }

    pub(crate) fn is_string(self) -> bool {
        matches!(self.kind(), TokenKind::Plain | TokenKind::Escaped)
    }

    pub(crate) fn is_number(self) -> bool {
        self.kind() == TokenKind::Number
    }

    pub(crate) fn is_array(self) -> bool {
        self.kind() == TokenKind::Array
    }

    pub(crate) fn is_object(self) -> bool {
        self.kind() == TokenKind::Object
    }

    /// Returns a string's content, without escapes.
    pub(crate) fn as_str(self) -> Option<&'de str> {
        self.tape.string(self.text, self.index)
    }

    pub(crate) fn raw(self) -> &'de str {
        let token = self.token();
        let quote = usize::from(self.is_string());
        &self.text[token.start as usize - quote..token.end as usize + quote]
    }

    pub(crate) fn offset(self) -> usize {
        self.token().start as usize - usize::from(self.is_string())
    }

    pub(crate) fn size(self) -> u32 {
        self.tape.after(self.index) - self.index
    }

    /// Returns the number of objects in the value, including itself.
    pub(crate) fn objects(self) -> usize {
        let tokens = &self.tape.tokens[self.index as usize..self.tape.after(self.index) as usize];
        tokens
            .iter()
            .filter(|one| one.kind == TokenKind::Object)
            .count()
    }

    pub(crate) fn items(self) -> Items<'de> {
        self.inner_values(TokenKind::Array)
    }

    pub(crate) fn members(self) -> Members<'de> {
        Members(self.inner_values(TokenKind::Object))
    }

    fn inner_values(self, of: TokenKind) -> Items<'de> {
        let Token { kind, next, .. } = self.token();
        Items {
            at: self.index + 1,
            end: if kind == of { next } else { 0 },
            node: self,
        }
    }

    pub(crate) fn get(self, name: &str) -> Option<Node<'de>> {
        self.members()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    pub(crate) fn only_member(self) -> Option<(&'de str, Node<'de>)> {
        let mut members = self.members();
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }

    /// Returns an identity that is unique among all values of all live tapes.
    pub(crate) fn id(self) -> (usize, u32) {
        (core::ptr::from_ref(self.tape).addr(), self.index)
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub(crate) struct Items<'de> {
    node: Node<'de>,
    at: u32,
    end: u32,
}

impl<'de> Iterator for Items<'de> {
    type Item = Node<'de>;

    fn next(&mut self) -> Option<Node<'de>> {
        if self.at >= self.end {
            return None;
        }
        let index = self.at;
        self.at = self.node.tape.after(index);
        Some(Node { index, ..self.node })
    }
}

/// The names and values of an object.
#[derive(Clone, Debug)]
pub(crate) struct Members<'de>(Items<'de>);

impl<'de> Iterator for Members<'de> {
    type Item = (&'de str, Node<'de>);

    fn next(&mut self) -> Option<Self::Item> {
        let Items { node, at, end } = &mut self.0;
        while *at < *end {
            let (name, value) = (*at, *at + 1);
            *at = node.tape.after(value);
            // A name that can't be decoded isn't one that anyone asks for.
            if let Some(name) = node.tape.string(node.text, name) {
                return Some((
                    name,
                    Node {
                        index: value,
                        ..*node
                    },
                ));
            }
        }
        None
    }
}

/// The position of a token in its tape.
#[derive(Clone, Copy)]
pub(crate) struct TokenPosition {
    /// The array or object that contains it.
    pub(crate) around: u32,
    /// Its index in an array.
    pub(crate) number: u32,
}

impl TokenList {
    /// Computes the places of all tokens in one pass, because a request for one path is often
    /// followed by more.
    pub(crate) fn places(&self) -> Vec<TokenPosition> {
        let mut open: Vec<(u32, u32, u32)> = Vec::new();
        let mut places = Vec::with_capacity(self.tokens.len());
        for (index, token) in (0_u32..).zip(&self.tokens) {
            while open.last().is_some_and(|(_, end, _)| *end <= index) {
                open.pop();
            }
            let (around, number) = match open.last_mut() {
                Some((around, _, next)) => {
                    *next += 1;
                    (*around, *next - 1)
                }
                None => (0, 0),
            };
            places.push(TokenPosition { around, number });
            if matches!(token.kind, TokenKind::Array | TokenKind::Object) {
                open.push((index, token.next, 0));
            }
        }
        places
    }
}

impl Node<'_> {
    /// Returns the value as a tree. Recurses no deeper than the limits that the text was scanned
    /// with.
    pub(crate) fn value(self) -> Value {
        match self.kind() {
            TokenKind::Null => Value::Null,
            TokenKind::True => Value::Bool(true),
            TokenKind::False => Value::Bool(false),
            TokenKind::Number => number(self.raw()),
            TokenKind::Plain | TokenKind::Escaped => self.as_str().unwrap_or_default().into(),
            TokenKind::Array => self.items().map(Node::value).collect(),
            TokenKind::Object => {
                let members = self.members();
                object(members.map(|(name, value)| (name.to_owned(), value.value())))
            }
        }
    }
}

/// Collects the members of an object. `collect` sorts them first, by a sort that is compiled anew
/// for each iterator.
pub(crate) fn object(members: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert(name, value);
    }
    Value::Object(object)
}

/// Removes the members that the function rejects. The others keep their order, unlike after
/// `remove` in a map that has one. A method of the map is compiled anew for each function.
pub(crate) fn retain_members(
    members: &mut Map<String, Value>,
    keeps: &mut dyn FnMut(&str, &Value) -> bool,
) {
    members.retain(|name, value| keeps(name, value));
}

/// Returns the number of a text. One that no number holds stays text, so that no type reads it.
pub(crate) fn number(text: &str) -> Value {
    text.parse().map_or_else(|_| text.into(), Value::Number)
}

/// Converts an integral float to an integer.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss
)] // Checked right before.
pub(crate) fn integral_as_integer(n: Number) -> Number {
    if n.is_f64()
        && let Some(f) = n.as_f64()
        && f.fract() == 0.0
    {
        // The bounds are powers of two, so they are exact as floats.
        if (0.0..18_446_744_073_709_551_616.0).contains(&f) {
            return Number::from(f as u64);
        }
        if (-9_223_372_036_854_775_808.0..0.0).contains(&f) {
            return Number::from(f as i64);
        }
    }
    n
}
