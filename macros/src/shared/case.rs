//! Serde's `rename_all`: converts Rust names to JSON names. Assumes, like serde, that variants are
//! `PascalCase` and fields `snake_case`.

/// One of serde's eight rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Rule {
    /// Returns the rule with this spelling. Serde reports an unknown one.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "lowercase" => Rule::Lower,
            "UPPERCASE" => Rule::Upper,
            "PascalCase" => Rule::Pascal,
            "camelCase" => Rule::Camel,
            "snake_case" => Rule::Snake,
            "SCREAMING_SNAKE_CASE" => Rule::ScreamingSnake,
            "kebab-case" => Rule::Kebab,
            "SCREAMING-KEBAB-CASE" => Rule::ScreamingKebab,
            _ => return None,
        })
    }

    pub(crate) fn on_variant(self, name: &str) -> String {
        match self {
            Rule::Pascal => name.to_owned(),
            Rule::Lower => name.to_ascii_lowercase(),
            Rule::Upper => name.to_ascii_uppercase(),
            Rule::Camel => lower_first(name),
            Rule::Snake => words(name),
            Rule::ScreamingSnake => words(name).to_ascii_uppercase(),
            Rule::Kebab => words(name).replace('_', "-"),
            Rule::ScreamingKebab => words(name).to_ascii_uppercase().replace('_', "-"),
        }
    }

    pub(crate) fn on_field(self, name: &str) -> String {
        match self {
            Rule::Lower | Rule::Snake => name.to_owned(),
            Rule::Upper | Rule::ScreamingSnake => name.to_ascii_uppercase(),
            Rule::Pascal => pascal(name),
            Rule::Camel => lower_first(&pascal(name)),
            Rule::Kebab => name.replace('_', "-"),
            Rule::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    match chars.next() {
        Some(first) => first.to_ascii_lowercase().to_string() + chars.as_str(),
        None => String::new(),
    }
}

fn words(name: &str) -> String {
    let mut out = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

fn pascal(name: &str) -> String {
    let mut out = String::new();
    let mut upper = true;
    for c in name.chars() {
        if c == '_' {
            upper = true;
        } else if upper {
            out.push(c.to_ascii_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}

/// Converts a name to words, for tools without a description: `search_repos` becomes "Search
/// repos".
pub(crate) fn in_words(name: &str) -> String {
    let mut out = String::new();
    let mut before: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '_' || c == '-' {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if out.is_empty() {
            out.extend(c.to_uppercase());
        } else if c.is_uppercase() && before.is_some_and(char::is_lowercase) {
            out.push(' ');
            // The first letter of an acronym stays upper case.
            if chars.peek().is_some_and(|next| next.is_uppercase()) {
                out.push(c);
            } else {
                out.extend(c.to_lowercase());
            }
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    let trimmed = out.trim_end().len();
    out.truncate(trimmed);
    out
}

#[cfg(test)]
mod tests {
    use super::{Rule, in_words};

    #[test]
    fn rename_rules_give_the_names_that_serde_gives() {
        let rules = [
            Rule::Lower,
            Rule::Upper,
            Rule::Pascal,
            Rule::Camel,
            Rule::Snake,
            Rule::ScreamingSnake,
            Rule::Kebab,
            Rule::ScreamingKebab,
        ];
        // Each row: a name and its eight names in the order of the rules.
        let variants = "
            Outcome outcome OUTCOME Outcome outcome outcome OUTCOME outcome OUTCOME
            VeryTasty verytasty VERYTASTY VeryTasty veryTasty very_tasty VERY_TASTY very-tasty VERY-TASTY
            A a A A a a A a A
            Z42 z42 Z42 Z42 z42 z42 Z42 z42 Z42
            HTTPGet httpget HTTPGET HTTPGet hTTPGet h_t_t_p_get H_T_T_P_GET h-t-t-p-get H-T-T-P-GET";
        let fields = "
            outcome outcome OUTCOME Outcome outcome outcome OUTCOME outcome OUTCOME
            very_tasty very_tasty VERY_TASTY VeryTasty veryTasty very_tasty VERY_TASTY very-tasty VERY-TASTY
            a a A A a a A a A
            z42 z42 Z42 Z42 z42 z42 Z42 z42 Z42
            _x _x _X X x _x _X -x -X";
        let check = |rows: &str, apply: fn(Rule, &str) -> String| {
            for row in rows.lines().filter_map(|row| row.trim().split_once(' ')) {
                let got = rules.map(|rule| apply(rule, row.0)).join(" ");
                assert_eq!(got, row.1);
            }
        };
        check(variants, Rule::on_variant);
        check(fields, Rule::on_field);
    }

    #[test]
    fn names_become_words() {
        assert_eq!(in_words("search_repos"), "Search repos");
        assert_eq!(in_words("x"), "X");
        assert_eq!(in_words("_private_"), "Private");
        assert_eq!(in_words("getURL2"), "Get URL2");
        assert_eq!(in_words(""), "");
    }
}
