//! JSON text, scanned once into a flat list of tokens with their positions in the text.
//!
//! No tree is built: values can be skipped, inspected or decoded in place, and numbers keep their
//! text. This layer doesn't know schemas.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    True,
    False,
    Number,
    /// A string without escapes: a slice of the text.
    Plain,
    /// A string with escapes: its decoded form is in `Tape::unescaped`.
    Escaped,
    Array,
    Object,
}

/// A value, or a property name, which directly precedes its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Start in the text; for strings, after the quote.
    pub(super) start: u32,
    /// End in the text, exclusive; for strings, before the closing quote.
    pub(super) end: u32,
    /// Index of the first token after this value; for an escaped string, its index in `Tape::ends`.
    pub(super) next: u32,
}

/// The tokens of a text.
#[derive(Debug, Default)]
pub(super) struct Tape {
    /// The text, if the tape owns it.
    pub(super) own: Option<Box<str>>,
    pub(super) tokens: Vec<Token>,
    /// All strings with escapes, decoded and concatenated.
    pub(super) unescaped: String,
    /// The end of each of them in `unescaped`.
    pub(super) ends: Vec<u32>,
    /// Maximum nesting depth of arrays and objects.
    pub(super) depth: usize,
}

impl Tape {
    /// Returns the top-level value.
    pub(super) fn root<'de>(&'de self, text: &'de str) -> Node<'de> {
        Node {
            tape: self,
            text: self.own.as_deref().unwrap_or(text),
            index: 0,
        }
    }

    fn string<'de>(&'de self, text: &'de str, index: u32) -> Option<&'de str> {
        let token = self.tokens[index as usize];
        match token.kind {
            Kind::Plain => Some(&text[token.start as usize..token.end as usize]),
            Kind::Escaped => {
                let which = token.next as usize;
                let start = match which {
                    0 => 0,
                    _ => self.ends[which - 1],
                };
                Some(&self.unescaped[start as usize..self.ends[which] as usize])
            }
            _ => None,
        }
    }

    /// Returns the index of the token after the value.
    fn after(&self, index: u32) -> u32 {
        let token = &self.tokens[index as usize];
        match token.kind {
            Kind::Array | Kind::Object => token.next,
            _ => index + 1,
        }
    }
}

/// A value of a text.
#[derive(Clone, Copy)]
pub(super) struct Node<'de> {
    pub(super) tape: &'de Tape,
    pub(super) text: &'de str,
    pub(super) index: u32,
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

    pub(super) fn kind(self) -> Kind {
        self.token().kind
    }

    pub(super) fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    pub(super) fn is_string(self) -> bool {
        matches!(self.kind(), Kind::Plain | Kind::Escaped)
    }

    pub(super) fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    pub(super) fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Returns a string's content, without escapes.
    pub(super) fn as_str(self) -> Option<&'de str> {
        self.tape.string(self.text, self.index)
    }

    /// Returns the value's source text.
    pub(super) fn raw(self) -> &'de str {
        let token = self.token();
        let quote = usize::from(self.is_string());
        &self.text[token.start as usize - quote..token.end as usize + quote]
    }

    /// Returns the value's byte offset in the text.
    pub(super) fn offset(self) -> usize {
        self.token().start as usize - usize::from(self.is_string())
    }

    /// Returns the number of tokens in the value.
    pub(super) fn size(self) -> u32 {
        self.tape.after(self.index) - self.index
    }

    /// Returns the items of an array; empty for other values.
    pub(super) fn items(self) -> Items<'de> {
        Items {
            at: self.index + 1,
            end: if self.is_array() {
                self.token().next
            } else {
                0
            },
            node: self,
        }
    }

    /// Returns the names and values of an object; empty for other values.
    pub(super) fn members(self) -> Members<'de> {
        Members(Items {
            at: self.index + 1,
            end: if self.is_object() {
                self.token().next
            } else {
                0
            },
            node: self,
        })
    }

    /// Returns the value of the member with that name.
    pub(super) fn get(self, name: &str) -> Option<Node<'de>> {
        self.members()
            .find_map(|(key, value)| (key == name).then_some(value))
    }

    /// Returns an identity that is unique among all values of all live tapes.
    pub(super) fn id(self) -> (usize, u32) {
        (core::ptr::from_ref(self.tape).addr(), self.index)
    }
}

/// The items of an array.
#[derive(Clone, Debug)]
pub(super) struct Items<'de> {
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
pub(super) struct Members<'de>(Items<'de>);

impl<'de> Iterator for Members<'de> {
    type Item = (&'de str, Node<'de>);

    fn next(&mut self) -> Option<Self::Item> {
        let Items { node, at, end } = &mut self.0;
        if *at >= *end {
            return None;
        }
        let (name, value) = (*at, *at + 1);
        *at = node.tape.after(value);
        let name = node.tape.string(node.text, name)?;
        Some((
            name,
            Node {
                index: value,
                ..*node
            },
        ))
    }
}
