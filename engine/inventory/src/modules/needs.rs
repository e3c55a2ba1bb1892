//! Whether what a module imports is there.

use std::path::Path;

use tacklebox_agents::config::MAX_BYTES;
use tacklebox_agents::dialect::shipped::Modules;
use tacklebox_machine::files;

/// What may be left out at the end of a relative import, where the runtime looks for it.
const ENDINGS: [&str; 7] = ["ts", "tsx", "mts", "js", "mjs", "cjs", "json"];

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

/// Why an import cannot be met; none where it can, or where only running it would tell.
pub(crate) fn missing(file: &Path, from: &str, by: Modules) -> Option<String> {
    let dir = file.parent()?;
    if from.starts_with("./") || from.starts_with("../") || from == "." || from == ".." {
        let beside = dir.join(from);
        let there = match by {
            Modules::TypesLeftOut => beside.is_file(),
            _ => there(&beside),
        };
        return (!there).then(|| format!("it imports {from}, and there is no such file"));
    }
    if from.contains(':') || from.starts_with(['/', '#']) || from.is_empty() {
        return None;
    }
    let mut parts = from.split('/');
    let first = parts.next().unwrap_or_default();
    if BUILT_IN.contains(&first) || ALSO_BUILT_IN.contains(&first) || first == "bun" {
        return None;
    }
    let package = match first.starts_with('@') {
        true => format!("{first}/{}", parts.next().unwrap_or_default()),
        false => first.to_owned(),
    };
    let found = dir.ancestors().any(|dir| dir.join("node_modules").join(&package).is_dir());
    (!found).then(|| format!("it needs the package {package}, which is not installed beside it"))
}

/// Why Node loads no module of a folder: it reads the `package.json` there first, by the letter of JSON.
pub(crate) fn bad_package(file: &Path, by: Modules) -> Option<String> {
    let package = file.parent().filter(|_| by == Modules::TypesLeftOut)?.join("package.json");
    let bytes = files::read(&package, MAX_BYTES).ok()?.0?;
    let error = serde_json::from_slice::<serde_json::Value>(&bytes).err()?;
    Some(format!("the package.json beside it is not JSON (line {})", error.line()))
}

fn there(path: &Path) -> bool {
    if path.is_file() || path.join("package.json").is_file() {
        return true;
    }
    let text = path.to_string_lossy();
    let bare = text.strip_suffix(".js").or_else(|| text.strip_suffix(".mjs"));
    ENDINGS.iter().any(|ending| {
        Path::new(&format!("{text}.{ending}")).is_file()
            || path.join(format!("index.{ending}")).is_file()
            || bare.is_some_and(|bare| Path::new(&format!("{bare}.{ending}")).is_file())
    })
}
