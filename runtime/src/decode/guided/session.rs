//! State shared by all walks through one call's arguments: scanned texts, chosen alternatives,
//! remaining budgets.

mod budget;
mod notes;

use core::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use serde_json::Value;

use super::super::arena::Arena;
use super::super::within::has_secret;
use crate::dialect::{self, Dialect};
use crate::json_index::{DecodeLimits, Node, TokenList, TokenPosition, scan};
use crate::order::ByKey;
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

impl CacheKey {
    /// The key of an answer about a value alone.
    fn of_value(value: ValueId) -> Self {
        CacheKey {
            schema: 0,
            value,
            around: 0,
        }
    }

    /// The key of an answer about what is at an address.
    fn of_address(address: usize) -> Self {
        Self::of_value((address, 0))
    }
}

pub(crate) struct Session<'de> {
    pub(in crate::decode) d: &'de Dialect,
    pub(super) other: &'de Dialect,
    arena: &'de Arena<TokenList>,
    pub(in crate::decode) limits: DecodeLimits,
    /// The schema of the arguments, if faults are reported.
    root: Option<&'de Schema<'de>>,
    /// True if the arguments hold a secret, known after the first fault that shows a value.
    secret: OnceCell<bool>,
    /// True if no type reads the value. Then the schema alone selects alternatives, by constraints
    /// too.
    pub(super) alone: bool,
    /// Number of values in the text itself, without those inside strings.
    pub(in crate::decode) size: usize,
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
    pub(in crate::decode) number: Cell<Option<Node<'de>>>,
    /// True if an object with a flattened type did not fit. Serde may read it nevertheless, if the
    /// type is an `Option`.
    pub(super) unfit_flattened: Cell<bool>,
    /// True if a name was found that only `#[serde(other)]` reads.
    pub(super) has_other_name: Cell<bool>,
    /// Number of mistakes accepted so far, to compare alternatives.
    coerced: Cell<u32>,
    /// Form of map names that are numbers or bools, in serde's buffer.
    pub(super) names: Cell<MapNameForm>,
    cache: Cache<'de>,
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
    texts: RefCell<AnswerCache<Option<Node<'de>>>>,
    /// Defaults as JSON, by the address of their literal.
    defaults: RefCell<AnswerCache<Node<'de>>>,
    /// The string that holds a tape's text.
    parents: RefCell<AnswerCache<Node<'de>>>,
    choices: RefCell<AnswerCache<Option<usize>>>,
    /// Serde's cost of finding the alternative.
    prices: RefCell<AnswerCache<u64>>,
    /// The place of each token of a tape, computed on first use.
    places: RefCell<AnswerCache<Rc<[TokenPosition]>>>,
    coercions: RefCell<AnswerCache<NotedValue<'de>>>,
    ignored: RefCell<AnswerCache<NotedValue<'de>>>,
}

/// A value, and what is noted of it.
type NotedValue<'de> = (Node<'de>, &'static str);

/// Answers by their cache key.
type AnswerCache<T> = ByKey<CacheKey, T>;

/// Returns the known answer, or asks and keeps it. Asking may ask for other answers.
fn cached<T: Copy>(
    answers: &RefCell<AnswerCache<T>>,
    cache_key: CacheKey,
    ask: &dyn Fn() -> T,
) -> T {
    if let Some(known) = answers.borrow().get(&cache_key) {
        return *known;
    }
    let answer = ask();
    answers.borrow_mut().insert(cache_key, answer);
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
            has_other_name: Cell::new(false),
            coerced: Cell::new(0),
            names: Cell::new(MapNameForm::AsText),
            cache: Cache::default(),
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

    pub(crate) fn of_schema(self, root: &'de Schema<'de>) -> Self {
        Session {
            root: Some(root),
            ..self
        }
    }

    pub(in crate::decode) fn has_secret(&self) -> bool {
        let find = || {
            self.root
                .is_some_and(|root| has_secret(root, &[], &Frame::ROOT))
        };
        *self.secret.get_or_init(find)
    }

    /// Returns the form of a number or bool name in serde's buffer, and notes that one was seen.
    pub(super) fn shows_names(&self) -> MapNameForm {
        if self.names.get() == MapNameForm::AsText {
            self.names.set(MapNameForm::SeenAsText);
        }
        self.names.get()
    }

    /// Marks the session as one whose value no type reads.
    #[cfg(feature = "import")]
    pub(crate) fn without_serde(self) -> Self {
        Session {
            alone: true,
            ..self
        }
    }

    /// Returns the JSON value inside a string.
    pub(in crate::decode) fn open(&self, string: Node<'de>) -> Option<Node<'de>> {
        let text = string.as_str()?;
        let id = CacheKey::of_value(string.id());
        if let Some(known) = self.cache.texts.borrow().get(&id) {
            return *known;
        }
        let inner = self.scan(text);
        let inner = inner.map(|tape| self.arena.push(tape).root(text));
        if let Some(inner) = inner {
            let mut parents = self.cache.parents.borrow_mut();
            parents.insert(CacheKey::of_address(inner.id().0), string);
        }
        self.cache.texts.borrow_mut().insert(id, inner);
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
        let id = CacheKey::of_address(core::ptr::from_ref(field).addr());
        if let Some(known) = self.cache.defaults.borrow().get(&id) {
            return Some(*known);
        }
        let text = write()?;
        let mut tape = scan(&text, DecodeLimits::DEFAULT).ok()?;
        tape.own = Some(text.into_boxed_str());
        let node = self.arena.push(tape).root("");
        self.cache.defaults.borrow_mut().insert(id, node);
        Some(node)
    }

    /// Returns a value as a part of the arguments, if they may have so many values.
    pub(super) fn scan_value(&self, value: &Value) -> Option<Node<'de>> {
        let text = value.to_string();
        let mut tape = self.scan(&text)?;
        tape.own = Some(text.into_boxed_str());
        Some(self.arena.push(tape).root(""))
    }

    /// Scans a text within the limits that are left.
    fn scan(&self, text: &str) -> Option<TokenList> {
        let values = self.values.get();
        let limits = DecodeLimits {
            values,
            ..self.limits
        };
        let tape = scan(text, limits).ok()?;
        self.values.set(values.saturating_sub(tape.tokens.len()));
        Some(tape)
    }

    /// Returns the string that holds the value's text.
    pub(in crate::decode) fn parent(&self, node: Node<'_>) -> Option<Node<'de>> {
        let id = CacheKey::of_address(node.id().0);
        self.cache.parents.borrow().get(&id).copied()
    }

    pub(in crate::decode) fn places(&self, tape: &TokenList) -> Rc<[TokenPosition]> {
        let id = CacheKey::of_address(core::ptr::from_ref(tape).addr());
        if let Some(known) = self.cache.places.borrow().get(&id) {
            return Rc::clone(known);
        }
        let places: Rc<[TokenPosition]> = tape.places().into();
        let mut all = self.cache.places.borrow_mut();
        all.insert(id, Rc::clone(&places));
        places
    }

    /// Rejects all that is read from now on, because of a number for a tag.
    pub(super) fn refuse_number(&self, tag: Node<'de>) {
        self.number.set(Some(tag));
        self.give_up();
    }

    pub(super) fn choice(
        &self,
        cache_key: CacheKey,
        ask: &dyn Fn() -> Option<usize>,
    ) -> Option<usize> {
        cached(&self.cache.choices, cache_key, ask)
    }

    pub(super) fn cached_cost(&self, cache_key: CacheKey, ask: &dyn Fn() -> u64) -> u64 {
        cached(&self.cache.prices, cache_key, ask)
    }

    /// Returns the first alternative that fits. With leniency, the first of those that need the
    /// fewest corrections, so that a correct value keeps its meaning.
    pub(super) fn first(
        &self,
        lenient: bool,
        mut all: &mut dyn Iterator<Item = usize>,
        fits: &mut dyn FnMut(usize) -> bool,
    ) -> Option<usize> {
        if !lenient {
            return Iterator::find(&mut all, |i| fits(*i));
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
}

impl core::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}
