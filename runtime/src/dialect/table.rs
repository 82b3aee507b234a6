//! The dialects. Each value has its source in `docs/providers.md`.

use super::{
    Closed, Dialect, Envelope, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle, Patterns,
    Recursion, StrictWhen, kw,
};
use crate::json::Short;
use crate::provider::Provider;
use crate::schema::{Format, Text};

const ALL_FORMATS: u16 = u16::MAX;
/// Marks a string as a secret. Grammar engines reject it.
const PASSWORD: u16 = Format::Other(Text::plain("password")).bit();
const OPENAI_FORMATS: u16 = Format::DateTime.bit()
    | Format::Date.bit()
    | Format::Time.bit()
    | Format::Duration.bit()
    | Format::Email.bit()
    | Format::Hostname.bit()
    | Format::Ipv4.bit()
    | Format::Ipv6.bit()
    | Format::Uuid.bit();
const ANTHROPIC_FORMATS: u16 = OPENAI_FORMATS | Format::Uri.bit();

const OPENAI_NAMES: Names = Names {
    most: 64,
    dot: false,
    colon: false,
    leading: false,
    rule: "^[a-zA-Z0-9_-]{1,64}$",
    proven: true,
};
const ANY_NAME: Names = Names {
    most: 0,
    dot: true,
    colon: true,
    leading: false,
    rule: "",
    proven: false,
};

/// All of JSON Schema; only this dialect writes `oneOf` and the full bounds.
const JSON_SCHEMA: Dialect = Dialect {
    provider: Provider::JsonSchema,
    signature: 0,
    place: 0,
    strict: false,
    when: StrictWhen::Named,
    upper: false,
    null: NullStyle::TypeArray,
    null_type: true,
    optional: OptionalStyle::Absent,
    closed: Closed::Declared,
    maps: MapStyle::Schema,
    map_properties: false,
    untyped: true,
    prefix_items: true,
    integer_enums: true,
    empty_enum: true,
    constant: true,
    one_of: true,
    alone: false,
    refs: true,
    recursion: Recursion::Ref,
    empty_object: true,
    omit_empty: false,
    keywords: kw::ALL | kw::ALL_BOUNDS,
    zero_bounds: true,
    zero_lengths: true,
    formats: ALL_FORMATS,
    patterns: Patterns::All,
    keys: Keys::Any,
    names: ANY_NAME,
    limits: Limits::NONE,
    envelope: Envelope::BARE,
    requires_all: false,
    roots: 0,
    around: 0,
    close: Short::EMPTY,
    end: 0,
};

const MCP: Dialect = Dialect {
    provider: Provider::Mcp,
    one_of: false,
    formats: ALL_FORMATS & !PASSWORD,
    keywords: kw::ALL,
    names: Names {
        most: 128,
        dot: true,
        colon: false,
        leading: false,
        rule: "^[A-Za-z0-9._-]{1,128}$",
        proven: false,
    },
    envelope: Envelope::MCP,
    ..JSON_SCHEMA
};

/// JSON Schema as a hint to the model, without enforcement.
const OPENAI: Dialect = Dialect {
    provider: Provider::OpenAi,
    map_properties: true,
    constant: false,
    patterns: Patterns::Python,
    names: OPENAI_NAMES,
    limits: Limits {
        description: 1024,
        ..Limits::NONE
    },
    envelope: Envelope::OPENAI,
    ..MCP
};

const OPENAI_STRICT: Dialect = Dialect {
    strict: true,
    when: StrictWhen::Auto,
    optional: OptionalStyle::RequiredNull,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    keywords: kw::BOUNDS
        | kw::EXCLUSIVE
        | kw::MULTIPLE_OF
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS,
    formats: OPENAI_FORMATS,
    limits: Limits {
        depth: 10,
        properties: 5000,
        characters: 120_000,
        enum_values: 1000,
        long_enum: 15_000,
        ..OPENAI.limits
    },
    ..OPENAI
};

/// The Responses API. Both APIs are sure to accept 64 characters; its own specification allows 128
/// for functions in a namespace.
const RESPONSES_NAMES: Names = Names {
    proven: false,
    ..OPENAI_NAMES
};

const RESPONSES: Dialect = Dialect {
    provider: Provider::OpenAiResponses,
    names: RESPONSES_NAMES,
    limits: Limits::NONE,
    envelope: Envelope::RESPONSES,
    ..OPENAI
};

const RESPONSES_STRICT: Dialect = Dialect {
    provider: Provider::OpenAiResponses,
    names: RESPONSES_NAMES,
    limits: Limits {
        description: 0,
        ..OPENAI_STRICT.limits
    },
    envelope: Envelope::RESPONSES,
    ..OPENAI_STRICT
};

const AZURE: Dialect = Dialect {
    provider: Provider::AzureOpenAi,
    limits: Limits {
        description_proven: true,
        ..OPENAI.limits
    },
    ..OPENAI
};

const AZURE_STRICT: Dialect = Dialect {
    provider: Provider::AzureOpenAi,
    keywords: 0,
    formats: 0,
    patterns: Patterns::None,
    limits: Limits {
        description_proven: true,
        ..OPENAI_STRICT.limits
    },
    ..OPENAI_STRICT
};

const ANTHROPIC: Dialect = Dialect {
    provider: Provider::Anthropic,
    constant: false,
    keys: Keys::Dotted,
    names: Names {
        most: 128,
        rule: "^[a-zA-Z0-9_-]{1,128}$",
        ..OPENAI_NAMES
    },
    envelope: Envelope::ANTHROPIC,
    ..MCP
};

const ANTHROPIC_STRICT: Dialect = Dialect {
    strict: true,
    when: StrictWhen::Asked,
    null: NullStyle::AnyOf,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    recursion: Recursion::Text,
    keywords: kw::MIN_ITEMS_ONE | kw::DEFAULT,
    formats: ANTHROPIC_FORMATS,
    patterns: Patterns::Simple,
    limits: Limits {
        optional: 24,
        unions: 16,
        ..Limits::NONE
    },
    ..ANTHROPIC
};

const BEDROCK: Dialect = Dialect {
    provider: Provider::Bedrock,
    names: OPENAI_NAMES,
    envelope: Envelope::BEDROCK,
    ..ANTHROPIC
};

const BEDROCK_STRICT: Dialect = Dialect {
    provider: Provider::Bedrock,
    when: StrictWhen::Named,
    names: OPENAI_NAMES,
    keywords: ANTHROPIC_STRICT.keywords | kw::LENGTH,
    envelope: Envelope::BEDROCK,
    ..ANTHROPIC_STRICT
};

/// The proto `Schema`: the parser rejects any other key.
const GEMINI: Dialect = Dialect {
    provider: Provider::Gemini,
    signature: 0,
    place: 0,
    strict: false,
    when: StrictWhen::Named,
    upper: true,
    null: NullStyle::Keyword,
    null_type: true,
    optional: OptionalStyle::Absent,
    closed: Closed::Never,
    maps: MapStyle::Entries,
    map_properties: false,
    untyped: false,
    prefix_items: false,
    integer_enums: false,
    empty_enum: false,
    constant: false,
    one_of: false,
    alone: true,
    refs: false,
    recursion: Recursion::Text,
    empty_object: false,
    omit_empty: true,
    keywords: kw::BOUNDS
        | kw::LENGTH
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS
        | kw::PROPERTIES,
    zero_bounds: true,
    zero_lengths: false,
    formats: Format::DateTime.bit(),
    patterns: Patterns::All,
    keys: Keys::Identifier,
    names: Names {
        most: 64,
        dot: true,
        colon: true,
        leading: true,
        rule: "^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$",
        proven: true,
    },
    limits: Limits::NONE,
    envelope: Envelope::GEMINI,
    requires_all: false,
    roots: 0,
    around: 0,
    close: Short::EMPTY,
    end: 0,
};

const VERTEX: Dialect = Dialect {
    provider: Provider::Vertex,
    null_type: false,
    closed: Closed::Declared,
    maps: MapStyle::Schema,
    zero_bounds: false,
    formats: 0,
    names: Names {
        colon: false,
        rule: "^[A-Za-z_][A-Za-z0-9_.-]{0,63}$",
        proven: false,
        ..GEMINI.names
    },
    ..GEMINI
};

const GEMINI_JSON: Dialect = Dialect {
    provider: Provider::GeminiJsonSchema,
    constant: false,
    untyped: false,
    alone: true,
    recursion: Recursion::RefIfOptional,
    omit_empty: true,
    keywords: kw::BOUNDS | kw::MIN_ITEMS | kw::MIN_ITEMS_ONE | kw::MAX_ITEMS,
    formats: 0,
    patterns: Patterns::None,
    keys: Keys::Identifier,
    names: GEMINI.names,
    envelope: Envelope::GEMINI_JSON,
    ..MCP
};

const MISTRAL: Dialect = Dialect {
    provider: Provider::Mistral,
    constant: false,
    closed: Closed::Never,
    names: OPENAI_NAMES,
    envelope: Envelope::NESTED_PLAIN,
    ..MCP
};

const COHERE: Dialect = Dialect {
    provider: Provider::Cohere,
    null: NullStyle::AnyOf,
    constant: false,
    prefix_items: false,
    recursion: Recursion::Text,
    keywords: kw::DEFAULT,
    formats: Format::DateTime.bit() | Format::Uuid.bit() | Format::Date.bit() | Format::Time.bit(),
    patterns: Patterns::NoAnchors,
    names: ANY_NAME,
    envelope: Envelope::NESTED_PLAIN,
    ..MCP
};

const XAI: Dialect = Dialect {
    provider: Provider::XAi,
    constant: false,
    recursion: Recursion::Text,
    keywords: kw::BOUNDS
        | kw::EXCLUSIVE
        | kw::LENGTH
        | kw::MIN_ITEMS
        | kw::MIN_ITEMS_ONE
        | kw::MAX_ITEMS
        | kw::PROPERTIES
        | kw::DEFAULT
        | kw::SHORT,
    formats: Format::Date.bit()
        | Format::Time.bit()
        | Format::DateTime.bit()
        | Format::Email.bit()
        | Format::Uuid.bit()
        | Format::Ipv4.bit()
        | Format::Ipv6.bit()
        | Format::Uri.bit(),
    patterns: Patterns::Anchored,
    names: ANY_NAME,
    envelope: Envelope::NESTED_PLAIN,
    ..MCP
};

const DEEPSEEK: Dialect = Dialect {
    provider: Provider::DeepSeek,
    constant: false,
    names: OPENAI_NAMES,
    envelope: Envelope::NESTED_STRICT,
    ..MCP
};

const DEEPSEEK_STRICT: Dialect = Dialect {
    strict: true,
    null: NullStyle::AnyOf,
    optional: OptionalStyle::Refused,
    closed: Closed::Always,
    maps: MapStyle::Entries,
    untyped: false,
    prefix_items: false,
    refs: false,
    recursion: Recursion::Text,
    keywords: kw::BOUNDS | kw::EXCLUSIVE | kw::MULTIPLE_OF,
    formats: Format::Email.bit()
        | Format::Hostname.bit()
        | Format::Ipv4.bit()
        | Format::Ipv6.bit()
        | Format::Uuid.bit(),
    patterns: Patterns::Python,
    ..DEEPSEEK
};

const GROQ: Dialect = Dialect {
    provider: Provider::Groq,
    constant: false,
    optional: OptionalStyle::Nullable,
    closed: Closed::Never,
    recursion: Recursion::Text,
    names: Names {
        proven: false,
        ..OPENAI_NAMES
    },
    envelope: Envelope::NESTED_PLAIN,
    ..MCP
};

/// The server keeps `type anyOf items description enum properties required` and drops everything
/// else before the model sees it.
const OLLAMA: Dialect = Dialect {
    provider: Provider::Ollama,
    closed: Closed::Never,
    maps: MapStyle::Words,
    prefix_items: false,
    constant: false,
    refs: false,
    recursion: Recursion::Text,
    keywords: 0,
    formats: 0,
    patterns: Patterns::None,
    names: ANY_NAME,
    envelope: Envelope::NESTED_PLAIN,
    ..MCP
};

/// The intersection of all providers above.
const PORTABLE: Dialect = Dialect {
    provider: Provider::Portable,
    upper: false,
    null: NullStyle::Text,
    null_type: false,
    omit_empty: false,
    keywords: 0,
    formats: 0,
    patterns: Patterns::None,
    names: Names {
        most: 64,
        dot: false,
        colon: false,
        leading: true,
        rule: "^[A-Za-z_][A-Za-z0-9_-]{0,63}$",
        proven: true,
    },
    envelope: Envelope::NESTED_PLAIN,
    ..GEMINI
};

/// Computes for each dialect the set of dialects that are alike in some respect, one bit each. A
/// macro, because a const function can't call a closure.
macro_rules! same {
    (|$i:ident, $j:ident| $is_same:expr) => {{
        let mut all = [0u32; 23];
        let mut $i = 0;
        while $i < all.len() {
            let mut $j = 0;
            while $j < all.len() {
                if $is_same {
                    all[$i] |= 1 << $j;
                }
                $j += 1;
            }
            $i += 1;
        }
        all
    }};
}
pub(super) use same;

/// All dialects, including strict ones.
pub(crate) static DIALECTS: [Dialect; 23] = {
    let mut all = [
        OPENAI,
        RESPONSES,
        AZURE,
        ANTHROPIC,
        GEMINI,
        GEMINI_JSON,
        VERTEX,
        BEDROCK,
        MISTRAL,
        COHERE,
        XAI,
        DEEPSEEK,
        GROQ,
        OLLAMA,
        MCP,
        JSON_SCHEMA,
        PORTABLE,
        OPENAI_STRICT,
        RESPONSES_STRICT,
        AZURE_STRICT,
        ANTHROPIC_STRICT,
        BEDROCK_STRICT,
        DEEPSEEK_STRICT,
    ];
    let mut i = 0;
    while i < all.len() {
        all[i] = all[i].signed(i);
        i += 1;
    }
    let roots = same!(|i, j| all[i].requires_all == all[j].requires_all);
    let around = same!(|i, j| {
        let (a, b) = (&all[i], &all[j]);
        // Otherwise each dialect would need its own cached beginning.
        assert!(a.envelope.head != b.envelope.head || a.upper == b.upper);
        !(a.envelope.mcp || a.envelope.bare || b.envelope.mcp || b.envelope.bare)
            && a.envelope.head == b.envelope.head
            && a.close.same(&b.close)
    });
    let mut i = 0;
    while i < all.len() {
        all[i].roots = roots[i];
        all[i].around = around[i] & roots[i];
        i += 1;
    }
    all
};

/// Index of each provider's strict mode in [`DIALECTS`], or of its plain dialect if it has none.
static STRICT: [usize; Provider::COUNT] = {
    let mut places = [0; Provider::COUNT];
    let mut i = 0;
    while i < DIALECTS.len() {
        // Strict modes come last and overwrite the plain ones.
        places[DIALECTS[i].provider as usize] = i;
        i += 1;
    }
    places
};

/// True for each provider whose strict mode is used automatically.
pub(crate) static AUTO: [bool; Provider::COUNT] = {
    let mut all = [false; Provider::COUNT];
    let mut i = 0;
    while i < all.len() {
        let strict = &DIALECTS[STRICT[i]];
        all[i] = strict.strict && matches!(strict.when, StrictWhen::Auto);
        i += 1;
    }
    all
};

/// Returns a provider's dialect; the plain one if it has no strict mode.
pub(crate) const fn of(provider: Provider, strict: bool) -> &'static Dialect {
    let place = provider as usize;
    &DIALECTS[if strict { STRICT[place] } else { place }]
}

/// All of JSON Schema.
pub(crate) const CANONICAL: &Dialect = &DIALECTS[Provider::JsonSchema as usize];
