//! The HTTP client that everything here uses: rustls with ring, and the system's own trust.

use std::time::Duration;

/// Who asks, as servers are told.
const AGENT: &str = concat!("tacklebox/", env!("CARGO_PKG_VERSION"));

/// How long a server may take to accept a connection. How long all of it may take, the caller says.
const CONNECT: Duration = Duration::from_secs(10);

/// A client to be finished by its user, who decides about redirects. Where an address came from is
/// told to no other server.
pub fn builder() -> reqwest::ClientBuilder {
    // Fails where one is installed already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().user_agent(AGENT).connect_timeout(CONNECT).referer(false)
}

/// What was answered, where it is not longer than `most` bytes.
///
/// # Errors
/// Why it was not read to its end, for a sentence.
pub async fn body(mut response: reqwest::Response, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|error| why(&error))? {
        bytes.extend_from_slice(&part);
        if bytes.len() > most {
            return Err("its answer is too long".to_owned());
        }
    }
    Ok(bytes)
}

/// Why a request failed, in a few words and without its address, whose query may hold a key: the
/// innermost cause, which is the one that a person can do something about.
pub fn why(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    match cause.downcast_ref::<reqwest::Error>() {
        Some(_) if error.is_builder() => "the request could not be made".to_owned(),
        Some(_) => "the request failed".to_owned(),
        None => cause.to_string(),
    }
}
