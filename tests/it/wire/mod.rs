//! What goes over the wire, provider by provider.

mod requests;
