//! Resolution of an address against a base (RFC 3986, section 5.2).

/// Resolves a reference without a fragment. Its own syntax is not checked.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let base = base.split(['?', '#']).next().unwrap_or_default();
    let (scheme, rest) = scheme(base).map_or(("", base), |end| base.split_at(end));
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let authority = rest.strip_prefix("//");
    let end = authority.map_or(0, |after| 2 + after.find('/').unwrap_or(after.len()));
    let (authority, path) = rest.split_at(end);
    let (own, query) = reference.split_at(reference.find('?').unwrap_or(reference.len()));
    let path = if own.starts_with('/') {
        without_dots(own)
    } else if own.is_empty() {
        path.to_owned()
    } else {
        let folder = path.rfind('/').map_or("", |at| &path[..=at]);
        let root = if folder.is_empty() && !authority.is_empty() {
            "/"
        } else {
            folder
        };
        without_dots(&format!("{root}{own}"))
    };
    format!("{scheme}{authority}{path}{query}")
}

/// The end of the scheme with its colon.
fn scheme(text: &str) -> Option<usize> {
    let at = text.find(':')?;
    let name = &text[..at];
    let is_scheme = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some(at + 1)
}

/// Removes the segments `.` and `..` (section 5.2.4).
fn without_dots(path: &str) -> String {
    if !path.starts_with('.') && !path.contains("/.") {
        return path.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    let is_rooted = path.starts_with('/');
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." => {}
            ".." => {
                if kept.len() > usize::from(is_rooted) {
                    kept.pop();
                }
            }
            _ => {
                kept.push(segment);
                continue;
            }
        }
        if is_last {
            kept.push("");
        }
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::resolve;

    /// The examples of RFC 3986, section 5.4, without fragments.
    #[test]
    fn references_are_resolved_as_the_rfc_lists() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("g?y", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(resolve("", "T0"), "T0");
        assert_eq!(resolve("http://a", "g"), "http://a/g");
        assert_eq!(resolve("folder/a", "b"), "folder/b");
        assert_eq!(resolve("urn:a:b", "urn:c"), "urn:c");
    }
}
