//! The client side of the connection, which prints the requests and the answers.

use serde_json::Value;
use std::error::Error;
use std::io::Read;
use std::time::Duration;
use toolcast::Provider;
use toolcast::wire::Turn;

/// The client's side of one connection.
pub(crate) struct Wire {
    agent: ureq::Agent,
    url: String,
}

impl Wire {
    pub(crate) fn new(port: u16, path: &str) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(20)))
            .build();
        Wire {
            agent: config.into(),
            url: format!("http://127.0.0.1:{port}{path}"),
        }
    }

    /// Sends a request and reads the model's answer, streamed or not.
    pub(crate) fn send(&self, provider: Provider, request: &Value) -> Result<Turn, String> {
        let (media_type, body) = self.post(request)?;
        let turn = if media_type == "application/json" {
            read_whole(provider, body)
        } else {
            read_stream(provider, body)
        };
        println!();
        turn.map_err(|error| format!("the answer can't be read: {error}"))
    }

    /// Sends a request and reads the answer as text.
    pub(crate) fn send_for_text(&self, request: &Value) -> Result<String, String> {
        let (_, mut body) = self.post(request)?;
        let mut text = String::new();
        body.read_to_string(&mut text)
            .map_err(|error| error.to_string())?;
        println!("{text}\n");
        Ok(text)
    }

    /// The media type of the answer, and its body.
    fn post(&self, request: &Value) -> Result<(String, impl Read + use<>), String> {
        println!("--> {}\n{request:#}\n", self.url);
        let response = self
            .agent
            .post(&self.url)
            .content_type("application/json")
            .send(request.to_string())
            .map_err(|error| format!("the request failed: {error}"))?;
        let media_type = response
            .headers()
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .unwrap_or("no type")
            .to_owned();
        println!("<-- {} {media_type}", response.status());
        Ok((media_type, response.into_body().into_reader().take(1 << 20)))
    }
}

fn read_whole(provider: Provider, mut body: impl Read) -> Result<Turn, Box<dyn Error>> {
    let mut text = String::new();
    body.read_to_string(&mut text)?;
    println!("{}", text.trim_end());
    Ok(provider.parse_turn(&text)?)
}

/// Pieces end anywhere, as the network brings them.
fn read_stream(provider: Provider, mut body: impl Read) -> Result<Turn, Box<dyn Error>> {
    let mut stream = provider.stream()?;
    let mut buffer = [0; 100];
    let mut all = Vec::new();
    loop {
        let n = body.read(&mut buffer)?;
        if n == 0 {
            break;
        }
        all.extend_from_slice(&buffer[..n]);
        stream.push(&buffer[..n])?;
    }
    println!("{}", String::from_utf8_lossy(&all).trim_end());
    Ok(stream.finish()?)
}
