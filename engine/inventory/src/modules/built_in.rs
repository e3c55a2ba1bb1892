//! What bun and Node bring themselves, by the name without `node:`.

/// Modules that are part of the runtime itself.
const BUILT_IN: [&str; 39] = [
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "timers",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "zlib",
];
const ALSO_BUILT_IN: [&str; 3] = ["sys", "wasi", "worker_threads"];
/// Parts of them that are modules of their own.
const PARTS: [&str; 14] = [
    "assert/strict",
    "dns/promises",
    "fs/promises",
    "inspector/promises",
    "path/posix",
    "path/win32",
    "readline/promises",
    "stream/consumers",
    "stream/iter",
    "stream/promises",
    "stream/web",
    "timers/promises",
    "util/types",
    "diagnostics_channel/promises",
];

/// Whether a name without `node:` is a part of the runtime itself. What begins with `_` is, or was once.
pub(super) fn is_built_in(from: &str) -> bool {
    BUILT_IN.contains(&from)
        || ALSO_BUILT_IN.contains(&from)
        || PARTS.contains(&from)
        || from.starts_with('_')
}
