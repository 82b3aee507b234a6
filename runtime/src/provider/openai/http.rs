//! The HTTP side of the APIs, and the signs of an error.

use crate::provider::{ErrorKind, Errors, Http, KeyHeader, ModelPath, Wait};

/// Sources: `_client.py`, `_base_client.py` and `lib/azure.py` of the SDK for Python; the pages
/// "Error codes", "Rate limits" and, for the names of exhausted limits, Microsoft's Dev Proxy.
pub(in crate::provider) const HTTP: Http = Http {
    base: "https://api.openai.com/v1",
    strict_base: None,
    bases: &[],
    path: "/chat/completions",
    stream_path: "/chat/completions",
    model: ModelPath::SEGMENT,
    key: KeyHeader::bearer("OPENAI_API_KEY"),
    headers: &[],
    stream_headers: &[],
    errors: ERRORS,
};

pub(super) const RESPONSES: Http = Http {
    path: "/responses",
    stream_path: "/responses",
    ..HTTP
};

/// The form of the API without a version and with the deployment's name as the model. A token of
/// Entra is sent as a bearer token.
pub(super) const AZURE: Http = Http {
    base: "https://{resource}.openai.azure.com/openai/v1",
    key: KeyHeader {
        header: Some("api-key"),
        what: "AZURE_OPENAI_API_KEY, or a token of Entra by `ApiKey::bearer`",
        ..KeyHeader::bearer("AZURE_OPENAI_API_KEY")
    },
    ..HTTP
};

pub(in crate::provider) const ERRORS: Errors = Errors {
    kinds: &[
        ("insufficient_quota", ErrorKind::Quota),
        ("credit_balance_exhausted", ErrorKind::Quota),
        ("organization_spend_limit_exceeded", ErrorKind::Quota),
        ("project_spend_limit_exceeded", ErrorKind::Quota),
        ("organization_usage_limit_exceeded", ErrorKind::Quota),
        ("rate_limit_exceeded", ErrorKind::RateLimit),
        ("rate_limit_error", ErrorKind::RateLimit),
        ("context_length_exceeded", ErrorKind::ContextTooLong),
        ("invalid_api_key", ErrorKind::Authentication),
        ("model_not_found", ErrorKind::NotFound),
        ("server_is_overloaded", ErrorKind::Overloaded),
        ("service_unavailable_error", ErrorKind::Overloaded),
        ("server_error", ErrorKind::Server),
    ],
    too_long: &["maximum context length is", "exceeds the context window"],
    invalid_requests: &[
        "invalid_request_error",
        "invalid_prompt",
        "bio_policy",
        "misalignment_policy_violation",
        "image_content_policy_violation",
    ],
    waits: &[
        Wait::Millis("retry-after-ms"),
        Wait::Seconds("retry-after"),
        Wait::Reset(
            "x-ratelimit-remaining-requests",
            "x-ratelimit-reset-requests",
        ),
        Wait::Reset("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    ],
    should_retry: "x-should-retry",
    ..Errors::COMMON
};
