//! URLs: the check of a base URL, and the parts of a path.

use core::net::{Ipv4Addr, Ipv6Addr};
use std::borrow::Cow;

use http::Uri;

use super::error::HttpError;
use crate::provider::ModelPath;
use crate::text::{excerpt, hide_credentials, percent};

/// Maximum number of bytes of a base URL or of a part of a path.
const MAX_PART: usize = 2048;
/// Maximum number of bytes of a value in a message.
const MAX_SHOWN: usize = 200;

/// Checks a base URL, and returns it without a slash at its end. A key may only be sent encrypted,
/// or to this machine.
pub(super) fn base_url(url: &str) -> Result<String, HttpError> {
    let wrong = |reason| {
        // The part before an `@` may be a password, a query may have a key, and a text that isn't a
        // URL may be the key itself.
        let is_url = url.starts_with("https://") || url.starts_with("http://");
        let shown = if is_url && !url.contains('@') {
            url
        } else {
            ""
        };
        let shown = shown.split(['?', '#']).next().unwrap_or_default();
        Err(HttpError::BaseUrl {
            url: shown_part(shown),
            reason,
        })
    };
    if url.len() > MAX_PART {
        return wrong("is longer than 2,048 bytes");
    }
    if url.contains(['?', '#']) {
        return wrong("can't have a query or a fragment");
    }
    // A path with braces would be taken for one with parts to fill in.
    let uri = url
        .parse::<Uri>()
        .ok()
        .filter(|_| !url.contains(['{', '}']));
    let Some(uri) = uri else {
        return wrong("isn't a URL: write it as `https://host/path`");
    };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return wrong("isn't absolute: write it as `https://host/path`");
    };
    if authority.as_str().contains('@') {
        return wrong("has a user's name or password: pass the key as an `ApiKey`");
    }
    match scheme {
        "https" => {}
        "http" if is_loopback(authority.host()) => {}
        "http" => return wrong("isn't encrypted: `http` is only for this machine, use `https`"),
        _ => return wrong("needs the scheme `https`"),
    }
    if authority.host().is_empty() {
        return wrong("has no host");
    }
    Ok(url.trim_end_matches('/').to_owned())
}

fn is_loopback(host: &str) -> bool {
    if host.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    match bare {
        Some(host) => host.parse().is_ok_and(|ip: Ipv6Addr| ip.is_loopback()),
        None => host.parse().is_ok_and(|ip: Ipv4Addr| ip.is_loopback()),
    }
}

/// Returns a label of a host's name. Other characters would lead to another host.
pub(super) fn label(what: &'static str, value: &str) -> Result<String, HttpError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let edge = value.starts_with('-') || value.ends_with('-');
    if value.is_empty() || value.len() > 63 || edge || !value.chars().all(allowed) {
        return Err(invalid(what, value));
    }
    Ok(value.to_owned())
}

/// Returns a segment of a path, with escapes for all but unreserved characters.
pub(super) fn segment(what: &'static str, value: &str) -> Result<String, HttpError> {
    if matches!(value, "" | "." | "..") || value.len() > MAX_PART {
        return Err(invalid(what, value));
    }
    Ok(percent::encode(value, b""))
}

/// Returns the path of a model, with its collection.
pub(super) fn model(name: &str, path: &ModelPath) -> Result<String, HttpError> {
    let has_collection = path.collections.iter().any(|it| name.starts_with(it));
    if let (Some((before, after)), Some((publisher, model))) =
        (path.publisher, name.split_once('/'))
        && !has_collection
        && publisher != "models"
        && !model.contains('/')
    {
        let publisher = segment("model", publisher).map_err(|_| invalid("model", name))?;
        let model = segment("model", model).map_err(|_| invalid("model", name))?;
        return Ok([before, &publisher, after, &model].concat());
    }
    if !has_collection {
        return Ok([path.collection, &segment("model", name)?].concat());
    }
    let mut out = String::new();
    for part in name.split('/') {
        if !out.is_empty() {
            out.push('/');
        }
        let part = segment("model", part).map_err(|_| invalid("model", name))?;
        out.push_str(&part);
    }
    Ok(out)
}

/// Returns the location in a resource name, `projects/../locations/LOCATION/..`.
pub(super) fn location(resource: &str) -> Option<&str> {
    let mut parts = resource.split('/').skip_while(|part| *part != "locations");
    parts.nth(1)
}

fn invalid(what: &'static str, value: &str) -> HttpError {
    HttpError::InvalidPart {
        what,
        value: shown_part(value),
    }
}

fn shown_part(value: &str) -> String {
    hide_credentials(Cow::Owned(excerpt(value, MAX_SHOWN))).into_owned()
}
