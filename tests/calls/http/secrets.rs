//! Keys are only in the header.

use toolcast::http::{ApiKey, HttpError};
use toolcast::{Error, Provider};
use toolcast_test_support::random;
use toolcast_test_support::tape::Tape;

use super::{asked, chats, endpoint, error, tools};

const KEY: &str = "hunter2-0123456789abcdef";

#[test]
fn a_key_is_not_in_debug_and_display() {
    for key in [ApiKey::new(KEY), ApiKey::bearer(KEY), ApiKey::none()] {
        let texts = format!("{key} {key:?} {key:#?} {:?}", Some(&key));
        assert!(!texts.contains("hunter2"), "{texts}");
        assert!(texts.contains("[redacted]"));
    }
}

#[test]
fn a_key_is_not_in_a_requests_debug_body_or_url() {
    for provider in chats() {
        for key in [ApiKey::new(KEY), ApiKey::bearer(KEY)] {
            let mut chat = asked(provider);
            let request = endpoint(provider).stream_request(&mut chat, &tools(), &key);
            let request = request.expect("a request");
            let texts = format!("{request:?} {chat:?} {}", request.uri());
            assert!(!texts.contains("hunter2"), "{provider}: {texts}");
            let stored = serde_json::to_string(&chat).expect("JSON");
            assert!(!stored.contains("hunter2"), "{provider}: {stored}");
        }
    }
}

#[test]
fn a_key_is_not_in_errors() {
    for provider in chats() {
        for key in [
            format!("{KEY}\n{KEY}"),
            format!("{KEY}\0"),
            format!("{KEY}ä\u{7f}"),
        ] {
            for key in [ApiKey::new(&key), ApiKey::bearer(&key)] {
                let result = endpoint(provider).request(&mut asked(provider), &tools(), &key);
                let error = result.expect_err("an invalid key");
                assert!(matches!(error, HttpError::InvalidKey { .. }), "{error}");
                let error = Error::from(error);
                let texts = format!("{error} {error:?}");
                assert!(!texts.contains("hunter2"), "{provider}: {texts}");
            }
        }
    }
}

#[test]
fn white_space_around_a_key_is_removed() {
    let key = ApiKey::new(format!("  {KEY}\r\n"));
    let request = asked(Provider::OpenAi).http_request(&tools(), &key);
    let request = request.expect("a request");
    let expected = format!("Bearer {KEY}");
    assert_eq!(request.headers()["authorization"], expected.as_str());
}

#[test]
fn a_key_that_a_provider_repeats_is_not_in_the_error() {
    for provider in chats() {
        for message in [
            "Incorrect API key provided: sk-proj-0123456789abcdef0123.",
            "got Authorization: Bearer 0123456789abcdef0123",
            "x-api-key: 0123456789abcdef0123",
        ] {
            let body = serde_json::json!({"error": {"message": message}}).to_string();
            for body in [body, message.to_owned(), format!("<html>{message}</html>")] {
                let error = error(provider, 401, &[], &body);
                let texts = format!("{error} {error:?}");
                assert!(!texts.contains("0123456789"), "{provider}: {texts}");
            }
        }
    }
}

/// Pieces of headers and bodies, of which two are keys.
const PIECES: &[&str] = &[
    " sk-proj-0123456789abcdef0123 ",
    " Authorization: Bearer 0123456789abcdef0123 ",
    "{\"error\":{\"message\":\"",
    "\",\"code\":\"",
    "\"}}",
    "[",
    "{\"message\":\"",
    "\",\"details\":[{\"retryDelay\":\"",
    "99999999999999999999",
    ".5",
    "s",
    "m",
    "-",
    ":",
    "T",
    "Z",
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "1994-11-06T08:49:47+02:00",
    "0",
    " ",
    "\\n",
    "ä€𝄞",
    "prompt is too long",
];

#[test]
fn any_response_has_a_bounded_error_without_keys() {
    let names = [
        "retry-after",
        "retry-after-ms",
        "date",
        "x-ratelimit-remaining-tokens",
        "x-ratelimit-reset-tokens",
        "x-ratelimit-reset",
        "anthropic-ratelimit-tokens-remaining",
        "anthropic-ratelimit-tokens-reset",
        "x-amzn-errortype",
        "x-request-id",
        "request-id",
        "x-should-retry",
    ];
    let text = |tape: &mut Tape| -> String {
        let pieces = 1 + tape.below(12);
        (0..pieces).map(|_| *tape.pick(PIECES)).collect()
    };
    let found = random(5000, |tape| {
        let providers: Vec<_> = chats().collect();
        let provider = *tape.pick(&providers);
        let status = u16::try_from(100 + tape.below(900)).expect("a status");
        let headers: Vec<_> = names.iter().map(|name| (*name, text(tape))).collect();
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let body = text(tape);
        let error = error(provider, status, &headers, &body);
        let wait = error.retry_after.unwrap_or_default();
        let texts = format!("{error} {error:?}");
        if wait.as_secs() > 86_400 || texts.len() > 5000 || texts.contains("0123456789abcdef") {
            return Err(format!("{provider} {headers:?} {body}: {texts}"));
        }
        Ok(())
    });
    assert_eq!(found, Ok(()));
}
