//! The text of a type for structured output: for one provider, without a tool.

use super::discover::find_definitions;
use super::root::walk;
use super::strict::{check_limits, is_within_limits};
use super::writer::{NoteStyle, Records, Tally, Writer};
use crate::dialect::{CANONICAL, Dialect, StrictWhen, of};
use crate::json::{Buffer, Mark, Sink};
use crate::provider::Provider;
use crate::schema::{Schema, SchemaRef};

/// A type's text in a larger buffer.
#[derive(Clone, Copy)]
pub struct Structured<const N: usize> {
    buffer: Buffer<[u8; N]>,
    end: Mark,
    strict: bool,
}

/// A type's text in a buffer of exactly its length.
#[derive(Clone, Copy)]
pub struct StructuredText<const N: usize> {
    buffer: Buffer<[u8; N]>,
}

/// Renders the schema of a type for a provider's structured output, as a `&'static str` at compile
/// time.
///
/// It has the form of the provider's strict mode if the provider has one without reservations and
/// the type allows it. For Anthropic and Bedrock it always has: their structured output has no
/// other mode, so a construct that strict mode can't express or count is a compile error. A root
/// that is not an object is wrapped as `{"value": ..}`. [`decode`](fn@crate::decode) converts
/// rewritten values back.
///
/// The type must be concrete: it can't be a type parameter of the surrounding function. A schema
/// that the provider would reject is a compile error.
///
/// ```
/// use toolcast::{Provider, ToolSchema, schema};
///
/// #[derive(ToolSchema)]
/// struct Answer {
///     /// From 0 to 1
///     confidence: f64,
/// }
///
/// const TEXT: &str = schema!(Answer, Provider::OpenAi);
/// assert_eq!(
///     TEXT,
///     r#"{"type":"object","properties":{"confidence":{"type":"number","description":"From 0 to 1"}},"required":["confidence"],"additionalProperties":false}"#
/// );
/// ```
#[macro_export]
macro_rules! schema {
    ($ty:ty, $provider:expr $(,)?) => {{
        const __TOOL_PROVIDER: $crate::Provider = $provider;
        const __TOOL_SCHEMA: $crate::schema::SchemaRef = <$ty as $crate::ToolSchema>::SCHEMA;
        const __TOOL_ALL: $crate::__private::Structured<8192> =
            $crate::__private::Structured::new(__TOOL_SCHEMA, __TOOL_PROVIDER);
        const __TOOL_TEXT: &$crate::__private::StructuredText<{ __TOOL_ALL.size() }> =
            &__TOOL_ALL.exact(__TOOL_SCHEMA, __TOOL_PROVIDER);
        const __TOOL_STR: &'static $crate::__private::str = __TOOL_TEXT.text();
        __TOOL_STR
    }};
}

impl<const N: usize> Structured<N> {
    /// Renders the text.
    #[track_caller]
    pub const fn new(schema: SchemaRef, provider: Provider) -> Self {
        let schema = schema.get();
        let mut buffer = Buffer::new();
        let d = choose(schema, provider);
        let end = write(schema, d, Sink::new(&mut buffer));
        Structured {
            buffer,
            end,
            strict: d.strict,
        }
    }

    /// Returns whether the text has the form of the provider's strict mode.
    pub const fn strict(&self) -> bool {
        self.strict
    }

    /// The length of the text.
    pub const fn size(&self) -> usize {
        self.end.get()
    }

    /// Returns the text without unused space. It is rendered again if the buffer was too small.
    pub const fn exact<const M: usize>(
        &self,
        schema: SchemaRef,
        provider: Provider,
    ) -> StructuredText<M> {
        if self.end.get() <= N {
            return StructuredText {
                buffer: self.buffer.shrink(self.end),
            };
        }
        let schema = schema.get();
        let mut buffer = Buffer::new();
        write(schema, choose(schema, provider), Sink::new(&mut buffer));
        StructuredText { buffer }
    }
}

impl<const N: usize> StructuredText<N> {
    /// The text.
    pub const fn text(&self) -> &str {
        self.buffer.all()
    }
}

const fn write(schema: &Schema<'_>, d: &'static Dialect, out: Sink<'_>) -> Mark {
    let mut w = Writer::new(out, d);
    w.definitions = find_definitions(schema);
    walk(&mut w, schema);
    w.out.mark()
}

/// Chooses the dialect of a type's text. Panics if the provider would reject it.
#[track_caller]
const fn choose(schema: &Schema<'_>, provider: Provider) -> &'static Dialect {
    require(schema, dialect_of(schema, provider))
}

/// Returns the dialect of a type's text: the provider's strict mode if the type allows it.
pub(crate) const fn dialect_of(schema: &Schema<'_>, provider: Provider) -> &'static Dialect {
    let strict = of(provider, true);
    // The limits of the only mode always apply.
    if let Ok(response) = provider.response()
        && response.always_strict
    {
        return strict;
    }
    if strict.strict && !matches!(strict.when, StrictWhen::Named) {
        let tally = tally(schema, strict, false);
        if tally.faults == 0 && is_within_limits(&strict.limits, &tally) {
            return strict;
        }
    }
    of(provider, false)
}

const fn tally(schema: &Schema<'_>, d: &'static Dialect, structural: bool) -> Tally {
    let mut w = Writer::new(Sink::none(), d);
    w.definitions = find_definitions(schema);
    w.structural = structural;
    walk(&mut w, schema);
    w.tally
}

#[track_caller]
const fn require(schema: &Schema<'_>, d: &'static Dialect) -> &'static Dialect {
    let broken = tally(schema, CANONICAL, true).faults > 0;
    let counts = tally(schema, d, false);
    if !broken && counts.faults == 0 && is_within_limits(&d.limits, &counts) {
        return d;
    }
    let mut buffer = Buffer::<[u8; 4096]>::new();
    let mut out = Sink::new(&mut buffer);
    match schema.name {
        Some(name) => {
            out.put("the type `");
            out.put(name.name);
            out.put("` has no schema for `");
        }
        None => out.put("the type has no schema for `"),
    }
    out.put(d.provider.name());
    out.put("`:");
    let mut w = Writer::new(Sink::none(), if broken { CANONICAL } else { d });
    w.definitions = find_definitions(schema);
    w.structural = broken;
    w.notes = Some(Records {
        out,
        style: NoteStyle::Faults(""),
        tool: "value",
    });
    walk(&mut w, schema);
    let tally = w.tally;
    check_limits(&mut w, &tally);
    let end = match &w.notes {
        Some(notes) => notes.out.mark(),
        None => Mark::START,
    };
    panic!("{}", buffer.until(end))
}
