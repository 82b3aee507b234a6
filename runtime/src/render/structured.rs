//! The text of a type for structured output: one provider, no tool around it.

use super::declaration::{check_limits, within};
use super::discover::find_definitions;
use super::notes::{Notes, Style};
use super::root::walk;
use super::writer::{Tally, Writer};
use crate::dialect::{CANONICAL, Dialect, StrictWhen, of};
use crate::json::{Buffer, Mark, Sink};
use crate::provider::Provider;
use crate::schema::{Schema, SchemaRef};

/// A type's text in a buffer that is larger than it is.
#[derive(Clone, Copy)]
pub struct Structured<const N: usize> {
    buffer: Buffer<[u8; N]>,
    end: Mark,
    strict: bool,
}

/// A type's text, exactly as long as it is.
#[derive(Clone, Copy)]
pub struct StructuredText<const N: usize> {
    buffer: Buffer<[u8; N]>,
}

/// The text of a type for a provider's structured output, as a `&'static str` that is made at compile time.
///
/// It is in the form of the provider's strict mode where the provider has one that it takes without reserve, and nothing of the type is in its way. For
/// Anthropic and Bedrock it always is: their structured output knows nothing else, and what strict mode can't say or count is a compile error. A root that is no object stands under one property, `{"value": ..}`. [`lift`](crate::lift) undoes what was rewritten.
///
/// The type must be concrete: a type parameter of the surrounding function can't be used. What the provider would refuse is a compile error.
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
    /// Writes the text.
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

    /// Whether it is in the form of the provider's strict mode.
    pub const fn strict(&self) -> bool {
        self.strict
    }

    /// How long it is.
    pub const fn size(&self) -> usize {
        self.end.get()
    }

    /// The text without the rest of the buffer; written again where that was too small.
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

/// The dialect of a type's text; fails with what the provider would refuse.
#[track_caller]
const fn choose(schema: &Schema<'_>, provider: Provider) -> &'static Dialect {
    require(schema, dialect_of(schema, provider))
}

/// The dialect of a type's text: the provider's strict mode if nothing of the type is in its way.
pub(crate) const fn dialect_of(schema: &Schema<'_>, provider: Provider) -> &'static Dialect {
    let strict = of(provider, true);
    // They compile every schema to a grammar: what strict mode refuses is refused here too, and there is nothing else.
    if matches!(provider, Provider::Anthropic | Provider::Bedrock) {
        return strict;
    }
    if strict.strict && !matches!(strict.when, StrictWhen::Named) {
        let tally = tally(schema, strict, false);
        if tally.faults == 0 && within(&strict.limits, &tally) {
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
    if !broken && counts.faults == 0 && within(&d.limits, &counts) {
        return d;
    }
    let mut buffer = Buffer::<[u8; 4096]>::new();
    let mut out = Sink::new(&mut buffer);
    out.put("the type has no schema for `");
    out.put(d.provider.name());
    out.put("`:");
    let mut w = Writer::new(Sink::none(), if broken { CANONICAL } else { d });
    w.definitions = find_definitions(schema);
    w.structural = broken;
    w.notes = Some(Notes {
        out,
        style: Style::Faults(""),
        tool: "value",
    });
    walk(&mut w, schema);
    let tally = w.tally;
    check_limits(&mut w, &tally);
    let end = match &w.notes {
        Some(notes) => notes.out.mark().get(),
        None => 0,
    };
    let end = if end > 4096 { 4096 } else { end };
    panic!("{}", buffer.all().split_at(end).0)
}
