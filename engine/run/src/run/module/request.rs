//! What a worker is first asked: to load a module.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::sources::Sources;
use super::worker::LINE;
use super::{ModuleKind, ModuleSpec};

/// Loads this module, with what the runtime cannot read without help. An `exact` export is that of the module and no
/// deeper, as agents look for it.
pub(super) fn load(
    spec: &ModuleSpec,
    file: &Path,
    sources: Option<&Sources>,
    exact: bool,
) -> Value {
    let (export, plugin, gateway) = match &spec.kind {
        ModuleKind::Handler { export } => (Some(export), None, None),
        ModuleKind::Gateway { event, export } => (Some(export), None, Some(event)),
        ModuleKind::Plugin(api) => (None, Some(api.as_ref()), None),
    };
    let request = json!({ "load": {
        "file": file,
        "export": export,
        "exact": exact,
        "plugin": plugin,
        "sdk": plugin.and_then(|api| api.sdk.all()),
        "strict": plugin.is_some_and(|api| api.sdk.links()),
        "gateway": gateway,
        "goesOn": spec.goes_on,
        "limit": LINE,
        "commonjs": sources.is_some_and(Sources::is_commonjs),
    } });
    with_sources(request, sources)
}

/// The file's real path, as the runtimes name modules.
pub(super) fn real(file: &Path) -> std::io::Result<PathBuf> {
    let path = file.canonicalize()?;
    #[cfg(windows)]
    if let Some(plain) = path.to_str().and_then(|path| path.strip_prefix(r"\\?\")) {
        return Ok(plain.into());
    }
    Ok(path)
}

fn with_sources(mut request: Value, sources: Option<&Sources>) -> Value {
    let Some(Ok(Value::Object(given))) =
        sources.filter(|sources| !sources.is_empty()).map(serde_json::to_value)
    else {
        return request;
    };
    if let Some(load) = request.get_mut("load").and_then(Value::as_object_mut) {
        load.extend(given);
    }
    request
}
