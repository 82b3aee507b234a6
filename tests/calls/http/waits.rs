//! The time that a response asks to wait.

use std::time::Duration;

use toolcast::Provider;

use super::{chats, error};

fn wait(provider: Provider, headers: &[(&str, &str)], body: &str) -> Option<Duration> {
    error(provider, 429, headers, body).retry_after
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

const DATE: (&str, &str) = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");

#[test]
fn retry_after_has_seconds_or_a_date() {
    for provider in chats() {
        let of = |text| wait(provider, &[DATE, ("retry-after", text)], "{}");
        assert_eq!(of("7"), Some(seconds(7.0)), "{provider}");
        assert_eq!(of("0.5"), Some(seconds(0.5)), "{provider}");
        assert_eq!(
            of("Sun, 06 Nov 1994 08:50:07 GMT"),
            Some(seconds(30.0)),
            "{provider}"
        );
        assert_eq!(
            of("Mon, 07 Nov 1994 08:49:36 GMT"),
            Some(seconds(86_399.0)),
            "{provider}"
        );
        assert_eq!(
            of("99999999999999999999999999"),
            Some(seconds(86_400.0)),
            "{provider}"
        );
        let endless = "9".repeat(400);
        assert_eq!(of(&endless), Some(seconds(86_400.0)), "{provider}");
        for none in [
            "0",
            "-1",
            "inf",
            "NaN",
            "1e5",
            "",
            "soon",
            "Sat, 05 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:50:07",
            "Sun, 99 Nov 1994 08:50:07 GMT",
            "Sun, 06 Nov 9223372036854775807 08:50:07 GMT",
            "x 6 Nov 1994 ::: GMT",
        ] {
            assert_eq!(of(none), None, "{provider}: {none}");
        }
    }
}

#[test]
fn a_date_without_the_date_of_the_response_is_compared_with_the_clock() {
    let headers = [("retry-after", "Fri, 31 Dec 9999 23:59:59 GMT")];
    assert_eq!(
        wait(Provider::OpenAi, &headers, ""),
        Some(seconds(86_400.0))
    );
    let headers = [("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")];
    assert_eq!(wait(Provider::OpenAi, &headers, ""), None);
}

#[test]
fn milliseconds_come_before_seconds() {
    let headers = [("retry-after", "2"), ("retry-after-ms", "1500")];
    for provider in [Provider::OpenAi, Provider::AzureOpenAi, Provider::Cohere] {
        assert_eq!(
            wait(provider, &headers, ""),
            Some(seconds(1.5)),
            "{provider}"
        );
    }
    assert_eq!(wait(Provider::Anthropic, &headers, ""), Some(seconds(2.0)));
}

#[test]
fn resets_count_if_nothing_remains() {
    let of = |requests, tokens| {
        let headers = [
            ("x-ratelimit-remaining-requests", requests),
            ("x-ratelimit-reset-requests", "6m0s"),
            ("x-ratelimit-remaining-tokens", tokens),
            ("x-ratelimit-reset-tokens", "12ms"),
        ];
        wait(Provider::OpenAi, &headers, "")
    };
    assert_eq!(of("0", "5"), Some(seconds(360.0)));
    assert_eq!(of("1", "0"), Some(seconds(0.012)));
    assert_eq!(of("0", "0"), Some(seconds(360.0)));
    assert_eq!(of("1", "-1"), None);
}

#[test]
fn resets_may_be_times() {
    let of = |reset| {
        let headers = [
            DATE,
            ("anthropic-ratelimit-tokens-remaining", "0"),
            ("anthropic-ratelimit-tokens-reset", reset),
            ("anthropic-ratelimit-requests-remaining", "9"),
            ("anthropic-ratelimit-requests-reset", "1994-11-06T09:00:00Z"),
        ];
        wait(Provider::Anthropic, &headers, "")
    };
    assert_eq!(of("1994-11-06T08:49:47Z"), Some(seconds(10.0)));
    assert_eq!(of("1994-11-06T08:49:47.5Z"), Some(seconds(10.5)));
    assert_eq!(of("1994-11-06T10:49:47+02:00"), Some(seconds(10.0)));
    assert_eq!(of("1994-11-06T06:49:47-02:00"), Some(seconds(10.0)));
    for none in [
        "1994-11-06T08:49:37Z",
        "1994-11-06",
        "T",
        "1994-13-06T08:49:47Z",
        "+T+Z",
    ] {
        assert_eq!(of(none), None, "{none}");
    }
}

#[test]
fn a_leap_day_counts() {
    let headers = [
        ("date", "Tue, 29 Feb 2028 23:59:50 GMT"),
        ("retry-after", "Wed, 01 Mar 2028 00:00:00 GMT"),
    ];
    assert_eq!(wait(Provider::Groq, &headers, ""), Some(seconds(10.0)));
}

#[test]
fn a_reset_may_count_from_1970() {
    let headers = [DATE, ("x-ratelimit-reset", "784111787")];
    assert_eq!(wait(Provider::Cohere, &headers, ""), Some(seconds(10.0)));
    assert_eq!(wait(Provider::Mistral, &headers, ""), None);
}

#[test]
fn the_body_may_have_the_wait() {
    let body = r#"{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED","details":[
        {"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[]},
        {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.4s"}]}}"#;
    for provider in [
        Provider::Gemini,
        Provider::GeminiJsonSchema,
        Provider::Vertex,
    ] {
        assert_eq!(wait(provider, &[], body), Some(seconds(34.4)), "{provider}");
        assert_eq!(
            wait(provider, &[], &format!("[{body}]")),
            Some(seconds(34.4))
        );
    }
    let broken = body.replace("34.4s", "34.4.5s");
    assert_eq!(wait(Provider::Gemini, &[], &broken), None);
    assert_eq!(wait(Provider::Groq, &[], body), None);
}
