//! All texts of a tool in one buffer, with a table of where each stands.

use super::declaration::{
    Entry, ToolFacts, Written, check_limits, demanded, dialect, unknown_name, wanted, write,
};
use super::discover::find_definitions;
use super::notes::{Notes, Style};
use super::root::walk;
use super::writer::{Tally, WHOLE_TOOL, Writer};
use crate::dialect::{CANONICAL, Dialect};
use crate::json::{Buffer, Mark, Sink};
use crate::provider::Provider;
use crate::spec::Spec;

/// Where each provider's declaration stands.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    entries: [Option<Entry>; Provider::COUNT],
}

/// The texts of a tool as they were written, in a buffer that is larger than they are.
#[derive(Clone, Copy)]
pub struct Rendered<const N: usize> {
    buffer: Buffer<N>,
    end: Mark,
    table: Table,
    faulty: bool,
    first_fault: usize,
}

/// The texts of a tool, exactly as long as they are.
#[derive(Clone, Copy)]
pub struct Exact<const N: usize> {
    buffer: Buffer<N>,
    table: Table,
    faulty: bool,
    first_fault: usize,
}

/// The texts of a tool.
#[derive(Clone, Copy)]
pub struct Texts {
    text: &'static str,
    table: &'static Table,
}

impl core::fmt::Debug for Texts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Texts")
            .field("len", &self.text.len())
            .finish_non_exhaustive()
    }
}

static NO_TEXTS: Table = Table {
    entries: [None; Provider::COUNT],
};

impl Texts {
    /// No text for anybody.
    pub const NONE: Self = Texts {
        text: "",
        table: &NO_TEXTS,
    };

    const fn entry(&self, provider: Provider) -> Option<Entry> {
        self.table.entries[provider.index()]
    }

    const fn slice(&self, from: Mark, to: Mark) -> &'static str {
        self.text.split_at(to.get()).0.split_at(from.get()).1
    }

    /// The declaration for a provider.
    pub const fn declaration(&self, provider: Provider) -> Option<&'static str> {
        match self.entry(provider) {
            Some(entry) => Some(self.slice(entry.from, entry.to)),
            None => None,
        }
    }

    /// The parameters' schema in it.
    pub const fn parameters(&self, provider: Provider) -> Option<&'static str> {
        match self.entry(provider) {
            Some(entry) if entry.parameters_from.get() < entry.parameters_to.get() => {
                Some(self.slice(entry.parameters_from, entry.parameters_to))
            }
            _ => None,
        }
    }

    /// Whether it asks for strict mode.
    pub const fn strict(&self, provider: Provider) -> bool {
        match self.entry(provider) {
            Some(entry) => entry.strict,
            None => false,
        }
    }
}

impl<const N: usize> Rendered<N> {
    /// Writes all texts of a tool.
    pub const fn new(spec: &'static Spec<'static>) -> Self {
        let mut buffer = Buffer::<N>::new();
        let all = write_all(spec, Sink::new(&mut buffer));
        Rendered {
            buffer,
            end: all.end,
            table: all.table,
            faulty: all.faulty,
            first_fault: all.first_fault,
        }
    }

    /// How long the texts are together.
    #[allow(clippy::len_without_is_empty)] // No tool has no text.
    pub const fn len(&self) -> usize {
        self.end.get()
    }

    /// The texts without the rest of the buffer; written again where it was too small.
    pub const fn exact<const M: usize>(&self, spec: &'static Spec<'static>) -> Exact<M> {
        if self.end.get() <= N {
            return Exact {
                buffer: self.buffer.shrink(self.end),
                table: self.table,
                faulty: self.faulty,
                first_fault: self.first_fault,
            };
        }
        let mut buffer = Buffer::<M>::new();
        write_all(spec, Sink::new(&mut buffer));
        Exact {
            buffer,
            table: self.table,
            faulty: self.faulty,
            first_fault: self.first_fault,
        }
    }
}

impl<const N: usize> Exact<N> {
    /// Whether a provider that the tool is made for would refuse it.
    pub const fn is_faulty(&self) -> bool {
        self.faulty
    }

    /// Fails the build if this parameter is the first with something in it that a provider would refuse.
    #[track_caller]
    pub const fn point(&self, spec: &'static Spec<'static>, param: usize) {
        if self.faulty && self.first_fault == param {
            refuse_all(spec);
        }
    }

    /// Fails the build if a provider would refuse the tool as a whole.
    #[track_caller]
    pub const fn point_tool(&self, spec: &'static Spec<'static>) {
        if self.faulty {
            refuse_all(spec);
        }
    }

    /// The texts, from a static.
    pub const fn texts(&'static self) -> Texts {
        Texts {
            text: self.buffer.all(),
            table: &self.table,
        }
    }
}

struct All {
    end: Mark,
    table: Table,
    faulty: bool,
    first_fault: usize,
}

const fn write_all(spec: &'static Spec<'static>, out: Sink<'_>) -> All {
    let schema = spec.params.get();
    let facts = ToolFacts::of(spec);
    let mut w = Writer::new(out, CANONICAL);
    w.definitions = find_definitions(schema);
    w.lossless = spec.lossless;
    let mut written = Written::new();
    let mut table = Table {
        entries: [None; Provider::COUNT],
    };
    let mut faulty = false;
    let mut first_fault = WHOLE_TOOL;

    // The canonical text comes first: it shows what the tool is made of, and what nobody can read.
    w.structural = true;
    w.lossless = false;
    let entry = write(&mut w, spec, schema, &facts, &mut written);
    w.structural = false;
    w.lossless = spec.lossless;
    let canonical = w.tally;
    let misnamed = match spec.build {
        Some(names) => unknown_name(names).is_some(),
        None => false,
    };
    let broken = canonical.faults > 0 || misnamed;
    if broken {
        faulty = true;
        first_fault = w.first_fault;
    } else if wanted(spec, Provider::JsonSchema) {
        table.entries[Provider::JsonSchema.index()] = Some(entry);
    }

    let mut i = 0;
    while i < Provider::COUNT {
        let provider = Provider::ALL[i];
        if i != Provider::JsonSchema.index() && wanted(spec, provider) && !broken {
            let d = dialect(spec, provider, &canonical);
            w.turn(d);
            let entry = write(&mut w, spec, schema, &facts, &mut written);
            if demanded(spec, d) {
                let tally = measure(spec, d);
                check_limits(&mut w, &tally);
            }
            let allowed = spec.allow & provider.bit() != 0;
            if w.tally.faults == 0 || allowed {
                table.entries[i] = Some(entry);
            } else {
                faulty = true;
                if w.first_fault < first_fault {
                    first_fault = w.first_fault;
                }
            }
        }
        i += 1;
    }
    All {
        end: w.out.mark(),
        table,
        faulty,
        first_fault,
    }
}

/// What a whole text holds, counted by a walk that copies nothing.
const fn measure(spec: &'static Spec<'static>, d: &'static Dialect) -> Tally {
    let mut w = Writer::new(Sink::none(), d);
    w.definitions = find_definitions(spec.params.get());
    walk(&mut w, spec.params.get());
    w.tally
}

/// How long a message of refusals may get.
const MESSAGE: usize = 16 * 1024;

/// Fails with every refusal of every provider.
#[track_caller]
const fn refuse_all(spec: &'static Spec<'static>) -> ! {
    let mut buffer = Buffer::<MESSAGE>::new();
    let mut out = Sink::new(&mut buffer);
    if let Some(names) = spec.build
        && let Some(name) = unknown_name(names)
    {
        out.put("`TOOLCAST_PROVIDERS` names `");
        out.put(name);
        out.put(
            "`, which is no provider; the names are those of `Provider::name`, with commas between",
        );
        let end = out.mark().get();
        panic!("{}", buffer.all().split_at(end).0)
    }
    out.put("the tool `");
    out.put(spec.name.raw());
    out.put("` is wrong:");
    let canonical = faults(spec, CANONICAL, "", true, &mut out);
    if canonical.faults == 0 {
        out = Sink::new(&mut buffer);
        out.put("the tool `");
        out.put(spec.name.raw());
        out.put("` can't be given to every provider it is made for:");
        let mut i = 0;
        while i < Provider::COUNT {
            let provider = Provider::ALL[i];
            if wanted(spec, provider)
                && spec.allow & provider.bit() == 0
                && i != Provider::JsonSchema.index()
            {
                let d = dialect(spec, provider, &canonical);
                faults(spec, d, provider.name(), false, &mut out);
            }
            i += 1;
        }
        out.put("\nto leave a provider out, write `except(..)` or `providers(..)` in `#[tool(..)]`; to send it in spite of this, `allow(..)`");
    }
    let end = out.mark().get();
    let end = if end > MESSAGE { MESSAGE } else { end };
    panic!("{}", buffer.all().split_at(end).0)
}

/// Writes the refusals of one dialect.
const fn faults(
    spec: &'static Spec<'static>,
    d: &'static Dialect,
    who: &'static str,
    structural: bool,
    out: &mut Sink<'_>,
) -> Tally {
    let mut w = Writer::new(Sink::none(), d);
    w.definitions = find_definitions(spec.params.get());
    w.structural = structural;
    w.lossless = spec.lossless && !structural;
    w.notes = Some(Notes {
        out: out.take(),
        style: Style::Faults(who),
        tool: spec.name.raw(),
    });
    let schema = spec.params.get();
    write(
        &mut w,
        spec,
        schema,
        &ToolFacts::of(spec),
        &mut Written::new(),
    );
    if demanded(spec, d) {
        let tally = w.tally;
        check_limits(&mut w, &tally);
    }
    if let Some(notes) = &mut w.notes {
        *out = notes.out.take();
    }
    w.tally
}

/// Fails because a provider's declaration was asked for that there is none of.
#[track_caller]
pub(crate) const fn refuse(spec: &'static Spec<'static>, provider: Provider) -> ! {
    let mut buffer = Buffer::<MESSAGE>::new();
    let mut out = Sink::new(&mut buffer);
    out.put("the tool `");
    out.put(spec.name.raw());
    if wanted(spec, provider) {
        out.put("` has no declaration for `");
        out.put(provider.name());
        out.put("`, which would refuse it:");
        let canonical = faults(spec, CANONICAL, "", true, &mut out);
        if canonical.faults == 0 {
            let d = dialect(spec, provider, &canonical);
            faults(spec, d, provider.name(), false, &mut out);
        }
    } else {
        out.put("` is not made for `");
        out.put(provider.name());
        out.put("`: its `providers(..)` or `except(..)`, or `TOOLCAST_PROVIDERS` at build time, leave it out");
    }
    let end = out.mark().get();
    let end = if end > MESSAGE { MESSAGE } else { end };
    panic!("{}", buffer.all().split_at(end).0)
}
