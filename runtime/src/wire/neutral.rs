//! A conversation in nobody's shape: between one provider's messages and another's.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::{CallId, Content, ToolCall, ToolResult};
use crate::schema::SchemaRef;

/// A message in nobody's shape.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Message {
    /// The program speaks to the model.
    System(String),
    /// The program speaks to the model in OpenAI's role `developer`, which is `system` elsewhere.
    Developer(String),
    /// The user speaks.
    User(Vec<Part>),
    /// The model speaks, then calls.
    Assistant {
        /// What it says.
        text: String,
        /// What it calls.
        calls: Vec<ToolCall>,
    },
    /// What the calls of the message before it gave.
    Results(Vec<CallResult>),
}

/// A part of a user's message or of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Text.
    Text(String),
    /// A JSON value as text; of results alone.
    Json(String),
    /// Something else than text.
    Media(Media),
}

/// A picture, sound, or another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// The media type: `image/png`. Empty where nobody said.
    pub media_type: String,
    /// The file's name. Empty where it has none.
    pub name: String,
    /// What is in it.
    pub source: Source,
}

/// Where a file's bytes are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// Here, in base64.
    Base64(String),
    /// There.
    Url(String),
}

/// What one call gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallResult {
    /// The call.
    pub id: CallId,
    /// The tool's name.
    pub name: String,
    /// What it gave.
    pub parts: Vec<Part>,
    /// It failed, and the parts say how.
    pub is_error: bool,
}

impl Media {
    /// A picture, by its media type.
    pub fn is_image(&self) -> bool {
        self.media_type.starts_with("image/")
    }

    /// A picture of a type that all take who take pictures, or one at an address of which nobody said the type. Others (SVG) are refused with the whole
    /// request.
    pub(super) fn is_common_image(&self) -> bool {
        match self.media_type.as_str() {
            "image/png" | "image/jpeg" | "image/gif" | "image/webp" => true,
            "image/*" => matches!(self.source, Source::Url(_)),
            _ => false,
        }
    }

    /// Sound, by its media type.
    pub fn is_audio(&self) -> bool {
        self.media_type.starts_with("audio/")
    }

    /// From an address; `data:image/png;base64,..` has its bytes in itself.
    pub(super) fn from_url(url: &str, name: &str) -> Self {
        let inside = url
            .strip_prefix("data:")
            .and_then(|rest| rest.split_once(";base64,"));
        match inside {
            Some((media_type, data)) => Media {
                media_type: media_type.to_owned(),
                name: name.to_owned(),
                source: Source::Base64(data.to_owned()),
            },
            None => Media {
                media_type: String::new(),
                name: name.to_owned(),
                source: Source::Url(url.to_owned()),
            },
        }
    }

    /// As an address.
    pub(super) fn to_url(&self) -> String {
        match &self.source {
            Source::Url(url) => url.clone(),
            Source::Base64(data) => format!("data:{};base64,{data}", self.media_type),
        }
    }

    /// The bytes in base64, where they are here.
    pub(super) fn base64(&self) -> Option<&str> {
        match &self.source {
            Source::Base64(data) => Some(data),
            Source::Url(_) => None,
        }
    }

    /// The bytes as text, where they are here and are text.
    pub(super) fn utf8(&self) -> Option<String> {
        let bytes = data_encoding::BASE64
            .decode(self.base64()?.as_bytes())
            .ok()?;
        String::from_utf8(bytes)
            .ok()
            .filter(|text| !text.is_empty())
    }

    /// A text in its place, where a provider doesn't take it.
    pub(super) fn note(&self) -> String {
        let kind = match self.media_type.split('/').next() {
            Some("image") => "image",
            Some("audio") => "audio",
            Some("video") => "video",
            _ => "file",
        };
        let name = match self.name.as_str() {
            "" => String::new(),
            name => format!(" `{name}`"),
        };
        let media_type = match self.media_type.as_str() {
            "" => String::new(),
            media_type => format!(" of type {media_type}"),
        };
        let size = match &self.source {
            Source::Url(url) => format!(" at {url}"),
            Source::Base64(data) => format!(", {} bytes", data.trim_end_matches('=').len() * 3 / 4),
        };
        format!("[{kind}{name}{media_type}{size}: left out, it can't be shown here]")
    }
}

impl CallResult {
    fn given(&self) -> Given<'_> {
        Given {
            id: self.id.as_str(),
            name: &self.name,
            body: match self.parts.as_slice() {
                [Part::Text(text)] => Body::Text(text),
                [Part::Json(text)] => Body::Json(text),
                parts => Body::Parts(Cow::Borrowed(parts)),
            },
            is_error: self.is_error,
            output: None,
        }
    }
}

/// What one call gave, borrowed from who has it.
#[derive(Clone, Debug)]
pub(super) struct Given<'r> {
    pub(super) id: &'r str,
    pub(super) name: &'r str,
    pub(super) body: Body<'r>,
    pub(super) is_error: bool,
    /// The schema of the tool's answers, where it declares one and this is one of its own.
    pub(super) output: Option<SchemaRef>,
}

/// What it gave: mostly one text.
#[derive(Clone, Debug)]
pub(super) enum Body<'r> {
    Text(&'r str),
    /// A JSON value as text.
    Json(&'r str),
    /// None, several, or something else than text.
    Parts(Cow<'r, [Part]>),
}

/// Results of a conversation, as those of a turn are given.
pub(super) fn given(results: &[CallResult]) -> Vec<Given<'_>> {
    results.iter().map(CallResult::given).collect()
}

impl<'r> Given<'r> {
    /// Of what a tool gave.
    pub(super) fn of(result: &'r ToolResult) -> Self {
        Given {
            id: result.call.id.as_str(),
            name: &result.call.name,
            body: match result.content.as_slice() {
                [Content::Text(text)] => Body::Text(text),
                [Content::Json(text)] => Body::Json(text),
                parts => Body::Parts(parts.iter().map(part_of).collect()),
            },
            is_error: result.is_error(),
            output: result.output,
        }
    }

    /// All parts as one text, for providers that take nothing else. What is no text is told.
    pub(super) fn text(&self, said: &mut super::Said) -> Cow<'r, str> {
        let parts = match &self.body {
            Body::Text(text) | Body::Json(text) => return Cow::Borrowed(text),
            Body::Parts(parts) => parts,
        };
        let mut text = String::new();
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                text.push('\n');
            }
            match part {
                Part::Text(part) | Part::Json(part) => text.push_str(part),
                Part::Media(media) => text.push_str(&said.leave_out(media)),
            }
        }
        Cow::Owned(text)
    }

    /// The same for providers without a flag for errors.
    pub(super) fn flagged_text(&self, said: &mut super::Said) -> Cow<'r, str> {
        let text = self.text(said);
        if self.is_error {
            Cow::Owned(format!("{ERROR}{text}"))
        } else {
            text
        }
    }
}

/// What is said where a provider refuses an empty text and there is nothing to say.
pub(super) const NOTHING: &str = "(nothing)";

/// What an error's text begins with where there is no flag.
pub(super) const ERROR: &str = "Error: ";

/// Takes [`ERROR`] off again.
pub(super) fn unflag(text: &str) -> (&str, bool) {
    match text.strip_prefix(ERROR) {
        Some(rest) => (rest, true),
        None => (text, false),
    }
}

fn part_of(content: &Content) -> Part {
    let media = |media_type: &str, name: &str, data: &[u8]| {
        Part::Media(Media {
            media_type: media_type.to_owned(),
            name: name.to_owned(),
            source: Source::Base64(data_encoding::BASE64.encode(data)),
        })
    };
    match content {
        Content::Text(text) => Part::Text(text.clone()),
        Content::Json(text) => Part::Json(text.clone()),
        Content::Image { media_type, data } | Content::Audio { media_type, data } => {
            media(media_type, "", data)
        }
        Content::File {
            media_type,
            name,
            data,
        } => media(media_type, name, data),
    }
}
