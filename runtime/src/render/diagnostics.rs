//! Compile-time checks: whether every provider of a tool accepts it, and the error if one doesn't.

use super::declaration::is_strict_unsupported;
use super::depth::{SHALLOW, add_recursion_limit_512_to_your_crate, calls};
use super::discover::{examine, find_definitions};
use super::grouped::group;
use super::notes::put_all;
use super::rendered::write_all;
use super::single_walk::{Subject, walk_once};
use super::strict::dialect;
use super::tool_facts::{ToolFacts, is_target, unknown_name};
use super::writer::{NoteStyle, Records, Tally, WHOLE_TOOL, Writer};
use super::{check, root};
use crate::dialect::{CANONICAL, DIALECTS, Dialect, of};
use crate::json::{Buffer, Mark, Sink};
use crate::provider::Provider;
use crate::schema::{Kind, Schema};
use crate::shape::Frame;
use crate::spec::{Spec, Strict};

/// The faults of a tool, and the place of the compiler's error.
#[derive(Clone, Copy)]
pub struct Diagnostics {
    spec: &'static Spec<'static>,
    faulty: bool,
    /// The first parameter with a fault.
    first: usize,
    /// The call depth of a walk through deeply nested types; if set, nothing else is known.
    calls: u32,
}

impl Diagnostics {
    /// Finds faults for the providers that the tool is built for. The search for definitions clears
    /// most tools. Rendering the canonical text without output clears many others. For the rest
    /// all texts are rendered.
    pub(crate) const fn of_spec(spec: &'static Spec<'static>) -> Self {
        let none = Diagnostics {
            spec,
            faulty: false,
            first: WHOLE_TOOL,
            calls: 0,
        };
        let schema = spec.params.get();
        let plain = is_plain(spec);
        let definitions = if plain {
            examine(schema)
        } else {
            find_definitions(schema)
        };
        if definitions.accepted {
            return none;
        }
        if definitions.levels > SHALLOW {
            let (calls, first) = calls(schema);
            return Diagnostics {
                spec,
                faulty: true,
                first,
                calls,
            };
        }
        if plain {
            let mut w = Writer::new(Sink::none(), CANONICAL);
            w.definitions = definitions;
            w.structural = true;
            root::check_root(&mut w, schema);
            if w.tally.faults == 0 && !w.tally.doubtful {
                return none;
            }
        }
        Self::of_all(spec)
    }

    const fn of_all(spec: &'static Spec<'static>) -> Self {
        let all = write_all(spec, Sink::none());
        Diagnostics {
            spec,
            faulty: all.faulty,
            first: all.first_fault,
            calls: 0,
        }
    }

    /// Returns whether there is a fault, or may be one: [`panic_at`](Self::panic_at) checks deeply
    /// nested types.
    pub const fn any(self) -> bool {
        self.faulty
    }

    /// Returns whether a build fails, for tests of the compiler's behaviour.
    pub const fn fails(self) -> bool {
        if self.calls > 0 {
            Self::of_all(self.spec).faulty
        } else {
            self.faulty
        }
    }

    /// Returns the renderer's call depth for deeply nested types, and the parameter that needs it;
    /// 0 for ordinary nesting. For tests of the compiler's behaviour.
    pub const fn calls(self) -> (u32, usize) {
        (self.calls, self.first)
    }

    /// Fails the build if a provider would reject the tool's name. The caller is at the value of
    /// `name = ..`.
    #[track_caller]
    pub const fn panic_at_name(self) {
        if !self.faulty || self.calls > 0 {
            return;
        }
        let facts = ToolFacts::of(self.spec);
        let mut i = 0;
        while i < Provider::COUNT {
            let provider = Provider::ALL[i];
            let names = &of(provider, false).names;
            if is_target(self.spec, provider)
                && self.spec.allow & provider.bit() == 0
                && names.proven
                && !facts.fit(names)
            {
                refuse_all(self.spec);
            }
            i += 1;
        }
    }

    /// Fails the build if this provider has no strict mode. The caller is at its name in
    /// `strict(..)`.
    #[track_caller]
    pub const fn panic_at_strict(self, provider: Provider) {
        if self.faulty
            && self.calls == 0
            && is_target(self.spec, provider)
            && self.spec.allow & provider.bit() == 0
            && is_strict_unsupported(self.spec, provider)
        {
            refuse_all(self.spec);
        }
    }

    /// Fails the build if this parameter is the first with a fault, and this
    /// [part](check::fault_of) doesn't fit. The caller is at that value.
    #[track_caller]
    pub const fn panic_at_value(self, param: usize, part: usize) {
        if self.faulty
            && self.first == param
            && let Kind::Object(object) = &self.spec.params.get().kind
        {
            let field = &object.fields[param];
            let (rules, default, examples) = (field.rules(), field.own_default(), field.examples());
            let at = &Frame::ROOT;
            if check::fault_of(&field.ty, rules, default, examples, part, at).is_some() {
                self.panic_at(param);
            }
        }
    }

    /// Fails the build if this parameter is the first with a fault.
    #[track_caller]
    pub const fn panic_at(self, param: usize) {
        if self.faulty && self.first == param {
            if self.calls > 0 {
                return self.deep();
            }
            refuse_all(self.spec);
        }
    }

    /// Checks deeply nested types, after a test that rustc's recursion limit suffices for the walk.
    #[track_caller]
    const fn deep(self) {
        add_recursion_limit_512_to_your_crate(self.calls);
        if Self::of_all(self.spec).faulty {
            refuse_all(self.spec);
        }
    }

    /// Fails the build if a provider would reject the tool as a whole.
    #[track_caller]
    pub const fn panic_at_tool(self) {
        if self.faulty && self.calls == 0 {
            refuse_all(self.spec);
        }
    }
}

/// Returns whether a tool, apart from its parameters, uses nothing that a provider could reject.
const fn is_plain(spec: &Spec<'_>) -> bool {
    let build = match spec.build {
        Some(names) => unknown_name(names).is_none(),
        None => true,
    };
    let strict = matches!(spec.strict, Strict::Auto | Strict::Off | Strict::Omit);
    let facts = ToolFacts::of(spec);
    // A name that Portable accepts, every provider accepts.
    build
        && strict
        && !spec.lossless
        && facts.fit(&of(Provider::Portable, false).names)
        && facts.is_short()
}

const _: () = {
    let portable = &of(Provider::Portable, false).names;
    let mut i = 0;
    while i < DIALECTS.len() {
        let names = &DIALECTS[i].names;
        assert!(
            (names.max_len == 0 || portable.max_len <= names.max_len)
                && (names.dot || !portable.dot)
                && (names.colon || !portable.colon)
                && (portable.leading || !names.leading),
            "a name that Portable accepts is accepted by every provider"
        );
        i += 1;
    }
};

const MESSAGE: usize = 16 * 1024;

type MessageBuffer = Buffer<[u8; MESSAGE]>;

#[track_caller]
const fn fail(end: Mark, message: &MessageBuffer) -> ! {
    panic!("{}", message.until(end))
}

#[track_caller]
const fn refuse_all(spec: &'static Spec<'static>) -> ! {
    refuse_for(spec, None)
}

/// Panics because the requested declaration for a provider doesn't exist.
#[track_caller]
pub(crate) const fn refuse(spec: &'static Spec<'static>, provider: Provider) -> ! {
    refuse_for(spec, Some(provider))
}

/// Panics with the faults for one provider, or for all.
#[track_caller]
const fn refuse_for(spec: &'static Spec<'static>, only: Option<Provider>) -> ! {
    let mut buffer = MessageBuffer::new();
    let mut out = Sink::new(&mut buffer);
    if put_unknown_name(spec, &mut out) {
        fail(out.mark(), &buffer)
    }
    put_all(&mut out, &["the tool `", spec.name.raw()]);
    match only {
        Some(provider) if !is_target(spec, provider) => {
            put_all(&mut out, &["` is not made for `", provider.name()]);
            out.put("`: its `providers(..)` or `except(..)`, or `TOOLCAST_PROVIDERS` (see `[env]` in `.cargo/config.toml`), leave it out");
            fail(out.mark(), &buffer)
        }
        Some(provider) => {
            let name = provider.name();
            put_all(
                &mut out,
                &[
                    "` has no declaration for `",
                    name,
                    "`, which would reject it:",
                ],
            );
        }
        None => out.put("` is wrong:"),
    }
    let canonical = faults(spec, CANONICAL, "", true, &mut out);
    if canonical.faults > 0 {
        fail(out.mark(), &buffer)
    }
    let mut found = MessageBuffer::new();
    let mut each = Sink::new(&mut found);
    let mut i = 0;
    while i < Provider::COUNT {
        let provider = Provider::ALL[i];
        let asked = match only {
            Some(only) => only.index() == i,
            None => spec.allow & provider.bit() == 0 && i != Provider::JsonSchema.index(),
        };
        if asked && is_target(spec, provider) {
            let d = dialect(spec, provider, &canonical);
            faults(spec, d, provider.name(), false, &mut each);
        }
        i += 1;
    }
    let end = each.mark();
    if only.is_some() {
        group(found.until(end), &mut out);
        fail(out.mark(), &buffer)
    }
    out = Sink::new(&mut buffer);
    put_all(
        &mut out,
        &[
            "the tool `",
            spec.name.raw(),
            "` would be rejected by these providers:",
        ],
    );
    group(found.until(end), &mut out);
    out.put("\nto build for fewer providers, write `providers(..)` or `except(..)` in `#[tool(..)]`, or set `TOOLCAST_PROVIDERS` under `[env]` in `.cargo/config.toml`; to send it anyway, write `allow_rejected(..)`");
    fail(out.mark(), &buffer)
}

/// Writes the name in `TOOLCAST_PROVIDERS` that is not a provider's, if there is one.
const fn put_unknown_name(spec: &Spec<'_>, out: &mut Sink<'_>) -> bool {
    let Some(names) = spec.build else {
        return false;
    };
    let Some(name) = unknown_name(names) else {
        return false;
    };
    out.put("`TOOLCAST_PROVIDERS` names `");
    out.put(name);
    out.put("`, which is not a provider; separate the names by commas: ");
    let mut i = 0;
    while i < Provider::COUNT {
        out.put(if i == 0 { "" } else { ", " });
        out.put(Provider::ALL[i].name());
        i += 1;
    }
    true
}

/// Writes the faults for one dialect.
const fn faults(
    spec: &'static Spec<'static>,
    d: &'static Dialect,
    who: &'static str,
    structural: bool,
    out: &mut Sink<'_>,
) -> Tally {
    let notes = Records {
        out: out.take(),
        style: NoteStyle::Faults(who),
        tool: spec.name.raw(),
    };
    let subject = Subject::tool(spec, spec.params.get(), structural);
    let walked = walk_once(subject, d, Sink::none(), Some(notes));
    if let Some(notes) = walked.notes {
        *out = notes.out;
    }
    walked.tally
}

/// Panics at compile time if no provider can represent the output type, as [`Diagnostics`] does for
/// parameters. Deeply nested types are not checked.
#[track_caller]
pub(crate) const fn check_result(tool: &str, schema: &'static Schema<'static>) {
    let definitions = examine(schema);
    if definitions.accepted {
        return;
    }
    let mut w = Writer::new(Sink::none(), CANONICAL);
    w.definitions = definitions;
    w.structural = true;
    w.output = true;
    if w.definitions.levels > SHALLOW {
        return;
    }
    let mut buffer = MessageBuffer::new();
    let mut out = Sink::new(&mut buffer);
    out.put("the result of the tool `");
    out.put(tool);
    out.put("` is wrong:");
    w.notes = Some(Records {
        out: out.take(),
        style: NoteStyle::Faults(""),
        tool,
    });
    root::check_root(&mut w, schema);
    if w.tally.faults > 0 {
        if let Some(notes) = &mut w.notes {
            out = notes.out.take();
        }
        fail(out.mark(), &buffer)
    }
}
