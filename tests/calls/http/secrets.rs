//! Keys are only in the header.

use toolcast::http::{ApiKey, HttpError};
use toolcast::{Error, Provider};

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
                let Err(error) = result else {
                    continue; // Letters beyond ASCII are allowed in a header.
                };
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
