//! A sink's secrets when its receiver repeats all that it was sent. They must not appear in any
//! answer, error, `Debug` output or `tracing` event, at each stage that can fail.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use futures_executor::block_on;
use serde_json::json;
use toolcast_history::{Batch, HistorySink, HttpSink, HttpSinkBuilder, Recorder};
use toolcast_test_support::log::Log;

use super::records;

const PATH: &str = "PathKey-1";
const QUERY: &str = "Query/Key&2";
const TOKEN: &str = "token\"Key-3";
const HEADER: &str = "HeaderKey-4";
const COOKIES: [&str; 2] = ["CookieKey-5", "CookieKey-6"];
const PASSWORD: &str = "open sesame";

/// `me:open sesame`.
const BASIC: &str = "bWU6b3BlbiBzZXNhbWU=";

const SECRETS: [&str; 8] = [
    PATH,
    QUERY,
    TOKEN,
    HEADER,
    COOKIES[0],
    COOKIES[1],
    PASSWORD,
    "bWU6b3BlbiBzZXNhbWU",
];

fn builder(url: &str) -> HttpSinkBuilder {
    HttpSink::builder(url)
        .header("authorization", format!("token {TOKEN}"))
        .header("proxy-authorization", format!("Basic {BASIC}"))
        .header("x-api-key", HEADER)
        .header("cookie", format!("a={}; b={}", COOKIES[0], COOKIES[1]))
        .retries(1)
        .back_off(Duration::ZERO, Duration::ZERO)
        .timeout(Duration::from_secs(60))
}

/// How a receiver writes what it was sent.
type Spelling = fn(&str) -> String;

fn percent(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

fn html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('/', "&#x2F;")
}

fn json_text(text: &str) -> String {
    json!({ "sent": text }).to_string()
}

fn json_with_slashes(text: &str) -> String {
    json_text(text).replace('/', "\\/").replace('&', "\\u0026")
}

fn decoded(text: &str) -> String {
    let text = text.replace("%2F", "/").replace("%26", "&");
    text.replace(BASIC, &format!("me:{PASSWORD}"))
}

const SPELLINGS: [Spelling; 8] = [
    str::to_owned,
    percent,
    html,
    json_text,
    json_with_slashes,
    |text| json_text(&json_with_slashes(text)),
    decoded,
    |text| json_with_slashes(&decoded(text)),
];

/// A whole answer, written from what was sent.
type Answer = fn(&str) -> String;

fn answer(head: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {head}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Each way to fail, and to take the batch.
const ANSWERS: [(&str, Answer); 11] = [
    ("taken", |sent| answer("200 OK", sent)),
    ("redirect", |sent| {
        let location = sent.split(' ').nth(1).unwrap_or_default();
        answer(
            &format!("302 Found\r\nlocation: http://127.0.0.1:9{location}"),
            sent,
        )
    }),
    ("400", |sent| answer("400 Bad Request", sent)),
    ("401", |sent| answer("401 Unauthorized", sent)),
    ("404", |sent| answer("404 Not Found", sent)),
    ("500", |sent| answer("500 Internal Server Error", sent)),
    ("reason", |sent| {
        answer(&format!("403 {}", one_line(sent)), "")
    }),
    ("headers", |sent| {
        answer(&format!("403 No\r\nx-echo: {}", one_line(sent)), sent)
    }),
    ("no HTTP", str::to_owned),
    ("in the middle of a body", |sent| {
        format!("HTTP/1.1 200 OK\r\ncontent-length: 999999\r\n\r\n{sent}")
    }),
    ("in the middle of a chunk", |sent| {
        format!(
            "HTTP/1.1 400 No\r\ntransfer-encoding: chunked\r\n\r\n{:x}\r\n{sent}",
            sent.len() + 10
        )
    }),
];

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

/// Answers connections until it is dropped.
struct Echo {
    address: String,
    thread: Option<JoinHandle<()>>,
    stop: Arc<Mutex<bool>>,
}

impl Echo {
    fn new(answer: Answer, spelling: Spelling) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stop = Arc::new(Mutex::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if *stopped.lock().unwrap() {
                    return;
                }
                let mut stream = stream.unwrap();
                let sent = request(&mut stream);
                let _ = stream.write_all(answer(&spelling(&sent)).as_bytes());
                let _ = stream.shutdown(Shutdown::Both);
            }
        });
        Echo {
            address,
            thread: Some(thread),
            stop,
        }
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        *self.stop.lock().unwrap() = true;
        let _ = TcpStream::connect(&self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A request's head and body, or what came of it.
fn request(stream: &mut TcpStream) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut read = Vec::new();
    let mut bytes = [0; 4096];
    while let Ok(n @ 1..) = stream.read(&mut bytes) {
        read.extend_from_slice(&bytes[..n]);
        let text = String::from_utf8_lossy(&read);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            // Not HTTP, but the first bytes of TLS.
            if !text.starts_with("POST") {
                break;
            }
            continue;
        };
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        if length.is_none_or(|length| body.len() >= length.parse().unwrap()) {
            break;
        }
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// The spellings that the receivers use, so that the search does not rely on redaction itself.
#[track_caller]
fn assert_none(text: &str, stage: &str) {
    for secret in SECRETS {
        for spelling in SPELLINGS {
            let spelled = spelling(secret);
            let spelled = spelled.strip_prefix("{\"sent\":\"").unwrap_or(&spelled);
            let spelled = spelled.strip_suffix("\"}").unwrap_or(spelled);
            assert!(!text.contains(spelled), "{stage}: `{spelled}` in {text}");
        }
    }
}

/// All that a program can see of one batch.
fn seen(sink: &HttpSink) -> String {
    let batch = Batch::from(records(&[
        json!({"id": "1", "role": "user", "content": "Hello"}),
    ]));
    let mut out = format!("{sink:?} {sink:#?} ");
    match block_on(sink.send(&batch)) {
        Ok(sent) => {
            let _ = write!(out, "{sent:?}");
        }
        Err(error) => {
            let _ = write!(out, "{error} {error:?} {error:#?}");
            let mut source = std::error::Error::source(&error);
            while let Some(error) = source {
                let _ = write!(out, "{error} {error:?}");
                source = error.source();
            }
        }
    }
    out
}

#[test]
fn no_stage_leaks_a_secret_in_any_spelling() {
    let kept = Log::default();
    let traced = kept.clone();
    tracing::subscriber::with_default(traced, || {
        for (stage, answer) in ANSWERS {
            for spelling in SPELLINGS {
                let echo = Echo::new(answer, spelling);
                let url = format!(
                    "http://{}/v1/{PATH}/hook?key={}",
                    echo.address,
                    percent(QUERY)
                );
                let builder = builder(&url);
                assert_none(&format!("{builder:?}"), stage);
                let seen = seen(&builder.build().unwrap());
                assert_none(&seen, stage);
                // The receiver did repeat them.
                if ["taken", "400", "401", "404", "redirect"].contains(&stage) {
                    assert!(seen.contains("[redacted]"), "{stage}: {seen}");
                    assert!(seen.contains("idempotency"), "{stage}: {seen}");
                }
            }
        }
    });
    assert_none(&kept.text(), "tracing");
}

#[test]
fn the_error_of_a_failed_connection_has_no_secret() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    // A receiver that answers without TLS.
    let plain = Echo::new(str::to_owned, str::to_owned);
    for (stage, origin) in [
        ("refused", format!("http://{free}")),
        ("TLS", format!("https://{}", plain.address)),
        ("unknown host", "https://no-such-host.invalid".to_owned()),
    ] {
        let url = format!("{origin}/v1/{PATH}/hook?key={}", percent(QUERY));
        assert_none(&seen(&builder(&url).build().unwrap()), stage);
    }
}

#[test]
fn the_error_of_an_invalid_configuration_has_no_secret() {
    let with = |url: &str, value: &str| {
        let built = builder(url).header("x-api-key", value).build();
        let error = built.unwrap_err();
        format!("{error} {error:?}")
    };
    for (url, value) in [
        (
            format!("https://me:{HEADER}@h/{PATH}?k={HEADER}"),
            HEADER.to_owned(),
        ),
        (format!("ftp://h/{PATH}?k={HEADER}"), HEADER.to_owned()),
        (format!("https://h:{HEADER}/{PATH}"), HEADER.to_owned()),
        (format!("https://h /{PATH}?k={HEADER}"), HEADER.to_owned()),
        (format!("http://h/{PATH}?k={HEADER}"), HEADER.to_owned()),
        ("https://h/".to_owned(), format!("{HEADER}\r\n{PATH}")),
    ] {
        assert_none(&with(&url, &value), &url);
    }
}

/// The warning has the number of the records, and none of their text.
#[test]
fn a_recorder_dropped_with_records_warns() {
    let kept = Log::default();
    let recorder = Recorder::for_conversation(HEADER);
    let clone = recorder.clone();
    recorder.messages(&[
        json!({"role": "user", "content": TOKEN}),
        json!({"role": "user", "content": PATH}),
    ]);
    tracing::subscriber::with_default(kept.clone(), || {
        drop(recorder);
        assert_eq!(kept.text(), "");
        drop(clone);
        drop(Recorder::new());
    });
    let warned = kept.text();
    assert_eq!(warned.matches("records=2").count(), 1, "{warned}");
    assert_eq!(warned.matches("not sent").count(), 1, "{warned}");
    assert_none(&warned, "the warning");
}

/// As long as a token of JWT.
const LONG: &str = "eyJhbGciOiJIUzI1NiJ9-eyJzdWIiOiIxMjM0NTY3ODkwIn0-dozjgNryP4J3jVmNHl0w5N";

#[test]
fn a_secret_that_is_cut_at_the_end_of_a_long_answer_is_hidden() {
    let answers: [Answer; 3] = [
        |_| answer("200 OK", &LONG.repeat(3000)),
        |_| answer("200 OK", &format!("x{}", LONG.repeat(3000))),
        |_| {
            answer(
                "400 No",
                &format!("{}{}", "x".repeat(33), LONG.repeat(3000)),
            )
        },
    ];
    for answer in answers {
        let echo = Echo::new(answer, str::to_owned);
        let sink = HttpSink::builder(format!("http://{}/v1", echo.address))
            .header("x-api-key", LONG)
            .retries(0)
            .build();
        let seen = seen(&sink.unwrap());
        assert!(seen.contains("[redacted]"), "{seen}");
        assert!(!seen.contains(&LONG[..6]), "{}", &seen[seen.len() - 200..]);
    }
}
