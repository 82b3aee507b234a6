//! All dialects, and what the renderer looks up in them.
//!
//! A [`Dialect`] describes one provider's way to read schemas, strict or not. A difference between
//! providers becomes a field of it if possible, and code in the renderer only if data can't express
//! it. The values are in `provider`, one file for each family.

#[cfg(feature = "call")]
mod names;
mod reader;
mod table;

#[cfg(feature = "call")]
pub(crate) use names::{accepted_name, digits};
pub(crate) use reader::{DialectReader, UPPER};
pub(crate) use table::{AUTO, CANONICAL, DIALECTS, PORTABLE, of};

#[cfg(feature = "call")]
pub(crate) use crate::provider::DECLARATIONS;
pub(crate) use crate::provider::{
    Closed, Dialect, Keys, Limits, MapStyle, Names, NullStyle, OptionalStyle, PatternRules,
    Recursion, StrictKey, StrictWhen, kw,
};

use crate::provider::Provider;
#[cfg(feature = "call")]
use crate::schema::Field;

impl Dialect {
    /// Returns the dialect of a provider. `None` if the provider has no such strict mode.
    pub fn of(provider: Provider, strict: bool) -> Option<&'static Dialect> {
        let dialect = of(provider, strict);
        (dialect.strict == strict).then_some(dialect)
    }

    /// Returns all dialects, those of strict modes last.
    pub fn all() -> &'static [Dialect] {
        &DIALECTS
    }

    /// Returns true if a model expresses absence by leaving the property out, so that `null` is a
    /// value if the type accepts it. For Rust types, Groq's models send `null` for both; imported
    /// tools get the value as sent.
    #[cfg(feature = "call")]
    pub(crate) fn says_absent(&self, field: &Field<'_>) -> bool {
        match self.optional {
            OptionalStyle::Absent => true,
            OptionalStyle::Nullable => field.has(Field::FOREIGN),
            OptionalStyle::RequiredNull | OptionalStyle::Rejected => false,
        }
    }
}
