//! Addresses as they may be kept and shown.

use tacklebox_agents::config::may_be_secret;

/// A source without what may be secret in it: the name and password before the host, and what a query
/// says under a name that sounds like a secret's.
pub(crate) fn without_secrets(source: &str) -> String {
    let Some((scheme, rest)) = source.split_once("://") else { return source.to_owned() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (tail, fragment) = match tail.split_once('#') {
        Some((tail, fragment)) => (tail, Some(fragment)),
        None => (tail, None),
    };
    let mut address = format!("{scheme}://{host}");
    match tail.split_once('?') {
        None => address.push_str(tail),
        Some((path, query)) => {
            address.push_str(path);
            let named = |part: &&str| {
                let name = part.split_once('=').map_or(*part, |(name, _)| name);
                !may_be_secret(name) && !name.to_lowercase().contains("sig")
            };
            let kept: Vec<&str> = query.split('&').filter(named).collect();
            if !kept.is_empty() {
                address.push('?');
                address.push_str(&kept.join("&"));
            }
        }
    }
    if let Some(fragment) = fragment {
        address.push('#');
        address.push_str(fragment);
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_passwords_and_tokens_are_left_out() {
        for (source, shown) in [
            ("npm:@a/b@1", "npm:@a/b@1"),
            ("/home/me/hooks", "/home/me/hooks"),
            ("git+https://me:pw@h/r.git#v1@2", "git+https://h/r.git#v1@2"),
            ("git+https://tok@h/r.git", "git+https://h/r.git"),
            ("https://h/a.zip?access_token=x", "https://h/a.zip"),
            ("https://h/a.zip?v=1&X-Amz-Signature=x&token=y#z", "https://h/a.zip?v=1#z"),
            ("https://h", "https://h"),
            ("https://a:b@", "https://"),
        ] {
            assert_eq!(without_secrets(source), shown);
        }
    }
}
