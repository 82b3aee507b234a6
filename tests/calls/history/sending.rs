//! Records on their way to a service: accepted, rejected, retried, given up.

use std::net::TcpListener;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use std::time::Duration;

use futures_executor::block_on;
use serde_json::json;
use toolcast_history::{Batch, HistorySink, HttpSink, HttpSinkBuilder, SinkError};

use super::records;
use super::server::{Answer, Service, status};

const TOKEN: &str = "sesame-7f3a";

/// Without waiting between attempts, for as long as a test may take.
fn sink(service: &Service) -> HttpSinkBuilder {
    HttpSink::builder(&service.url)
        .bearer(TOKEN)
        .timeout(Duration::from_secs(120))
        .back_off(Duration::ZERO, Duration::from_secs(120))
}

fn batch() -> Batch {
    let messages = [
        json!({"id": "1", "role": "user", "content": "Hello", "timestamp": 0}),
        json!({"id": "2", "role": "assistant", "content": "Hi"}),
    ];
    Batch::from(records(&messages))
        .conversation("c-17")
        .extra("tenant", "harbor")
}

#[test]
fn a_batch_is_posted_as_json() {
    let service = Service::new(vec![Answer::Status(
        202,
        Vec::new(),
        r#"{"verdict":"fine"}"#,
    )]);
    let sink = sink(&service).header("X-Tenant", "7").build().unwrap();
    let sent = block_on(sink.send(&batch())).unwrap();
    assert_eq!((sent.status, sent.attempts), (Some(202), 1));
    assert_eq!(sent.answer, r#"{"verdict":"fine"}"#);
    let heard = service.heard();
    assert_eq!(heard.method, "POST");
    assert_eq!(heard.path, "/history?key=hidden");
    assert_eq!(heard.header("authorization"), Some("Bearer sesame-7f3a"));
    assert_eq!(heard.header("x-tenant"), Some("7"));
    assert_eq!(heard.header("content-type"), Some("application/json"));
    assert_eq!(
        heard.body,
        json!({
            "conversation": "c-17",
            "tenant": "harbor",
            "records": [
                {"id": "1", "role": "user", "content": "Hello", "timestamp": "1970-01-01T00:00:00Z"},
                {"id": "2", "role": "assistant", "content": "Hi"}
            ]
        })
    );
}

#[test]
fn an_empty_history_is_sent() {
    let service = Service::new(vec![status(200)]);
    let sink = sink(&service).build().unwrap();
    let sent = block_on(sink.send(&Batch::from(records(&[])))).unwrap();
    assert_eq!(sent.attempts, 1);
    assert_eq!(service.heard().body, json!({"records": []}));
}

#[test]
fn a_failing_service_is_retried() {
    let service = Service::new(vec![status(500), status(503), status(200)]);
    let sink = sink(&service).build().unwrap();
    let sent = block_on(sink.send(&batch())).unwrap();
    assert_eq!((sent.status, sent.attempts), (Some(200), 3));
    let heard: Vec<_> = (0..3).map(|_| service.heard()).collect();
    assert_eq!(heard[0].body, heard[2].body);
    let key = heard[0].header("idempotency-key").unwrap();
    assert!(
        heard
            .iter()
            .all(|one| one.header("idempotency-key") == Some(key))
    );
    // The next batch has another key.
    let service = Service::new(vec![status(200)]);
    let other = HttpSink::builder(&service.url).build().unwrap();
    block_on(other.send(&batch())).unwrap();
    assert_ne!(service.heard().header("idempotency-key"), Some(key));
}

#[test]
fn attempts_are_bounded_and_counted() {
    let service = Service::new(vec![status(500), status(500), status(500)]);
    let sink = sink(&service).retries(2).build().unwrap();
    let error = block_on(sink.send(&batch())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the receiver refused the history with status 500 after 3 attempts"
    );
    for _ in 0..3 {
        service.heard();
    }
    assert!(service.is_quiet());
}

#[test]
fn permanent_errors_are_not_retried() {
    for refused in [301, 307, 400, 401, 403, 404, 413, 422] {
        let away = vec![("location", "http://127.0.0.1:9/elsewhere")];
        let service = Service::new(vec![Answer::Status(refused, away, "no")]);
        let sink = sink(&service).build().unwrap();
        let error = block_on(sink.send(&batch())).unwrap_err();
        assert_eq!(
            error,
            SinkError::Refused {
                status: refused,
                answer: "no".into(),
                retry_after: None,
                attempts: 1
            }
        );
        service.heard();
        assert!(service.is_quiet());
    }
}

/// Keeps what it is asked to wait, and does not.
#[derive(Default)]
struct Clock(Arc<Mutex<Vec<Duration>>>);

impl Clock {
    fn times(&self, builder: HttpSinkBuilder) -> HttpSinkBuilder {
        let waited = Arc::clone(&self.0);
        builder.sleep(move |duration| {
            waited.lock().unwrap().push(duration);
            std::future::ready(())
        })
    }
}

#[test]
fn a_retry_after_is_waited_for() {
    let busy = |after| Answer::Status(429, vec![("retry-after", after)], "");
    let service = Service::new(vec![
        busy("7"),
        busy("Sun, 06 Nov 1994 08:49:37 GMT"),
        status(204),
    ]);
    let clock = Clock::default();
    let sink = HttpSink::builder(&service.url)
        .back_off(Duration::from_secs(1), Duration::from_secs(60))
        .spawn_blocking(|work| {
            std::thread::spawn(work);
        });
    let sink = clock.times(sink).build().unwrap();
    let sent = block_on(sink.send(&batch())).unwrap();
    assert_eq!(sent.attempts, 3);
    let waited = clock.0.lock().unwrap().clone();
    assert_eq!(waited[0], Duration::from_secs(7));
    // A date in the past: the normal back-off applies, two seconds less up to half.
    assert!(
        (Duration::from_secs(1)..=Duration::from_secs(2)).contains(&waited[1]),
        "{waited:?}"
    );
}

#[test]
fn a_retry_after_beyond_the_longest_wait_is_an_error() {
    let service = Service::new(vec![Answer::Status(
        503,
        vec![("retry-after", "3600")],
        "closed",
    )]);
    let clock = Clock::default();
    let sink = clock.times(HttpSink::builder(&service.url));
    let sink = sink.build().unwrap();
    let error = block_on(sink.send(&batch())).unwrap_err();
    let SinkError::Refused {
        retry_after,
        attempts,
        ..
    } = &error
    else {
        panic!("{error:?}");
    };
    assert_eq!(
        (*retry_after, *attempts),
        (Some(Duration::from_secs(3600)), 1)
    );
    assert!(clock.0.lock().unwrap().is_empty());
}

#[test]
fn silence_is_a_timeout() {
    let service = Service::new(vec![Answer::Silence, Answer::Silence]);
    let sink = HttpSink::builder(&service.url)
        .timeout(Duration::from_millis(200))
        .retries(1)
        .back_off(Duration::ZERO, Duration::ZERO)
        .build()
        .unwrap();
    let error = block_on(sink.send(&batch())).unwrap_err();
    assert_eq!(error, SinkError::TimedOut { attempts: 2 });
}

#[test]
fn a_refused_connection_is_an_error() {
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let sink = HttpSink::builder(format!("http://127.0.0.1:{port}/?key=hidden"))
        .bearer(TOKEN)
        .retries(1)
        .back_off(Duration::ZERO, Duration::ZERO)
        .build()
        .unwrap();
    let error = block_on(sink.send(&batch())).unwrap_err();
    let SinkError::Unreachable { attempts, reason } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(*attempts, 2);
    assert!(!reason.is_empty());
    assert_secret(&error.to_string());
}

#[test]
fn a_broken_connection_is_retried() {
    use std::io::{Read as _, Write as _};
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        for answer in [
            "",
            "HTTP/1.1 2",
            "nonsense\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
        ] {
            let (mut stream, _) = listener.accept().unwrap();
            let mut read = [0; 4096];
            let _ = stream.read(&mut read);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    let sink = HttpSink::builder(url)
        .retries(5)
        .back_off(Duration::ZERO, Duration::ZERO)
        .build()
        .unwrap();
    let sent = block_on(sink.send(&Batch::default())).unwrap();
    assert_eq!(sent.attempts, 4);
    server.join().unwrap();
}

fn assert_secret(text: &str) {
    for secret in [TOKEN, "hidden", "s3cret"] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[test]
fn the_token_is_never_shown() {
    let service = Service::new(vec![Answer::Echo(403), Answer::Echo(200)]);
    let builder = sink(&service).header("x-api-key", "s3cret");
    assert_secret(&format!("{builder:?}"));
    let sink = builder.build().unwrap();
    assert_secret(&format!("{sink:?} {sink:#?}"));
    assert!(format!("{sink:?}").contains("x-api-key"));
    let error = block_on(sink.send(&batch())).unwrap_err();
    assert_secret(&format!("{error} {error:?}"));
    assert!(
        error
            .to_string()
            .ends_with("status 403: you sent [redacted]"),
        "{error}"
    );
    let sent = block_on(sink.send(&batch())).unwrap();
    assert_eq!(sent.answer, "you sent [redacted]");
}

#[test]
fn an_invalid_address_token_or_header_is_refused_without_its_text() {
    let invalid = |builder: HttpSinkBuilder| match builder.build() {
        Err(error @ SinkError::Invalid { .. }) => {
            assert_secret(&format!("{error} {error:?}"));
            error.to_string()
        }
        other => panic!("{other:?}"),
    };
    for url in [
        "",
        "nowhere",
        "/path",
        "ftp://example.com",
        "https://",
        "https://exa mple.com",
        "https://[::1",
        "file:///tmp/x",
        "https://example.com:port/",
    ] {
        invalid(HttpSink::builder(url));
    }
    let with_password = invalid(HttpSink::builder("https://me:s3cret@example.com/"));
    assert!(with_password.contains("password"), "{with_password}");
    let https = || HttpSink::builder("https://example.com/");
    assert!(invalid(https().bearer("s3cret\n")).contains("token"));
    assert!(invalid(https().header("x-key", "s3cret\r\nx: y")).contains("`x-key`"));
    invalid(https().header("x key", "v"));
    invalid(https().timeout(Duration::ZERO));
    // A token over plain HTTP.
    let plain = || HttpSink::builder("http://audit.example.com/");
    assert!(invalid(plain().bearer(TOKEN)).contains("https"));
    assert!(plain().build().is_ok());
    // A key in the query.
    let with_query = || HttpSink::builder("http://audit.example.com/?api_key=s3cret");
    assert!(invalid(with_query()).contains("https"));
    assert!(with_query().allow_plain_http().build().is_ok());
    assert!(HttpSink::builder("http://localhost:1/?k=v").build().is_ok());
    assert!(plain().bearer(TOKEN).allow_plain_http().build().is_ok());
    for here in [
        "http://localhost:1/",
        "http://127.0.0.9/",
        "http://[::1]:1/",
    ] {
        assert!(
            HttpSink::builder(here).bearer(TOKEN).build().is_ok(),
            "{here}"
        );
    }
}

#[test]
fn the_body_can_be_replaced() {
    let service = Service::new(vec![status(200)]);
    let sink = sink(&service)
        .body(|batch| json!({"chatHistory": batch.records, "n": batch.records.len()}))
        .build()
        .unwrap();
    block_on(sink.send(&batch())).unwrap();
    let body = service.heard().body;
    assert_eq!(
        (
            body["n"].as_u64(),
            body["chatHistory"][1]["content"].as_str()
        ),
        (Some(2), Some("Hi"))
    );

    let sink = HttpSink::builder("http://localhost/")
        .body(|_| panic!("no body"))
        .build()
        .unwrap();
    let error = block_on(sink.send(&batch())).unwrap_err();
    assert_eq!(
        error,
        SinkError::Failed {
            reason: "no body".into()
        }
    );
}

type Work = Box<dyn FnOnce() + Send>;

#[test]
fn a_request_starts_at_the_first_poll_and_no_other_after_a_drop() {
    let service = Service::new(vec![status(500), status(200)]);
    // Collects jobs and runs them only on request.
    let later = Arc::new(Mutex::new(Vec::<Work>::new()));
    let works = Arc::clone(&later);
    let sink = sink(&service)
        .spawn_blocking(move |work| works.lock().unwrap().push(work))
        .sleep(|_| std::future::pending())
        .build()
        .unwrap();
    let batch = batch();
    let mut context = Context::from_waker(Waker::noop());
    let run = || {
        let work: Vec<_> = later.lock().unwrap().drain(..).collect();
        let count = work.len();
        for one in work {
            one();
        }
        count
    };
    {
        let mut sending = pin!(sink.send(&batch));
        assert_eq!(run(), 0);
        assert!(sending.as_mut().poll(&mut context).is_pending());
        // Dropped while the attempt waits for a thread.
    }
    assert_eq!(run(), 1);
    assert!(service.is_quiet());
    {
        let mut sending = pin!(sink.send(&batch));
        assert!(sending.as_mut().poll(&mut context).is_pending());
        assert_eq!(run(), 1);
        service.heard();
        // Rejected, then dropped while waiting for the second attempt.
        assert!(sending.as_mut().poll(&mut context).is_pending());
    }
    assert_eq!(run(), 0);
    assert!(service.is_quiet());
}

#[test]
fn an_executor_that_fails_is_an_error() {
    let with = |builder: HttpSinkBuilder| block_on(builder.build().unwrap().send(&batch()));
    let local = || HttpSink::builder("http://localhost/");
    let error = with(local().spawn_blocking(drop)).unwrap_err();
    assert!(matches!(error, SinkError::Failed { .. }), "{error:?}");
    let error = with(local().spawn_blocking(|_| panic!("no runtime here"))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the history was not sent: no runtime here"
    );
}

#[test]
fn a_sink_goes_to_other_threads_and_behind_a_pointer() {
    let service = Service::new(vec![status(200)]);
    let sink: Arc<dyn HistorySink> = Arc::new(sink(&service).build().unwrap());
    let thread = std::thread::spawn(move || block_on(async { sink.send(&Batch::default()).await }));
    assert!(thread.join().unwrap().is_ok());
}

#[test]
fn a_long_answer_is_cut_where_a_letter_ends() {
    let text: &'static str = Box::leak(
        format!("{}é", "x".repeat(1023))
            .repeat(200)
            .into_boxed_str(),
    );
    let service = Service::new(vec![
        Answer::Status(400, Vec::new(), text),
        Answer::Status(200, Vec::new(), text),
    ]);
    let sink = sink(&service).build().unwrap();
    match block_on(sink.send(&batch())).unwrap_err() {
        SinkError::Refused {
            status: 400,
            answer,
            ..
        } => {
            assert_eq!(answer, format!("{}..", "x".repeat(1023)));
        }
        other => panic!("{other:?}"),
    }
    let sent = block_on(sink.send(&batch())).unwrap();
    assert!(sent.answer.starts_with("xxx") && sent.answer.ends_with(".."));
    assert_eq!(sent.answer.len(), 64 * 1024 + 2);
}

/// Half a secret would be found by no search.
#[test]
fn a_secret_where_a_long_answer_is_cut_is_hidden() {
    for kept in [3, 11] {
        let before = "-".repeat(64 * 1024 - kept);
        let text: &'static str = Box::leak(format!("{before}{TOKEN}{before}").into_boxed_str());
        let service = Service::new(vec![Answer::Status(200, Vec::new(), text)]);
        let sent = block_on(sink(&service).build().unwrap().send(&batch())).unwrap();
        let end = sent.answer.trim_start_matches('-');
        assert!(end.starts_with("[re") && !end.contains("ses"), "{end}");
    }
}
