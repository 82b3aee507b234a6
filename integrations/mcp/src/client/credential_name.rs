//! Names of headers, query members and variables: is the value of one a credential?
//!
//! A name is split into segments at separators and in camel case (`AccountKey`, `API_KEY`). A name
//! that is in doubt counts: a credential in a text is worse than a word that is missing.

/// Parts of a segment that make any name the name of a credential.
const CERTAIN: [&str; 18] = [
    "accesskey",
    "accountkey",
    "apikey",
    "authkey",
    "authoriz",
    "bearer",
    "cookie",
    "credential",
    "jwt",
    "passcode",
    "passkey",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "pwd",
    "secret",
    "sharedkey",
];

/// Whole segments that do the same.
const WHOLE: [&str; 7] = ["cred", "hmac", "pass", "pat", "sas", "sig", "signature"];

/// Segments after `key` or `session` that don't change what the value is.
const NEUTRAL: [&str; 25] = [
    "b",
    "base",
    "config",
    "data",
    "dev",
    "dir",
    "file",
    "hex",
    "id",
    "json",
    "live",
    "local",
    "main",
    "new",
    "old",
    "path",
    "pem",
    "prod",
    "production",
    "sandbox",
    "staging",
    "string",
    "test",
    "txt",
    "value",
];

/// Segments before `key` that make it a credential wherever it is in the name.
const KINDS_OF_KEYS: [&str; 25] = [
    "access",
    "account",
    "admin",
    "aes",
    "api",
    "app",
    "application",
    "client",
    "crypto",
    "deploy",
    "encryption",
    "hmac",
    "host",
    "license",
    "master",
    "private",
    "rsa",
    "security",
    "service",
    "shared",
    "signing",
    "ssh",
    "storage",
    "subscription",
    "webhook",
];

/// Segments before a last `key` that names a thing, such as `PROJECT_KEY`. Its value counts only if
/// it is long and looks random.
const THINGS: [&str; 14] = [
    "board",
    "cache",
    "column",
    "field",
    "foreign",
    "issue",
    "lookup",
    "object",
    "partition",
    "project",
    "queue",
    "row",
    "sort",
    "space",
];

/// Last segments of names about a credential whose value is not one: `AUTH_URL`, `KEY_PREFIX`.
const ABOUT: [&str; 29] = [
    "audience", "count", "domain", "email", "enabled", "endpoint", "expiry", "header", "host",
    "issuer", "length", "limit", "method", "mode", "name", "port", "prefix", "provider", "realm",
    "region", "required", "scheme", "scope", "size", "timeout", "ttl", "type", "uri", "url",
];

/// Segments that are credentials unless the name is about one.
const LIKELY: [&str; 6] = [
    "authn",
    "authz",
    "keydata",
    "keymaterial",
    "keypair",
    "keystring",
];

/// Words that end in `key` or `pass` and are about something else.
const OTHER_WORDS: [&str; 10] = [
    "bypass", "compass", "donkey", "hockey", "hotkey", "jockey", "monkey", "overpass", "turkey",
    "whiskey",
];

/// Minimum length of a value that looks random and has the name of a thing.
const RANDOM: usize = 16;

/// Returns true if the value of a header, a query member or a variable is a credential.
pub(super) fn is_credential(name: &str, value: &str) -> bool {
    let segments = segments(name);
    if segments.iter().any(|segment| is_certain(segment)) {
        return true;
    }
    let is_about = segments
        .last()
        .is_some_and(|last| ABOUT.contains(&last.as_str()));
    segments.iter().enumerate().any(|(at, segment)| {
        let (before, after) = (&segments[..at], &segments[at + 1..]);
        let before = before.last().map(String::as_str).unwrap_or_default();
        let is_last = after.iter().all(|one| NEUTRAL.contains(&one.as_str()));
        match segment.as_str() {
            "key" if is_last && THINGS.contains(&before) => {
                value.len() >= RANDOM && may_be_random(value)
            }
            "key" if is_last => true,
            "key" => !is_about && (KINDS_OF_KEYS.contains(&before) || may_be_random(value)),
            "sign" => is_last,
            segment if segment.ends_with("session") || segment.ends_with("sessionid") => is_last,
            segment => !is_about && is_likely(segment),
        }
    })
}

/// Returns true if a segment makes every name the name of a credential.
fn is_certain(segment: &str) -> bool {
    CERTAIN.iter().any(|part| segment.contains(part))
        || segment.contains("token") && !segment.contains("tokeniz")
        || WHOLE.contains(&segment)
}

/// Returns true for segments such as `auth`, `basicauth`, `authentication`, `dbpass`, `sshkey`.
fn is_likely(segment: &str) -> bool {
    let ends = |end: &&str| segment.ends_with(end);
    segment.starts_with("authenticat")
        || LIKELY.contains(&segment)
        || ["auth", "cred", "key", "pass"].iter().any(ends) && !OTHER_WORDS.contains(&segment)
}

/// The segments of a name in lower case, without digits at their end and without a plural `s`.
fn segments(name: &str) -> Vec<String> {
    let mut segments = Vec::new();
    let mut segment = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        let next = chars.get(at + 1);
        let before = at.checked_sub(1).map(|at| chars[at]);
        // `apiKey` and `AWSAccess`.
        let begins = c.is_uppercase()
            && (before.is_some_and(|c| c.is_lowercase() || c.is_ascii_digit())
                || before.is_some_and(char::is_uppercase)
                    && next.is_some_and(|c| c.is_lowercase()));
        if begins || !c.is_alphanumeric() {
            segments.push(std::mem::take(&mut segment));
        }
        if c.is_alphanumeric() {
            segment.extend(c.to_lowercase());
        }
    }
    segments.push(segment);
    segments
        .iter()
        .map(|segment| singular(segment.trim_end_matches(|c: char| c.is_ascii_digit())))
        .filter(|segment| !segment.is_empty())
        .map(str::to_owned)
        .collect()
}

fn singular(segment: &str) -> &str {
    match segment.strip_suffix('s') {
        // `access` and `aes` are not plurals.
        Some(one) if one.len() > 2 && !one.ends_with('s') => one,
        _ => segment,
    }
}

/// Returns true if a text has digits, or letters of both cases. Words have neither.
pub(super) fn may_be_random(text: &str) -> bool {
    let has = |class: fn(char) -> bool| text.contains(class);
    has(|c| c.is_ascii_digit()) || has(char::is_lowercase) && has(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::{is_credential, may_be_random};

    #[test]
    fn segments_with_digits_or_both_cases_may_be_random() {
        for segment in ["0a9b8c7d", "AbCdEfGh", "v1", "123"] {
            assert!(may_be_random(segment), "{segment}");
        }
        for segment in ["", "mcp", "streamable-http-server", "SSE"] {
            assert!(!may_be_random(segment), "{segment}");
        }
    }

    #[test]
    fn names_of_credentials_are_known() {
        for name in [
            "Authorization",
            "Proxy-Authorization",
            "Cookie",
            "X-Api-Key",
            "x-api-key",
            "apikey",
            "X-Auth-Token",
            "xauthtoken",
            "X-Signature",
            "X-Hub-Signature-256",
            "sig",
            "auth",
            "access_token",
            "AWSAccessKeyId",
            "X-Amz-Credential",
            "X-Amz-Security-Token",
            "apiKey",
            "Ocp-Apim-Subscription-Key",
            "AccountKey",
            "SharedAccessKey",
            "Pwd",
            "PGPASSWORD",
            "OPENAI_API_KEY",
            "OPENAI_KEY",
            "OPENAI_KEY_2",
            "KEY",
            "API_KEY_PROD",
            "API_KEY_EU",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_ACCESS_KEY_ID",
            "SECRET_KEY_BASE",
            "PRIVATE_KEY_PEM",
            "SSH_KEYS",
            "TS_AUTHKEY",
            "GITHUB_PAT",
            "GH_TOKEN",
            "API_TOKENS",
            "DB_PASS",
            "DBPASS",
            "SMTP_PWD",
            "CLIENT_SECRET",
            "SESSION",
            "MCP_SESSION_ID",
            "JSESSIONID",
            "NPM_AUTH",
            "DOCKER_AUTH_CONFIG",
            "HTTP_BASICAUTH",
            "OAUTH2",
            "JWT",
            "SERVICE_CREDENTIALS",
            "DB_CREDS",
            "OTHER_KEY_FILE",
            "COSMOS_PRIMARY_KEY",
            "LICENSE_KEY",
            "X-Sign",
            "sign",
            "X-Authz",
            "GCPCREDS",
            "SERVICE_KEYDATA",
        ] {
            assert!(is_credential(name, "ordinary"), "{name}");
        }
        for name in ["JIRA_PROJECT_KEY", "SORT_KEY", "OPENAI_KEY_BACKUP"] {
            assert!(is_credential(name, "phc_0a9B8c7D6e5F4g3H"), "{name}");
        }
    }

    #[test]
    fn names_of_other_values_are_not_credentials() {
        for name in [
            "JIRA_PROJECT_KEY",
            "GIT_AUTHOR_NAME",
            "KEYCLOAK_REALM",
            "CASSANDRA_KEYSPACE",
            "SORT_KEY",
            "PARTITION_KEY",
            "KEY_VAULT_NAME",
            "AZURE_KEY_VAULT_URL",
            "KEYBOARD",
            "MONKEY",
            "TOKENIZERS_PARALLELISM",
            "DESIGN",
            "SIGN_IN_PAGE",
            "SIGNAL",
            "COMPASS",
            "BYPASS_PROXY",
            "AUTHOR",
            "AUTH_URL",
            "AUTH_DOMAIN",
            "AUTH_MODE",
            "XDG_SESSION_TYPE",
            "API_KEY_HEADER_NAME",
            "SharedAccessKeyName",
            "X-Project",
            "region",
            "keyword",
            "monkeypatch",
            "",
            "_",
            "v",
        ] {
            assert!(!is_credential(name, "ordinary"), "{name}");
        }
    }
}
