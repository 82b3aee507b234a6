//! State shared by all walks through one call's arguments: scanned texts, chosen alternatives,
//! remaining budgets.

mod budget;
mod notes;

use core::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::super::arena::Arena;
use super::super::containers::{TokenPosition, places};
use super::super::within::has_secret;
use crate::dialect::{self, Dialect};
use crate::json_index::{DecodeLimits, Node, TokenList, scan};
use crate::schema::{Field, Schema};
use crate::shape::Frame;

pub(super) use budget::PRICE;

/// Identifies a value by its tape and index.
type ValueId = (usize, u32);

/// A cache key: the alternative of a schema that a value matches.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct CacheKey {
    pub(super) schema: usize,
    pub(super) value: ValueId,
    /// Everything else that the answer depends on: the enclosing named types and the walk's mode.
    pub(super) around: u64,
}

pub(crate) struct Session<'de> {
    pub(super) d: &'de Dialect,
    pub(super) other: &'de Dialect,
    arena: &'de Arena<TokenList>,
    limits: DecodeLimits,
    /// The schema of the arguments, if faults are reported.
    root: Option<&'de Schema<'de>>,
    /// True if the arguments hold a secret, known after the first fault that shows a value.
    secret: OnceCell<bool>,
    /// True if no type reads the value. Then the schema alone selects alternatives, by constraints
    /// too.
    alone: bool,
    /// Number of values in the text itself.
    size: usize,
    /// Remaining nesting depth of JSON inside strings, all levels together.
    pub(super) depth: usize,
    /// Number of values that JSON inside strings may still have.
    values: Cell<usize>,
    /// Remaining budget for serde's work on untagged alternatives.
    budget: Cell<u64>,
    /// Remaining steps for finding alternatives.
    fuel: Cell<u64>,
    /// Remaining work of matching texts with imported patterns.
    matching: Cell<usize>,
    /// A number for a tag, which no schema shows to a model but serde may read as a variant's
    /// index.
    number: Cell<Option<Node<'de>>>,
    /// True if an object with a flattened type did not fit.
    unfit_flattened: Cell<bool>,
    /// Number of mistakes accepted so far, to compare alternatives.
    coerced: Cell<u32>,
    /// Form of map names that are numbers or bools, in serde's buffer.
    names: Cell<MapNameForm>,
    /// Allocated on first use, because most calls need none of it.
    memory: OnceCell<Box<Cache<'de>>>,
}

/// Form of map names that are numbers or bools, in serde's buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MapNameForm {
    AsText,
    /// As text, and at least one was seen.
    SeenAsText,
    AsValues,
}

/// Cached answers and notes.
#[derive(Default)]
struct Cache<'de> {
    /// The JSON value inside a string, or `None` if it holds no JSON.
    texts: RefCell<HashMap<ValueId, Option<Node<'de>>>>,
    /// Defaults as JSON, by the address of their literal.
    defaults: RefCell<HashMap<usize, Node<'de>>>,
    /// The string that holds a tape's text.
    parents: RefCell<HashMap<usize, Node<'de>>>,
    choices: RefCell<HashMap<CacheKey, Option<usize>>>,
    /// Serde's cost of finding the alternative.
    prices: RefCell<HashMap<CacheKey, u64>>,
    /// The place of each token of a tape, computed on first use.
    places: RefCell<HashMap<usize, Rc<[TokenPosition]>>>,
    coercions: RefCell<NotedValues<'de>>,
    ignored: RefCell<NotedValues<'de>>,
}

/// Values in text order, with what is noted of them.
type NotedValues<'de> = BTreeMap<ValueId, (Node<'de>, &'static str)>;

/// Returns the known answer, or asks and keeps it. Asking may ask for other answers.
fn cached<T: Copy>(
    answers: &RefCell<HashMap<CacheKey, T>>,
    question: CacheKey,
    ask: impl FnOnce() -> T,
) -> T {
    if let Some(known) = answers.borrow().get(&question) {
        return *known;
    }
    let answer = ask();
    answers.borrow_mut().insert(question, answer);
    answer
}

impl<'de> Session<'de> {
    pub(crate) fn new(
        d: &'de Dialect,
        arena: &'de Arena<TokenList>,
        limits: DecodeLimits,
        tape: &TokenList,
    ) -> Self {
        let depth = limits.depth.saturating_sub(tape.depth);
        Self::of(d, arena, limits, tape.tokens.len(), depth)
    }

    fn of(
        d: &'de Dialect,
        arena: &'de Arena<TokenList>,
        limits: DecodeLimits,
        size: usize,
        depth: usize,
    ) -> Self {
        Session {
            d,
            other: dialect::of(d.provider, !d.strict),
            arena,
            limits,
            root: None,
            secret: OnceCell::new(),
            alone: false,
            size,
            depth,
            values: Cell::new(limits.values.saturating_sub(size)),
            budget: Cell::new(PRICE),
            // Far more than any legitimate value needs, and still fast enough for a user who waits.
            fuel: Cell::new(300_000 + 100 * size as u64),
            matching: Cell::new(budget::MATCHING),
            number: Cell::new(None),
            unfit_flattened: Cell::new(false),
            coerced: Cell::new(0),
            names: Cell::new(MapNameForm::AsText),
            memory: OnceCell::new(),
        }
    }

    /// A session over the same text that has read nothing yet.
    pub(crate) fn fresh(&self) -> Self {
        Session {
            alone: self.alone,
            root: self.root,
            ..Self::of(self.d, self.arena, self.limits, self.size, self.depth)
        }
    }

    /// The same session, for values of the schema.
    pub(crate) fn of_schema(self, root: &'de Schema<'de>) -> Self {
        Session {
            root: Some(root),
            ..self
        }
    }

    /// Returns true if the schema of the arguments holds a secret.
    pub(in crate::decode) fn has_secret(&self) -> bool {
        let find = || {
            self.root
                .is_some_and(|root| has_secret(root, &[], &Frame::ROOT))
        };
        *self.secret.get_or_init(find)
    }

    fn memory(&self) -> &Cache<'de> {
        self.memory.get_or_init(Box::default)
    }

    /// Returns the form of a number or bool name in serde's buffer, and notes that one was seen.
    pub(super) fn shows_names(&self) -> MapNameForm {
        if self.names.get() == MapNameForm::AsText {
            self.names.set(MapNameForm::SeenAsText);
        }
        self.names.get()
    }

    pub(super) fn show_names(&self, names: MapNameForm) -> MapNameForm {
        self.names.replace(names)
    }

    /// Marks the session as one whose value no type reads.
    #[cfg(feature = "import")]
    pub(crate) fn without_serde(self) -> Self {
        Session {
            alone: true,
            ..self
        }
    }

    pub(super) fn is_alone(&self) -> bool {
        self.alone
    }

    /// Returns the JSON value inside a string.
    pub(in crate::decode) fn open(&self, string: Node<'de>) -> Option<Node<'de>> {
        let text = string.as_str()?;
        if let Some(known) = self.memory().texts.borrow().get(&string.id()) {
            return *known;
        }
        let inner = self.scan(text);
        if let Some(inner) = inner {
            self.memory()
                .parents
                .borrow_mut()
                .insert(inner.id().0, string);
        }
        self.memory().texts.borrow_mut().insert(string.id(), inner);
        inner
    }

    /// Returns a field's default as JSON, scanned once. It doesn't count against the limits,
    /// because the model didn't send it.
    pub(super) fn written(
        &self,
        field: &'de Field<'de>,
        write: impl FnOnce() -> Option<String>,
    ) -> Option<Node<'de>> {
        // Equal literals of two fields may have one address.
        let id = core::ptr::from_ref(field).addr();
        if let Some(known) = self.memory().defaults.borrow().get(&id) {
            return Some(*known);
        }
        let text = write()?;
        let mut tape = scan(&text, DecodeLimits::DEFAULT).ok()?;
        tape.own = Some(text.into_boxed_str());
        let node = self.arena.push(tape).root("");
        self.memory().defaults.borrow_mut().insert(id, node);
        Some(node)
    }

    /// Returns a value as a part of the arguments, if they may have so many values.
    pub(super) fn scan_value(&self, value: &Value) -> Option<Node<'de>> {
        let text = value.to_string();
        let mut tape = scan(&text, self.limits_left()).ok()?;
        tape.own = Some(text.into_boxed_str());
        self.values
            .set(self.values.get().saturating_sub(tape.tokens.len()));
        Some(self.arena.push(tape).root(""))
    }

    fn limits_left(&self) -> DecodeLimits {
        DecodeLimits {
            values: self.values.get(),
            ..self.limits
        }
    }

    fn scan(&self, text: &'de str) -> Option<Node<'de>> {
        let tape = scan(text, self.limits_left()).ok()?;
        self.values
            .set(self.values.get().saturating_sub(tape.tokens.len()));
        Some(self.arena.push(tape).root(text))
    }

    /// Returns the string that holds the value's text.
    pub(in crate::decode) fn parent(&self, node: Node<'_>) -> Option<Node<'de>> {
        self.memory().parents.borrow().get(&node.id().0).copied()
    }

    /// Returns the places of all tokens of a tape.
    pub(in crate::decode) fn places(&self, tape: &TokenList) -> Rc<[TokenPosition]> {
        let id = core::ptr::from_ref(tape).addr();
        let mut all = self.memory().places.borrow_mut();
        Rc::clone(all.entry(id).or_insert_with(|| places(tape).into()))
    }

    /// Rejects all that is read from now on, because of a number for a tag.
    pub(super) fn refuse_number(&self, tag: Node<'de>) {
        self.number.set(Some(tag));
        self.give_up();
    }

    /// Notes that an object with a flattened type does not fit. Serde may read it nevertheless, if
    /// the type is an `Option`.
    pub(super) fn note_unfit_flattened(&self) {
        self.unfit_flattened.set(true);
    }

    /// Returns true if an object with a flattened type did not fit.
    pub(super) fn has_unfit_flattened(&self) -> bool {
        self.unfit_flattened.get()
    }

    /// Returns the number for a tag because of which the session rejected its value.
    pub(in crate::decode) fn number_for_tag(&self) -> Option<Node<'de>> {
        self.number.get()
    }

    /// Returns the cached choice, or computes and caches it.
    pub(super) fn choice(
        &self,
        question: CacheKey,
        ask: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        cached(&self.memory().choices, question, ask)
    }

    /// Returns the cached cost, or computes and caches it.
    pub(super) fn cached_cost(&self, question: CacheKey, ask: impl FnOnce() -> u64) -> u64 {
        cached(&self.memory().prices, question, ask)
    }

    /// Returns the first alternative that fits. With leniency, the first of those that need the
    /// fewest corrections, so that a correct value keeps its meaning.
    pub(super) fn first(
        &self,
        lenient: bool,
        mut all: impl Iterator<Item = usize>,
        mut fits: impl FnMut(usize) -> bool,
    ) -> Option<usize> {
        if !lenient {
            return all.find(|i| fits(*i));
        }
        let mut best = None;
        for i in all {
            let (fits, coerced) = self.count_coercions(|| fits(i));
            if fits && best.is_none_or(|(_, least)| coerced < least) {
                best = Some((i, coerced));
            }
            if let Some((_, 0)) = best {
                break;
            }
        }
        best.map(|(i, _)| i)
    }

    /// Returns the number of values sent, without those inside strings.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn d(&self) -> &'de Dialect {
        self.d
    }

    pub(crate) fn limits(&self) -> DecodeLimits {
        self.limits
    }
}

impl core::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}
