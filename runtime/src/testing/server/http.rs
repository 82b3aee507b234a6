//! HTTP/1.1, as far as a client of a chat API needs it: one request with a length a connection.

use core::fmt::Write as _;
use core::time::Duration;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Instant;

use super::super::model::Response;

/// The bytes of a stream that are sent at once.
const PIECE: usize = 61;

/// The maximum bytes of a request's line and headers.
const MAX_HEAD: usize = 64 * 1024;

/// The maximum bytes of a request's body.
const MAX_BODY: usize = 16 * 1024 * 1024;

pub(super) struct HttpRequest {
    pub(super) method: String,
    pub(super) target: String,
    pub(super) header_names: Vec<String>,
    pub(super) body: String,
}

/// A request that can't be read.
pub(super) enum Bad {
    Io(io::Error),
    /// A status and its reason.
    Request(u16, String),
}

impl From<io::Error> for Bad {
    fn from(error: io::Error) -> Self {
        Bad::Io(error)
    }
}

fn bad(status: u16, message: impl Into<String>) -> Bad {
    Bad::Request(status, message.into())
}

/// Reads a request until this time.
pub(super) fn read(stream: &mut TcpStream, until: Instant) -> Result<HttpRequest, Bad> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > MAX_HEAD {
            return Err(bad(431, format!("more than {MAX_HEAD} bytes of headers")));
        }
        more(stream, &mut bytes, until)?;
    };
    let text = String::from_utf8_lossy(&bytes[..head]).to_string();
    let mut body = bytes.split_off(head + 4);
    let mut lines = text.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target)) = (first.next(), first.next()) else {
        return Err(bad(400, "the first line isn't `METHOD PATH HTTP/1.1`"));
    };
    let (mut length, mut header_names) = (0, Vec::new());
    for line in lines {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        match &*name {
            "content-length" => {
                length = (value.parse::<usize>())
                    .map_err(|_| bad(400, "`content-length` isn't a number"))?;
            }
            "transfer-encoding" => {
                return Err(bad(
                    411,
                    "send the body with `content-length`, not in chunks",
                ));
            }
            "expect" => stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?,
            _ => {}
        }
        header_names.push(name);
    }
    if length > MAX_BODY {
        return Err(bad(413, format!("more than {MAX_BODY} bytes")));
    }
    while body.len() < length {
        more(stream, &mut body, until)?;
    }
    body.truncate(length);
    let body = String::from_utf8(body).map_err(|_| bad(400, "the body is not UTF-8"))?;
    Ok(HttpRequest {
        method: method.to_string(),
        target: target.to_string(),
        header_names,
        body,
    })
}

fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>, until: Instant) -> io::Result<()> {
    let left = until.saturating_duration_since(Instant::now());
    // A timeout of zero isn't allowed.
    stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let mut piece = [0; 8192];
    match stream.read(&mut piece)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        n => {
            bytes.extend_from_slice(&piece[..n]);
            Ok(())
        }
    }
}

/// Writes a response: a stream in chunks that end anywhere, anything else with its length. A cut
/// ends the connection in the middle.
pub(super) fn respond(
    stream: &mut TcpStream,
    response: &Response,
    media_type: &str,
) -> io::Result<()> {
    let body = response.body.as_bytes();
    let mut head = format!(
        "HTTP/1.1 {} Scripted\r\nconnection: close\r\n",
        response.status
    );
    let mut has_type = false;
    for (name, value) in &response.headers {
        has_type |= name.eq_ignore_ascii_case("content-type");
        let _ = write!(head, "{name}: {value}\r\n");
    }
    if !has_type {
        let _ = write!(head, "content-type: {media_type}\r\n");
    }
    if response.streams {
        head.push_str("transfer-encoding: chunked\r\n\r\n");
    } else {
        let _ = write!(head, "content-length: {}\r\n\r\n", body.len());
    }
    stream.write_all(head.as_bytes())?;
    let end = response.cut.unwrap_or(body.len()).min(body.len());
    if response.streams {
        for piece in body[..end].chunks(PIECE) {
            let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
            chunk.extend_from_slice(piece);
            chunk.extend_from_slice(b"\r\n");
            stream.write_all(&chunk)?;
        }
        if response.cut.is_none() {
            stream.write_all(b"0\r\n\r\n")?;
        }
    } else {
        stream.write_all(&body[..end])?;
    }
    stream.flush()?;
    stream.shutdown(Shutdown::Write)
}
