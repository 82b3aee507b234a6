//! The HTTP side of a chat API: the URL, the headers, and the signs of an error.

use core::fmt;

use serde::Serialize;

/// The facts about a provider's HTTP API.
#[derive(Clone, Copy)]
pub(crate) struct Http {
    /// The base URL, with `{resource}` or `{location}`. Empty if the program has to name it.
    pub(crate) base: &'static str,
    /// The base URL of requests with strict tools, if it is another one.
    pub(crate) strict_base: Option<&'static str>,
    /// The base URLs of locations that have another one.
    pub(crate) bases: &'static [(&'static str, &'static str)],
    /// The paths behind the base URL, with `{model}`, `{project}` and `{location}`.
    pub(crate) path: &'static str,
    pub(crate) stream_path: &'static str,
    pub(crate) model: ModelPath,
    pub(crate) key: KeyHeader,
    /// Headers of every request.
    pub(crate) headers: &'static [(&'static str, &'static str)],
    /// Further headers of a request for a streamed answer.
    pub(crate) stream_headers: &'static [(&'static str, &'static str)],
    pub(crate) errors: Errors,
}

/// A model's name in a path.
#[derive(Clone, Copy)]
pub(crate) struct ModelPath {
    /// The collection of a bare name, with a slash at its end.
    pub(crate) collection: &'static str,
    /// The beginnings of names that have their collection. Their slashes separate segments.
    pub(crate) collections: &'static [&'static str],
    /// The texts around the publisher of a name such as `publisher/model`.
    pub(crate) publisher: Option<(&'static str, &'static str)>,
    /// The beginning of names that are a whole resource name, and the part of the path before
    /// `{model}` that they have themselves.
    pub(crate) resource: Option<(&'static str, &'static str)>,
}

impl ModelPath {
    /// The name is one segment.
    pub(super) const SEGMENT: Self = ModelPath {
        collection: "",
        collections: &[],
        publisher: None,
        resource: None,
    };
}

/// The header of a key.
#[derive(Clone, Copy)]
pub(crate) struct KeyHeader {
    /// The header of an API key. `None`: `Authorization: Bearer`.
    pub(crate) header: Option<&'static str>,
    /// A request without a key is possible.
    pub(crate) optional: bool,
    /// The environment variables that the provider's SDK reads, in its order. An empty one is
    /// unused.
    pub(crate) variables: [&'static str; 2],
    /// The kind of key, for messages.
    pub(crate) what: &'static str,
}

impl KeyHeader {
    /// A key in `Authorization: Bearer`, from this environment variable.
    pub(super) const fn bearer(variable: &'static str) -> Self {
        KeyHeader {
            header: None,
            optional: false,
            variables: [variable, ""],
            what: variable,
        }
    }

    /// A key of this kind, which has no usual environment variable.
    pub(super) const fn of_kind(what: &'static str) -> Self {
        KeyHeader {
            what,
            ..KeyHeader::bearer("")
        }
    }
}

/// The signs that distinguish a provider's errors. A `*` in a path is each item of a list.
#[derive(Clone, Copy)]
pub(crate) struct Errors {
    /// The header with the error's name, if it is not in the body. It ends at a colon.
    pub(crate) code_header: &'static str,
    /// The paths to the codes, the most exact first.
    pub(crate) codes: &'static [&'static str],
    /// The paths to the message.
    pub(crate) messages: &'static [&'static str],
    /// The kinds of codes.
    pub(crate) kinds: &'static [(&'static str, ErrorKind)],
    /// The kinds of status codes that mean something else elsewhere.
    pub(crate) statuses: &'static [(u16, ErrorKind)],
    /// Parts of messages about too long a request, in lower case.
    pub(crate) too_long: &'static [&'static str],
    /// Parts of messages about an invalid key, in lower case, if the status is 400.
    pub(crate) wrong_key: &'static [&'static str],
    /// Paths that only the error of a moderated request has.
    pub(crate) moderated: &'static [&'static str],
    /// Codes of an invalid request. A complete response has a status for it, a stream hasn't.
    pub(crate) invalid_requests: &'static [&'static str],
    pub(crate) waits: &'static [Wait],
    /// The header that decides whether a retry makes sense, with `true` or `false`.
    pub(crate) should_retry: &'static str,
    /// The header with the request's id.
    pub(crate) request_id: &'static str,
}

/// A time to wait in an error response.
#[derive(Clone, Copy)]
pub(crate) enum Wait {
    /// A header with milliseconds.
    Millis(&'static str),
    /// A header with seconds or a date.
    Seconds(&'static str),
    /// A header with the time as seconds since 1970.
    Epoch(&'static str),
    /// A path in the body to a text such as `34.4s`.
    Body(&'static str),
    /// If the first header is 0: the second has a duration such as `6m0s`, or a time.
    Reset(&'static str, &'static str),
}

impl Errors {
    /// `{"error":{"message","type","code"}}`, as on most hosts of OpenAI's format; also
    /// `{"message"}`, `{"error":"text"}` and `{"detail":..}`, which single hosts and proxies have.
    pub(crate) const COMMON: Self = Errors {
        code_header: "",
        codes: &["error.code", "error.type", "code", "type"],
        messages: &[
            "error.message",
            "message",
            "error",
            "detail.*.msg",
            "detail",
            "msg",
        ],
        kinds: &[],
        statuses: &[],
        too_long: &[],
        wrong_key: &[],
        moderated: &[],
        invalid_requests: &["invalid_request_error"],
        waits: &[Wait::Seconds("retry-after")],
        should_retry: "",
        request_id: "x-request-id",
    };
}

/// The kind of an API error: what a program can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// Too many requests or tokens at the moment. A retry after the wait may succeed.
    RateLimit,
    /// A quota, a spending limit or the credit is used up. A retry doesn't help.
    Quota,
    /// The provider has no capacity at the moment. A later retry may succeed.
    Overloaded,
    /// The request is too long for the model or for the API.
    ContextTooLong,
    /// The request is invalid. The message has the provider's text.
    BadRequest,
    /// The key is missing, invalid, or has no permission.
    Authentication,
    /// The model or the URL doesn't exist, or isn't available to this account.
    NotFound,
    /// An error or a timeout at the provider. A later retry may succeed.
    Server,
    /// The response isn't one that an API sends, such as a redirect.
    Unexpected,
}

impl fmt::Display for ErrorKind {
    /// Writes the name that serde writes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
