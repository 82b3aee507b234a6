//! The providers that a tool is built for: those of its author, and those of the build.

use crate::const_str::{eq, is_empty};
use crate::provider::Provider;
use crate::spec::Spec;

/// Returns whether the tool is built for the provider.
pub(crate) const fn is_target(spec: &Spec<'_>, provider: Provider) -> bool {
    if spec.providers & provider.bit() == 0 {
        return false;
    }
    match spec.build {
        None => true,
        // An empty value counts as unset; some build scripts export empty variables.
        Some(names) => is_empty(names.trim_ascii()) || named(names, provider.name()),
    }
}

/// Returns whether a comma-separated list contains the name.
const fn named(list: &str, name: &str) -> bool {
    let mut rest = list;
    while !rest.is_empty() {
        let one;
        (one, rest) = first_name(rest);
        if eq(one, name) {
            return true;
        }
    }
    false
}

/// Returns the first name in a comma-separated list that is not a provider.
pub(crate) const fn unknown_name(list: &str) -> Option<&str> {
    let mut rest = list;
    while !rest.is_empty() {
        let one;
        (one, rest) = first_name(rest);
        let mut known = one.is_empty();
        let mut i = 0;
        while i < Provider::COUNT {
            known = known || eq(one, Provider::ALL[i].name());
            i += 1;
        }
        if !known {
            return Some(one);
        }
    }
    None
}

/// Splits a list at its first comma: the trimmed name before it, and the rest after it.
const fn first_name(list: &str) -> (&str, &str) {
    let bytes = list.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b',' {
        end += 1;
    }
    let (one, rest) = list.split_at(end);
    let rest = if rest.is_empty() {
        rest
    } else {
        rest.split_at(1).1
    };
    (one.trim_ascii(), rest)
}
