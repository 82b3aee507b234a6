//! What the walks through one call's arguments share: texts that were opened, alternatives that were chosen, how much work is left.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

use super::super::arena::Arena;
use super::super::document::{Node, Tape};
use super::super::limits::Limits;
use super::super::path::{Place, places};
use super::super::scan::scan;
use super::super::{Forgiven, Leniency};
use super::price;
use crate::dialect::{self, Dialect};
use crate::schema::{Literal, Schema};
use crate::shape::{Frame, Step};

/// Notes that are kept of what was forgiven, and of what was ignored: each has a path, which may be longer than what it leads to.
const NOTED: usize = 1_000;

/// A value, by its tape and number.
type Id = (usize, u32);

/// The question which alternative of a schema a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Question {
    schema: usize,
    value: Id,
    /// All that the answer depends on besides: the named types around it, and how the walk reads.
    around: u64,
}

pub(crate) struct Session<'de> {
    d: &'de Dialect,
    other: &'de Dialect,
    arena: &'de Arena<Tape>,
    limits: Limits,
    /// No type reads the value: the schema alone says which alternative it is, by its constraints too.
    alone: bool,
    /// Values of the text itself.
    size: usize,
    /// How deep JSON in texts may nest, all of them together.
    depth: usize,
    /// Values that texts in it may still hold.
    values: Cell<usize>,
    /// How much of what it costs serde to tell alternatives apart is left.
    purse: Cell<u64>,
    /// Steps that a walk may take to tell alternatives apart.
    fuel: Cell<u64>,
    /// How often something was forgiven, to compare alternatives.
    excuses: Cell<u32>,
    /// How serde's buffer sees names that are numbers or bools.
    names: Cell<Names>,
    /// Most calls have nothing to remember.
    memory: OnceCell<Box<Memory<'de>>>,
}

/// How serde's buffer sees names of maps that are numbers or bools.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    AsText,
    /// As text, and there was one.
    SeenAsText,
    AsValues,
}

/// What was found out and noted.
#[derive(Default)]
struct Memory<'de> {
    /// What strings hold, where it is JSON.
    texts: RefCell<HashMap<Id, Option<Node<'de>>>>,
    /// Defaults as JSON, by where they are written.
    defaults: RefCell<HashMap<usize, Node<'de>>>,
    /// The strings that hold a tape's text.
    parents: RefCell<HashMap<usize, Node<'de>>>,
    choices: RefCell<HashMap<Question, Option<usize>>>,
    /// What it costs serde to tell alternatives apart.
    prices: RefCell<HashMap<Question, u64>>,
    /// Where each token of a tape stands, once somebody asked.
    places: RefCell<HashMap<usize, Rc<[Place]>>>,
    forgiven: RefCell<BTreeMap<Id, (Node<'de>, &'static str)>>,
    ignored: RefCell<BTreeMap<Id, Node<'de>>>,
}

impl<'de> Session<'de> {
    pub(crate) fn new(
        d: &'de Dialect,
        arena: &'de Arena<Tape>,
        limits: Limits,
        tape: &Tape,
    ) -> Self {
        let values = tape.tokens.len();
        Session {
            d,
            other: dialect::of(d.provider, !d.strict),
            arena,
            limits,
            alone: false,
            size: values,
            depth: limits.depth.saturating_sub(tape.depth),
            values: Cell::new(limits.values.saturating_sub(values)),
            purse: Cell::new(price::MOST),
            // Far above what any honest value needs, far below what a person would wait for.
            fuel: Cell::new(300_000 + 100 * values as u64),
            excuses: Cell::new(0),
            names: Cell::new(Names::AsText),
            memory: OnceCell::new(),
        }
    }

    fn memory(&self) -> &Memory<'de> {
        self.memory.get_or_init(Box::default)
    }

    /// How serde's buffer sees a name that is a number or a bool. That there was one is noted.
    pub(super) fn shows_names(&self) -> Names {
        if self.names.get() == Names::AsText {
            self.names.set(Names::SeenAsText);
        }
        self.names.get()
    }

    pub(super) fn show_names(&self, names: Names) -> Names {
        self.names.replace(names)
    }

    /// For a value that no type reads.
    #[cfg(feature = "import")]
    pub(crate) fn alone(self) -> Self {
        Session {
            alone: true,
            ..self
        }
    }

    pub(super) fn is_alone(&self) -> bool {
        self.alone
    }

    /// The JSON that a string holds.
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

    /// JSON that stands in no text of the model: a default. Written once, and not counted: the model can't help that there are many.
    pub(super) fn written(
        &self,
        default: &'de Literal<'de>,
        write: impl FnOnce() -> Option<String>,
    ) -> Option<Node<'de>> {
        let id = core::ptr::from_ref(default).addr();
        if let Some(known) = self.memory().defaults.borrow().get(&id) {
            return Some(*known);
        }
        let text = write()?;
        let mut tape = scan(&text, Limits::DEFAULT).ok()?;
        tape.own = Some(text.into_boxed_str());
        let node = self.arena.push(tape).root("");
        self.memory().defaults.borrow_mut().insert(id, node);
        Some(node)
    }

    fn scan(&self, text: &'de str) -> Option<Node<'de>> {
        let limits = Limits {
            values: self.values.get(),
            ..self.limits
        };
        let tape = scan(text, limits).ok()?;
        self.values
            .set(self.values.get().saturating_sub(tape.tokens.len()));
        Some(self.arena.push(tape).root(text))
    }

    /// The string that holds a text.
    pub(crate) fn parent(&self, tape: usize) -> Option<Node<'de>> {
        self.memory().parents.borrow().get(&tape).copied()
    }

    /// Where each token of a tape stands.
    pub(crate) fn places(&self, tape: &Tape) -> Rc<[Place]> {
        let id = core::ptr::from_ref(tape).addr();
        let mut all = self.memory().places.borrow_mut();
        Rc::clone(all.entry(id).or_insert_with(|| places(tape).into()))
    }

    /// Uses up one step; `false`: there are none left.
    pub(super) fn step(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left > 0
    }

    /// Whether the alternatives could not be told apart in reasonable time.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    /// Ends all that has steps.
    pub(super) fn give_up(&self) {
        self.fuel.set(0);
    }

    /// The answer to a question, asked once.
    pub(super) fn choice(
        &self,
        question: Question,
        ask: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        if let Some(known) = self.memory().choices.borrow().get(&question) {
            return *known;
        }
        let answer = ask();
        self.memory().choices.borrow_mut().insert(question, answer);
        answer
    }

    /// The answer to a question what something costs, asked once.
    pub(super) fn price(&self, question: Question, ask: impl FnOnce() -> u64) -> u64 {
        if let Some(known) = self.memory().prices.borrow().get(&question) {
            return *known;
        }
        let answer = ask();
        self.memory().prices.borrow_mut().insert(question, answer);
        answer
    }

    /// Pays for work out of our sight; `false`: it is too much.
    pub(super) fn pay(&self, price: u64) -> bool {
        let left = self.purse.get().checked_sub(price);
        self.purse.set(left.unwrap_or(0));
        if left.is_none() {
            self.give_up();
        }
        left.is_some()
    }

    /// How often something is forgiven while alternatives are looked at.
    pub(super) fn excuses<R>(&self, look: impl FnOnce() -> R) -> (R, u32) {
        let before = self.excuses.replace(0);
        let found = look();
        (found, self.excuses.replace(before))
    }

    pub(super) fn forgive(&self, node: Node<'de>, what: &'static str) {
        self.excuses.set(self.excuses.get().saturating_add(1));
        let mut forgiven = self.memory().forgiven.borrow_mut();
        forgiven.insert(node.id(), (node, what));
    }

    /// What was forgiven, in the order of the text; no more than anybody reads.
    pub(crate) fn forgiven(&self, path: impl Fn(Node<'de>) -> String) -> Vec<Forgiven> {
        let Some(memory) = self.memory.get() else {
            return Vec::new();
        };
        let forgiven = memory.forgiven.borrow();
        forgiven
            .values()
            .take(NOTED)
            .map(|(node, what)| Forgiven {
                path: path(*node),
                what: (*what).into(),
            })
            .collect()
    }

    pub(crate) fn forget_forgiven(&self) {
        if let Some(memory) = self.memory.get() {
            memory.forgiven.borrow_mut().clear();
        }
    }

    /// The first alternative that fits; with forgiveness, the first of those that need least of it: what is right as it stands, stays what it is.
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
            let (fits, excuses) = self.excuses(|| fits(i));
            if fits && best.is_none_or(|(_, least)| excuses < least) {
                best = Some((i, excuses));
            }
            if let Some((_, 0)) = best {
                break;
            }
        }
        best.map(|(i, _)| i)
    }

    /// Notes a member of an open object that nobody reads.
    pub(crate) fn ignore(&self, node: Node<'de>) {
        let mut ignored = self.memory().ignored.borrow_mut();
        ignored.insert(node.id(), node);
    }

    /// The paths of what nobody reads, the first of them.
    pub(crate) fn ignored(&self, path: impl Fn(Node<'de>) -> String) -> Vec<String> {
        let Some(memory) = self.memory.get() else {
            return Vec::new();
        };
        let (ignored, forgiven) = (memory.ignored.borrow(), memory.forgiven.borrow());
        // Read strictly it was ignored, before it was forgiven.
        let ignored = ignored.iter().filter(|(id, _)| !forgiven.contains_key(id));
        ignored.take(NOTED).map(|(_, node)| path(*node)).collect()
    }

    /// How many values were sent, those in texts aside.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn d(&self) -> &'de Dialect {
        self.d
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }
}

impl core::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}

/// How a walk reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'w, 'de> {
    pub(crate) session: &'w Session<'de>,
    pub(crate) d: &'de Dialect,
    pub(crate) other: &'de Dialect,
    /// The value stands in a text that holds JSON, as the edge of a type that contains itself.
    pub(super) in_text: bool,
    /// How much deeper JSON in texts may nest.
    pub(super) depth: usize,
    pub(crate) lenient: Leniency,
    /// What it costs serde to read the value was reckoned up already.
    pub(super) priced: bool,
    /// Nobody reads the value: it is said what is wrong with it.
    pub(super) explains: bool,
    /// Constraints choose no alternative, even if no type reads the value.
    pub(super) loose: bool,
}

impl<'w, 'de> Walk<'w, 'de> {
    pub(crate) fn new(session: &'w Session<'de>) -> Self {
        Walk {
            session,
            d: session.d,
            other: session.other,
            in_text: false,
            depth: session.depth,
            lenient: Leniency::NONE,
            priced: false,
            explains: false,
            loose: false,
        }
    }

    /// The same walk, by types alone.
    pub(super) fn loosely(self) -> Self {
        Walk {
            loose: true,
            ..self
        }
    }

    /// The same walk, to say what is wrong: what is none of several stays so.
    pub(crate) fn explaining(self) -> Self {
        Walk {
            explains: true,
            ..self
        }
    }

    /// The same walk, with forgiveness.
    pub(crate) fn forgiving(self, lenient: Leniency) -> Self {
        Walk { lenient, ..self }
    }

    /// A walk that takes values as they are, without a dialect's rewrites.
    pub(crate) fn plain(self) -> Self {
        Walk {
            d: dialect::CANONICAL,
            other: dialect::CANONICAL,
            ..self
        }
    }

    /// The walk inside a string that holds JSON; `None` where that nests too deep.
    pub(super) fn deeper(self, inner: Node<'de>) -> Option<Self> {
        let depth = self.depth.checked_sub(inner.tape.depth)?;
        Some(Walk { depth, ..self })
    }

    pub(super) fn question(
        self,
        schema: *const Schema<'de>,
        node: Node<'de>,
        frame: &Frame<'_, 'de>,
    ) -> Question {
        let mut around = u64::from(self.in_text)
            | u64::from(self.d.signature == dialect::CANONICAL.signature) << 1
            | u64::from(self.lenient != Leniency::NONE) << 2
            | u64::from(self.loose) << 3
            | (self.depth as u64) << 4;
        let mut frame = Some(frame);
        while let Some(at) = frame {
            let named = at
                .named
                .map_or(0, |schema| core::ptr::from_ref(schema).addr());
            let bits = (named as u64) << 2
                | u64::from(at.optional) << 1
                | u64::from(matches!(at.step, Step::Here));
            around = (around.rotate_left(5) ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            frame = at.up;
        }
        Question {
            schema: schema.addr(),
            value: node.id(),
            around,
        }
    }
}
