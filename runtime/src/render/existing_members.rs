//! The members that a declaration has already, for checking those that an author adds.

use crate::const_str::{contains, eq};
use crate::dialect::{Dialect, StrictKey, StrictWhen, of};
use crate::provider::Provider;
use crate::spec::{Spec, Strict};

/// The members of an object schema, and the names of a declaration that is one.
const OF_A_SCHEMA: [&str; 6] = [
    "title",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "$defs",
];

/// Returns whether the tool's declaration for a provider may have a member of that name as a
/// sibling of the tool's name.
pub(crate) const fn is_member(spec: &Spec<'_>, provider: Provider, name: &str) -> bool {
    let d = of(provider, false);
    if eq(name, "description") {
        return true;
    }
    if d.envelope.bare {
        return contains(&OF_A_SCHEMA, name);
    }
    if eq(name, "strict") {
        return may_set_strict(spec, d);
    }
    if d.envelope.mcp {
        let hints = &spec.hints;
        let hinted = hints.read_only.is_some()
            || hints.destructive.is_some()
            || hints.idempotent.is_some()
            || hints.open_world.is_some();
        if eq(name, "title") && !spec.title.is_empty()
            || eq(name, "outputSchema") && spec.output.is_some()
            || eq(name, "annotations") && hinted
        {
            return true;
        }
    }
    eq(name, "name") || eq(name, d.envelope.parameters) || d.envelope.typed && eq(name, "type")
}

const fn may_set_strict(spec: &Spec<'_>, d: &Dialect) -> bool {
    match (d.envelope.strict, spec.strict) {
        (StrictKey::Never, _) | (_, Strict::Omit) | (StrictKey::WhenOn, Strict::Off) => false,
        (StrictKey::Always, _) => true,
        (StrictKey::WhenOn, Strict::For(providers)) => providers & d.provider.bit() != 0,
        (StrictKey::WhenOn, Strict::On) => !matches!(of(d.provider, true).when, StrictWhen::Named),
        (StrictKey::WhenOn, Strict::Auto | Strict::Wanted(_)) => {
            matches!(of(d.provider, true).when, StrictWhen::Auto)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_member;
    use crate::provider::Provider;
    use crate::spec::{Spec, Strict, ToolAnnotations};

    #[test]
    fn a_declarations_members_are_known() {
        let has = |spec: Spec<'_>, provider, name| is_member(&spec, provider, name);
        for &provider in Provider::ALL {
            let bare = provider == Provider::JsonSchema;
            assert_eq!(has(Spec::NEW, provider, "name"), !bare);
            assert!(has(Spec::NEW, provider, "description"));
            assert!(!has(Spec::NEW, provider, "cache_control"));
            assert!(!has(Spec::NEW, provider, "json"));
            assert!(!has(Spec::NEW, provider, "function"));
            assert!(!has(Spec::NEW, provider, ""));
        }
        assert!(has(Spec::NEW, Provider::JsonSchema, "properties"));
        assert!(has(Spec::NEW, Provider::Anthropic, "input_schema"));
        assert!(has(Spec::NEW, Provider::Bedrock, "inputSchema"));
        assert!(has(Spec::NEW, Provider::OpenAi, "parameters"));
        assert!(!has(Spec::NEW, Provider::OpenAi, "type"));
        assert!(has(Spec::NEW, Provider::OpenAiResponses, "type"));

        assert!(has(Spec::NEW, Provider::OpenAi, "strict"));
        assert!(!has(Spec::NEW, Provider::Anthropic, "strict"));
        let with = |strict| Spec {
            strict,
            ..Spec::NEW
        };
        assert!(has(with(Strict::On), Provider::Anthropic, "strict"));
        assert!(!has(with(Strict::On), Provider::Bedrock, "strict"));
        assert!(!has(with(Strict::Omit), Provider::OpenAi, "strict"));

        assert!(!has(Spec::NEW, Provider::Mcp, "title"));
        assert!(!has(Spec::NEW, Provider::Mcp, "annotations"));
        let hinted = Spec {
            hints: ToolAnnotations::new().read_only(false),
            ..Spec::NEW
        };
        assert!(has(hinted, Provider::Mcp, "annotations"));
    }
}
