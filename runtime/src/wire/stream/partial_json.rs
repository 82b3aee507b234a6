//! The beginning of a JSON text, completed.

use serde_json::Value;

use crate::decode::ArgumentErrors;

/// Completes the beginning of a JSON text: the value so far, while a model writes it.
///
/// [`text`](Self::text) is valid JSON after each [`push`](Self::push). Open strings, lists and
/// objects are closed. A member without a value is left out, and so is a number, `true`, `false`,
/// `null` or an escape that isn't complete. The rest never changes; strings, lists and objects only
/// grow.
///
/// The value has the form that the model writes. [`decode`](crate::decode()) reads it once the
/// text is complete.
///
/// ```
/// # use toolcast::wire::PartialJson;
/// let mut json = PartialJson::new();
/// json.push(r#"{"title":"Zür"#)?;
/// assert_eq!(json.text(), r#"{"title":"Zür"}"#);
/// json.push(r#"ich","tags":["a","#)?;
/// assert_eq!(json.text(), r#"{"title":"Zürich","tags":["a"]}"#);
/// json.push(r#""b"],"stars":12"#)?;
/// assert_eq!(json.text(), r#"{"title":"Zürich","tags":["a","b"]}"#);
/// json.push("3}")?;
/// assert!(json.is_complete());
/// assert_eq!(json.value().unwrap()["stars"], 123);
/// # Ok::<(), toolcast::decode::ArgumentErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartialJson {
    /// The accepted text, and what closes it.
    text: String,
    accepted: usize,
    pending: String,
    /// The ends of the open lists and objects.
    open: Vec<char>,
    state: Position,
    in_name: bool,
    read: usize,
    error: Option<ArgumentErrors>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    Value,
    /// A value, or the end of the list.
    FirstItem,
    /// A name, or the end of the object.
    FirstName,
    Name,
    Colon,
    /// The end of the list or object, or another item.
    Next,
    Text,
    Escape,
    /// The rest of `\uXXXX`, with `left` digits. `low` for the second half of a surrogate pair.
    Unicode {
        low: bool,
        left: u8,
        code: u16,
    },
    /// `\u` of the second half of a surrogate pair.
    Low {
        slash: bool,
    },
    Number(NumberState),
    /// The rest of a word.
    Word(&'static str),
    /// Only white space.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberState {
    Minus,
    Zero,
    Digits,
    Point,
    Fraction,
    Exponent,
    Sign,
    Power,
}

/// Maximum number of open lists and objects, as `serde_json` has it.
const MAX_DEPTH: usize = 127;

const MAX_BYTES: usize = 16 << 20;

impl Default for PartialJson {
    fn default() -> Self {
        PartialJson {
            text: String::from("null"),
            accepted: 0,
            pending: String::new(),
            open: Vec::new(),
            state: Position::Value,
            in_name: false,
            read: 0,
            error: None,
        }
    }
}

impl PartialJson {
    /// Creates one without text.
    pub fn new() -> Self {
        PartialJson::default()
    }

    /// Adds the next piece of the text.
    ///
    /// # Errors
    ///
    /// A fault of the kind [`NotJson`](crate::decode::FaultKind::NotJson) if the text isn't JSON,
    /// has more than 127 levels, or more than 16 MiB. The value has what was before the error, and
    /// each later call returns the same error.
    pub fn push(&mut self, piece: &str) -> Result<(), ArgumentErrors> {
        if self.error.is_none() {
            self.text.truncate(self.accepted);
            self.error = self.read(piece).err();
            self.close();
        }
        match &self.error {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Returns the value so far as JSON text: `null` before it begins.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the value so far, or `None` if it has a number beyond an `f64`.
    pub fn value(&self) -> Option<Value> {
        serde_json::from_str(&self.text).ok()
    }

    /// Returns `true` if the text is one whole value. A number at the root may go on until white
    /// space follows it.
    pub fn is_complete(&self) -> bool {
        self.state == Position::End
    }

    fn read(&mut self, piece: &str) -> Result<(), ArgumentErrors> {
        let beyond = |what: String| Err(ArgumentErrors::unreadable_answer(true, what));
        for c in piece.chars() {
            if self.read >= MAX_BYTES {
                return beyond(format!("more than {MAX_BYTES} bytes"));
            }
            if self.open.len() == MAX_DEPTH && matches!(c, '[' | '{') && self.expects_value() {
                return beyond(format!("more than {MAX_DEPTH} levels of lists and objects"));
            }
            self.step(c).map_err(|expected| {
                let what = format!("expected {expected} at byte {}, found {c:?}", self.read);
                ArgumentErrors::unreadable_answer(false, what)
            })?;
            self.read += c.len_utf8();
        }
        Ok(())
    }

    fn expects_value(&self) -> bool {
        matches!(self.state, Position::Value | Position::FirstItem)
    }

    fn is_in_string(&self) -> bool {
        matches!(
            self.state,
            Position::Text | Position::Escape | Position::Unicode { .. } | Position::Low { .. }
        )
    }

    fn close(&mut self) {
        if self.accepted == 0 {
            self.text.push_str("null");
            return;
        }
        if self.is_in_string() && !self.in_name {
            self.text.push('"');
        }
        self.text.extend(self.open.iter().rev());
    }

    /// Reads a character. The error is what was expected.
    fn step(&mut self, c: char) -> Result<(), &'static str> {
        let in_word = matches!(self.state, Position::Number(_) | Position::Word(_));
        if matches!(c, ' ' | '\t' | '\n' | '\r') && !in_word && !self.is_in_string() {
            self.pending.push(c);
            return Ok(());
        }
        match (self.state, c) {
            (Position::FirstItem, ']') | (Position::FirstName, '}') => self.close_container(c),
            (Position::Value | Position::FirstItem, _) => self.begin(c)?,
            (Position::FirstName | Position::Name, '"') => {
                self.in_name = true;
                self.wait(c, Position::Text);
            }
            (Position::FirstName, _) => return Err("a name in quotes or `}`"),
            (Position::Name, _) => return Err("a name in quotes"),
            (Position::Colon, ':') => self.wait(c, Position::Value),
            (Position::Colon, _) => return Err("`:`"),
            (Position::Next, _) => match (self.open.last(), c) {
                (Some(']'), ',') => self.wait(c, Position::Value),
                (Some('}'), ',') => self.wait(c, Position::Name),
                (Some(end), _) if *end == c => self.close_container(c),
                (Some(']'), _) => return Err("`,` or `]`"),
                (_, _) => return Err("`,` or `}`"),
            },
            (Position::Text, _) => self.characters(c)?,
            (Position::Escape | Position::Unicode { .. } | Position::Low { .. }, _) => {
                self.escape(c)?;
            }
            (Position::Number(at), _) => self.number(c, at)?,
            (Position::Word(rest), _) => match rest.strip_prefix(c) {
                Some("") => self.accept(c, self.after_value()),
                Some(rest) => self.wait(c, Position::Word(rest)),
                None => return Err("`true`, `false` or `null`"),
            },
            (Position::End, _) => return Err("the end of the text"),
        }
        Ok(())
    }

    fn begin(&mut self, c: char) -> Result<(), &'static str> {
        match c {
            '[' => {
                self.open.push(']');
                self.accept(c, Position::FirstItem);
            }
            '{' => {
                self.open.push('}');
                self.accept(c, Position::FirstName);
            }
            '"' => {
                self.in_name = false;
                self.accept(c, Position::Text);
            }
            '-' => self.wait(c, Position::Number(NumberState::Minus)),
            '0' => self.wait(c, Position::Number(NumberState::Zero)),
            '1'..='9' => self.wait(c, Position::Number(NumberState::Digits)),
            't' => self.wait(c, Position::Word("rue")),
            'f' => self.wait(c, Position::Word("alse")),
            'n' => self.wait(c, Position::Word("ull")),
            _ => return Err("a value"),
        }
        Ok(())
    }

    fn characters(&mut self, c: char) -> Result<(), &'static str> {
        match c {
            '"' if self.in_name => self.wait(c, Position::Colon),
            '"' => self.accept(c, self.after_value()),
            '\\' => self.wait(c, Position::Escape),
            '\0'..='\x1f' => return Err("an escape for a control character"),
            _ => self.string(c),
        }
        Ok(())
    }

    fn escape(&mut self, c: char) -> Result<(), &'static str> {
        let unicode = |low| Position::Unicode {
            low,
            left: 4,
            code: 0,
        };
        match (self.state, c) {
            (Position::Escape, 'u') => self.wait(c, unicode(false)),
            (Position::Escape, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => self.string(c),
            (Position::Escape, _) => return Err("an escape such as `\\n`"),
            (Position::Low { slash: false }, '\\') => {
                self.wait(c, Position::Low { slash: true });
            }
            (Position::Low { slash: true }, 'u') => self.wait(c, unicode(true)),
            (Position::Unicode { low, left, code }, _) => {
                let digit = c.to_digit(16).and_then(|digit| u16::try_from(digit).ok());
                let code = code << 4 | digit.ok_or("a hexadecimal digit")?;
                let left = left - 1;
                match (left, low, code) {
                    (1.., ..) => self.wait(c, Position::Unicode { low, left, code }),
                    (_, false, 0xd800..=0xdbff) => {
                        self.wait(c, Position::Low { slash: false });
                    }
                    (_, false, 0xdc00..=0xdfff) => {
                        return Err("the first half of a surrogate pair");
                    }
                    (_, true, ..=0xdbff | 0xe000..) => {
                        return Err("the second half of a surrogate pair");
                    }
                    _ => self.string(c),
                }
            }
            _ => return Err("the second half of a surrogate pair"),
        }
        Ok(())
    }

    /// Reads a character of a number, or the first one after it.
    fn number(&mut self, c: char, at: NumberState) -> Result<(), &'static str> {
        use NumberState::{Digits, Exponent, Fraction, Minus, Point, Power, Sign, Zero};
        let next = match (at, c) {
            (Minus, '0') => Zero,
            (Minus, '1'..='9') | (Digits, '0'..='9') => Digits,
            (Zero | Digits, '.') => Point,
            (Point | Fraction, '0'..='9') => Fraction,
            (Zero | Digits | Fraction, 'e' | 'E') => Exponent,
            (Exponent, '+' | '-') => Sign,
            (Exponent | Sign | Power, '0'..='9') => Power,
            (Minus | Point | Exponent | Sign, _) => return Err("a digit"),
            (Zero | Digits | Fraction | Power, _) => {
                self.keep();
                self.state = self.after_value();
                return self.step(c);
            }
        };
        self.wait(c, Position::Number(next));
        Ok(())
    }

    /// Reads a character that completes nothing.
    fn wait(&mut self, c: char, state: Position) {
        self.pending.push(c);
        self.state = state;
    }

    /// Reads a character that completes what is pending.
    fn accept(&mut self, c: char, state: Position) {
        self.pending.push(c);
        self.keep();
        self.state = state;
    }

    /// Reads a character of a string. A name is left out until its value begins.
    fn string(&mut self, c: char) {
        if self.in_name {
            self.wait(c, Position::Text);
        } else {
            self.accept(c, Position::Text);
        }
    }

    fn keep(&mut self) {
        self.text.push_str(&self.pending);
        self.pending.clear();
        self.accepted = self.text.len();
    }

    fn close_container(&mut self, c: char) {
        self.open.pop();
        self.accept(c, self.after_value());
    }

    fn after_value(&self) -> Position {
        if self.open.is_empty() {
            Position::End
        } else {
            Position::Next
        }
    }
}
