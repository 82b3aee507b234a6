//! Amazon Bedrock, Converse.

use super::{Dialect, Envelope, Facts, Provider, StrictWhen, anthropic, kw, openai};

pub(super) const BEDROCK: Facts = Facts {
    plain: DIALECT,
    strict: Some(STRICT),
};

pub(super) const DIALECT: Dialect = Dialect {
    provider: Provider::Bedrock,
    names: openai::NAMES,
    envelope: Envelope::BEDROCK,
    ..anthropic::DIALECT
};

pub(super) const STRICT: Dialect = Dialect {
    provider: Provider::Bedrock,
    when: StrictWhen::Named,
    names: openai::NAMES,
    keywords: anthropic::STRICT.keywords | kw::LENGTH,
    envelope: Envelope::BEDROCK,
    ..anthropic::STRICT
};
