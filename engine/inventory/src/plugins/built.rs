//! Which file of a plugin the agent really loads (rule ): what its package names for that, else what was built
//! from a module in TypeScript. Of plugins that a workspace brings, the module itself.

use std::path::Path;

use super::manifest::Package;
use super::module;
use super::places::Origin;
use tacklebox_agents::dialect::{Built, PluginRules};

const RUNTIME: &str = "runtimeExtensions";
const SETUP: (&str, &str) = ("setupEntry", "runtimeSetupEntry");

/// The files that are loaded for these modules, in the same order.
///
/// # Errors
/// Why none is.
pub(super) fn loaded(
    rules: &PluginRules,
    dir: &Path,
    package: &Package,
    origin: Origin,
    modules: Vec<String>,
) -> Result<Vec<String>, String> {
    let named = package.extensions(rules).is_ok_and(|named| !named.is_empty());
    if rules.built == Built::Never || rules.built == Built::Named && !named {
        return Ok(modules);
    }
    let own = package.texts(rules, RUNTIME);
    if own.is_empty() {
        return Ok(modules.into_iter().map(|it| built(rules, dir, origin, it)).collect());
    }
    match own.len() == modules.len() {
        true => Ok(own),
        false => Err(format!(
            "Its package.json: {key}.{RUNTIME} names {}, and {key}.extensions {}: there has to be one for each.",
            own.len(),
            modules.len(),
            key = rules.package_key
        )),
    }
}

/// Why the agent refuses its whole config for the module by which a plugin is set up.
pub(super) fn bad_setup(
    rules: &PluginRules,
    dir: &Path,
    package: &Package,
    origin: Origin,
) -> Option<String> {
    let named = |key: &str| {
        let text = package.own(rules)?.get(key)?.as_str()?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    let entry = named(SETUP.0).filter(|_| rules.built != Built::Never)?;
    let (key, file) = match named(SETUP.1) {
        Some(file) => (SETUP.1, file),
        None => (SETUP.0, built(rules, dir, origin, entry)),
    };
    (!module::is_there(dir, &file)).then(|| {
        format!(
            "Its package.json names {file} as {}.{key}, and there is no such file.",
            rules.package_key
        )
    })
}

/// Why a plugin is not loaded: a package that its own depends on is not installed.
pub(super) fn lacks(rules: &PluginRules, dir: &Path, package: &Package) -> Option<String> {
    let all = if rules.needs_dependencies { package.dependencies() } else { Vec::new() };
    // Most depend on nothing, and no place on the disk is looked up.
    if all.is_empty() {
        return None;
    }
    let folder = std::fs::canonicalize(dir).ok()?;
    // The agent's own packages are there wherever it runs.
    let own = [rules.package_key.to_owned(), format!("@{}/plugin-sdk", rules.package_key)];
    let is_there = |name: &String| {
        let mut folders = folder.ancestors().map(|it| it.join("node_modules").join(name));
        own.contains(name) || folders.any(|it| it.join("package.json").exists())
    };
    let optional = package.optional();
    let absent = all.into_iter().find(|name| !optional.contains(name) && !is_there(name))?;
    Some(format!(
        "Its package.json depends on {absent}, which is not installed: run npm install in its folder."
    ))
}

/// What was built from a module, where that is there; else the module.
fn built(rules: &PluginRules, dir: &Path, origin: Origin, module: String) -> String {
    let plain = module.replace('\\', "/");
    let plain = plain.strip_prefix("./").unwrap_or(&plain);
    let Some((stem, ending)) = plain.rsplit_once('.') else { return module };
    let ending = ending.to_ascii_lowercase();
    let always = rules.built == Built::Always;
    let kinds = match ending.as_str() {
        "mts" if always => ["mjs", "js", "cjs"],
        "cts" if always => ["cjs", "js", "mjs"],
        "ts" | "mts" | "cts" => ["js", "mjs", "cjs"],
        "tsx" if always => ["js", "mjs", "cjs"],
        _ => return module,
    };
    if origin == Origin::Workspace {
        return module;
    }
    let inner = stem.strip_prefix("src/").unwrap_or(stem);
    let whole = (always && inner != stem).then(|| format!("./dist/{stem}"));
    let places = std::iter::once(format!("./dist/{inner}")).chain(whole);
    let places = places.chain([format!("./{stem}")]);
    let mut all = places.flat_map(|place| kinds.map(|kind| format!("{place}.{kind}")));
    all.find(|file| dir.join(file).is_file()).unwrap_or(module)
}
