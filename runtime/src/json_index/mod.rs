//! An index of a JSON text: a flat list of its values with their positions, from one scan.
//!
//! No tree is built: values can be skipped, inspected or decoded in place, and numbers keep their
//! text. Arguments and the responses of providers are read through it. It doesn't know schemas.

mod limits;
mod scan;
#[cfg(test)]
mod tests;
mod value;

pub use limits::DecodeLimits;
pub(crate) use limits::is_deeper;
pub(crate) use scan::{ScanErrorKind, scan, scan_response};
pub(crate) use value::{integral_as_integer, number};

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
    /// Returns the top-level value.
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

    /// Returns the value's source text.
    pub(crate) fn raw(self) -> &'de str {
        let token = self.token();
        let quote = usize::from(self.is_string());
        &self.text[token.start as usize - quote..token.end as usize + quote]
    }

    /// Returns the value's byte offset in the text.
    pub(crate) fn offset(self) -> usize {
        self.token().start as usize - usize::from(self.is_string())
    }

    /// Returns the number of tokens in the value.
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

    /// Returns the items of an array; empty for other values.
    pub(crate) fn items(self) -> Items<'de> {
        self.inner_values(TokenKind::Array)
    }

    /// Returns the names and values of an object; empty for other values.
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

    /// Returns the value of the member with that name.
    pub(crate) fn get(self, name: &str) -> Option<Node<'de>> {
        self.members()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// Returns the name and the value of an object's only member.
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
