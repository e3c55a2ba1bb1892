//! Requests that no client of HTTP can send (rule ).

use std::collections::BTreeMap;

use url::Url;

/// Why this request can never be sent: the rest of a sentence that begins with "Its request cannot be sent:".
pub fn never_sent(
    url: &str,
    method: Option<&str>,
    headers: &BTreeMap<String, String>,
) -> Option<String> {
    let web = |it: Url| matches!(it.scheme(), "http" | "https") && it.has_host();
    if !Url::parse(url).is_ok_and(web) {
        return Some(
            "its address has to begin with http:// or https:// and name a host".to_owned(),
        );
    }
    if let Some(method) = method.filter(|it| !is_token(it)) {
        return Some(match method.is_empty() {
            true => "its method is empty".to_owned(),
            false => format!("\u{201c}{method}\u{201d} cannot be a method of HTTP"),
        });
    }
    headers.iter().find_map(|(name, value)| {
        if !is_token(name) {
            return Some(format!("\u{201c}{name}\u{201d} cannot be the name of a header"));
        }
        // The value may be secret.
        let odd = value.bytes().any(|byte| byte != b'\t' && byte.is_ascii_control());
        odd.then(|| format!("the header {name} has a line break or a control character in it"))
    })
}

/// A method or the name of a header (RFC 9110, 5.6.2).
fn is_token(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::never_sent;

    /// What came to a server from the fork of ZeroClaw, and what did not.
    #[test]
    fn what_zeroclaw_could_not_send_is_known() {
        let sent = |url: &str, method: &str, header: (&str, &str)| {
            let headers = [(header.0.to_owned(), header.1.to_owned())].into();
            never_sent(url, Some(method), &headers).is_none()
        };
        for (method, was) in [
            ("GET", true),
            ("A!#b", true),
            ("CONNECT", true),
            ("GE T", false),
            ("", false),
            ("\u{e4}", false),
            ("GET\n", false),
            (" GET", false),
        ] {
            assert_eq!(sent("http://127.0.0.1:1/", method, ("a", "b")), was, "{method:?}");
        }
        for (name, value, was) in [
            ("a", "\u{e4}", true),
            ("a", "c\td", true),
            ("a", " x ", true),
            ("a", "", true),
            ("a", "c\nd", false),
            ("a", "\u{7f}", false),
            ("a", "\0", false),
            ("a b", "c", false),
            ("", "c", false),
            ("\u{e4}", "c", false),
            ("a:b", "c", false),
            ("a ", "c", false),
        ] {
            assert_eq!(
                sent("http://127.0.0.1:1/", "GET", (name, value)),
                was,
                "{name:?} {value:?}"
            );
        }
        for (url, was) in [
            ("HTTP://127.0.0.1:1/x", true),
            ("  http://127.0.0.1:1/x ", true),
            ("http:127.0.0.1:1/x", true),
            ("http:/127.0.0.1:1/x", true),
            ("http:\\\\127.0.0.1:1\\x", true),
            ("http://127.0.0.1:1/a b#c", true),
            ("http://u:p@127.0.0.1:1/\nx", true),
            ("nonsense", false),
            ("ftp://127.0.0.1/x", false),
            ("http://", false),
            ("127.0.0.1:1/x", false),
            ("localhost:1/x", false),
            ("http://127.0.0.1:99999/", false),
            ("http://a b/", false),
        ] {
            assert_eq!(sent(url, "GET", ("a", "b")), was, "{url}");
        }
    }
}
