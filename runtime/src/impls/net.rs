//! IP and socket addresses, as text.

use super::text::{form, formatted, parses, read_by};
use crate::schema::ToolSchema;
use crate::schema::{Format, Kind, Schema, SchemaRef, Tagging, Text, Union};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

const fn either(variants: &'static [Schema<'static>]) -> Schema<'static> {
    Schema::of(Kind::Union(Union {
        variants,
        tagging: Tagging::Untagged,
        plain: false,
    }))
}

const IPV4: Schema<'static> = read_by(formatted(Format::Ipv4), parses::<Ipv4Addr>);
const IPV6: Schema<'static> = read_by(formatted(Format::Ipv6), parses::<Ipv6Addr>);

/// 0 to 255.
macro_rules! octet {
    () => {
        "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    };
}

/// 0 to 65535.
macro_rules! port {
    () => {
        "([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
    };
}

/// One to four hexadecimal digits.
macro_rules! group {
    () => {
        "[0-9A-Fa-f]{1,4}"
    };
}

/// A scope: `%` and 0 to 4294967295.
macro_rules! scope {
    () => {
        concat!(
            "(%([0-9]{1,9}|[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}|429[0-3][0-9]{6}|4294[0-8][0-9]{5}",
            "|42949[0-5][0-9]{4}|429496[0-6][0-9]{3}|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]))?"
        )
    };
}

macro_rules! ipv4 {
    () => {
        concat!("(", octet!(), "[.]){3}", octet!())
    };
}

/// An IPv6 address. Of the forms that end in an IPv4 address it includes only the mapped one,
/// because no other is ever written.
#[rustfmt::skip] // One form per line.
macro_rules! ipv6 {
    () => {
        concat!(
            "((", group!(), ":){7}", group!(),
            "|(", group!(), ":){1,7}:",
            "|(", group!(), ":){1,6}:", group!(),
            "|(", group!(), ":){1,5}(:", group!(), "){1,2}",
            "|(", group!(), ":){1,4}(:", group!(), "){1,3}",
            "|(", group!(), ":){1,3}(:", group!(), "){1,4}",
            "|(", group!(), ":){1,2}(:", group!(), "){1,5}",
            "|", group!(), ":(:", group!(), "){1,6}",
            "|:(:", group!(), "){1,7}",
            "|::",
            "|::[Ff]{4}:", ipv4!(), ")"
        )
    };
}

/// An address in brackets. The backslash differs in JSON text.
macro_rules! socket_v6 {
    ($backslash:literal) => {
        concat!(
            "^",
            $backslash,
            "[",
            ipv6!(),
            scope!(),
            $backslash,
            "]:",
            port!(),
            "$"
        )
    };
}

/// JSON Schema has no format for a socket address, so a pattern describes the parser's input.
const SOCKET_V4: Schema<'static> = read_by(
    form(
        "an IPv4 address and a port, such as 127.0.0.1:8080",
        Text::plain(concat!("^", ipv4!(), ":", port!(), "$")),
        4,
    ),
    parses::<SocketAddrV4>,
);
const SOCKET_V6: Schema<'static> = read_by(
    form(
        "an IPv6 address in brackets and a port, such as [::1]:8080",
        Text::new(socket_v6!("\\"), socket_v6!("\\\\")),
        9,
    ),
    parses::<SocketAddrV6>,
);

macro_rules! addresses {
    ($($ty:ident = $schema:expr;)*) => {$(
        impl ToolSchema for $ty {
            const SCHEMA: SchemaRef = SchemaRef::new(&$schema);
        }
    )*};
}

addresses! {
    Ipv4Addr = IPV4;
    Ipv6Addr = IPV6;
    IpAddr = either(&[IPV4, IPV6]);
    SocketAddrV4 = SOCKET_V4;
    SocketAddrV6 = SOCKET_V6;
    SocketAddr = either(&[SOCKET_V4, SOCKET_V6]);
}
