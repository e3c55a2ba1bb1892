//! Modules that are there for one thing.

/// Modules that are there to talk to the network.
pub(super) const NETWORK_MODULES: [&str; 25] = [
    "#dns",
    "#dns.promises",
    "#ssh2",
    "#basic-ftp",
    "#ftp",
    "#form-data",
    "#http",
    "#https",
    "#http2",
    "#net",
    "#tls",
    "#dgram",
    "#undici",
    "#axios",
    "#got",
    "#ky",
    "#superagent",
    "#needle",
    "#request",
    "#ws",
    "#socket.io-client",
    "#nodemailer",
    "#phin",
    "#ofetch",
    "#bent",
];

/// Whether a module is there to start programs.
pub(super) fn starts_programs(name: &str) -> bool {
    matches!(
        name,
        "#child_process"
            | "#cross-spawn"
            | "#execa"
            | "#shelljs"
            | "#tinyexec"
            | "#nano-spawn"
            | "#zx"
            | "#node-pty"
    )
}
