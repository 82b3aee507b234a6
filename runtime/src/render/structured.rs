//! The text of a type for structured output: for one provider, without a tool.

use super::single_walk::{Subject, walk_once};
use super::writer::{NoteStyle, Records};
use crate::dialect::{CANONICAL, Dialect, StrictWhen, of};
use crate::json::{Buffer, Mark, Sink};
use crate::provider::Provider;
use crate::schema::{Schema, SchemaRef};

/// A type, and the dialect of its text.
#[derive(Clone, Copy)]
pub struct Structured {
    schema: SchemaRef,
    dialect: &'static Dialect,
    size: usize,
}

/// A text in a buffer of its length.
#[derive(Clone, Copy)]
pub struct StructuredText<const N: usize> {
    pub(super) buffer: Buffer<[u8; N]>,
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
        const __TOOL_ALL: $crate::__private::Structured =
            $crate::__private::Structured::new(__TOOL_SCHEMA, __TOOL_PROVIDER);
        const __TOOL_TEXT: &$crate::__private::StructuredText<{ __TOOL_ALL.size() }> =
            &__TOOL_ALL.write();
        const __TOOL_STR: &'static $crate::__private::str = __TOOL_TEXT.text();
        __TOOL_STR
    }};
}

impl Structured {
    /// Chooses the dialect. Panics if the provider would reject the text.
    #[track_caller]
    pub const fn new(schema: SchemaRef, provider: Provider) -> Self {
        let dialect = dialect_of(schema.get(), provider);
        Structured {
            schema,
            dialect,
            size: require(schema.get(), dialect),
        }
    }

    /// Returns whether the text has the form of the provider's strict mode.
    pub const fn strict(&self) -> bool {
        self.dialect.strict
    }

    /// The length of the text.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Writes the text.
    pub const fn write<const N: usize>(&self) -> StructuredText<N> {
        let mut buffer = Buffer::new();
        let subject = Subject::schema(self.schema.get(), false);
        walk_once(subject, self.dialect, Sink::new(&mut buffer), None);
        StructuredText { buffer }
    }
}

impl<const N: usize> StructuredText<N> {
    /// The text.
    pub const fn text(&self) -> &str {
        self.buffer.all()
    }
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
    if strict.strict
        && !matches!(strict.when, StrictWhen::Named)
        && !is_rejected(schema, strict, false)
    {
        return strict;
    }
    of(provider, false)
}

const fn is_rejected(schema: &Schema<'_>, d: &'static Dialect, structural: bool) -> bool {
    let subject = Subject::schema(schema, structural);
    walk_once(subject, d, Sink::none(), None).tally.faults > 0
}

/// Returns the length of a type's text. Panics if the provider would reject it.
#[track_caller]
const fn require(schema: &Schema<'_>, d: &'static Dialect) -> usize {
    let broken = is_rejected(schema, CANONICAL, true);
    if !broken {
        let walked = walk_once(Subject::schema(schema, false), d, Sink::none(), None);
        if walked.tally.faults == 0 {
            return walked.end.get();
        }
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
    let notes = Records {
        out,
        style: NoteStyle::Faults(""),
        tool: "value",
    };
    let subject = Subject::schema(schema, broken);
    let walked = walk_once(
        subject,
        if broken { CANONICAL } else { d },
        Sink::none(),
        Some(notes),
    );
    let end = match &walked.notes {
        Some(notes) => notes.out.mark(),
        None => Mark::START,
    };
    panic!("{}", buffer.until(end))
}
