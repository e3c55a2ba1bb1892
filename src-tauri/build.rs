//! Finds the commands of the window: every function of `src/` under `#[tauri::command]`. From them come the
//! list that is registered (`bindings.rs` includes it), what Tauri is told of, and the window's rights. So a
//! command is written once, and nothing that is not one can be called by the page.
#![expect(
    clippy::disallowed_methods,
    reason = "Cargo hands a build script its folder in the environment, and that folder is made for it"
)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What the page may do beside calling the commands: hear events. The last two are for the strip by which
/// the window is dragged on a Mac.
const CORE: [&str; 4] = [
    "core:event:allow-listen",
    "core:event:allow-unlisten",
    "core:window:allow-start-dragging",
    "core:window:allow-internal-toggle-maximize",
];

fn main() {
    if let Err(error) = build() {
        // The way in which a build script says what is wrong with the configuration.
        println!("cargo:warning={error:#}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=src");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut commands = Vec::new();
    for file in files(Path::new("src"))? {
        commands.extend(commands_of(&file)?);
    }
    write(&out.join("commands.rs"), &registered(&commands))?;
    let rights = out.join("rights");
    fs::create_dir_all(&rights)?;
    write(&rights.join("main.json"), &granted(&commands))?;

    // Tauri wants them for as long as the program runs, which is not long.
    let names: Vec<&'static str> =
        commands.into_iter().map(|command| &*Box::leak(command.name.into_boxed_str())).collect();
    let pattern = Box::leak(format!("{}/*.json", rights.display()).into_boxed_str());
    tauri_build::try_build(
        tauri_build::Attributes::new()
            .capabilities_path_pattern(pattern)
            .app_manifest(tauri_build::AppManifest::new().commands(names.leak())),
    )?;
    Ok(())
}

struct Command {
    /// `crate::settings_commands`
    module: String,
    name: String,
}

/// All files of Rust, in the order of their names.
fn files(dir: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn commands_of(file: &Path) -> Result<Vec<Command>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let names = file.strip_prefix("src")?.with_extension("");
    let names: Vec<_> = names.iter().map(|part| part.to_string_lossy()).collect();
    let module = format!("crate::{}", names.join("::"));
    let mut lines = text.lines().map(str::trim);
    let mut found = Vec::new();
    while lines.any(|line| line.starts_with("#[tauri::command")) {
        let head = lines.by_ref().find(|line| line.contains("fn "));
        let name = head.and_then(|head| head.split_once("fn ")?.1.split(['(', '<']).next());
        let Some(name) = name else {
            return Err(format!("{}: a command without a function", file.display()).into());
        };
        found.push(Command { module: module.clone(), name: name.to_owned() });
    }
    Ok(found)
}

fn registered(commands: &[Command]) -> String {
    let paths: Vec<_> =
        commands.iter().map(|one| format!("    {}::{},", one.module, one.name)).collect();
    format!(
        "/// Every command of the window.\nfn commands() -> tauri_specta::Commands<tauri::Wry> {{\n\
         tauri_specta::collect_commands![\n{}\n]\n}}\n",
        paths.join("\n")
    )
}

/// The rights of the one window: the commands one by one, as Tauri checks each call.
fn granted(commands: &[Command]) -> String {
    let own = commands.iter().map(|one| format!("allow-{}", one.name.replace('_', "-")));
    let all: Vec<_> =
        CORE.map(str::to_owned).into_iter().chain(own).map(|it| format!("    \"{it}\"")).collect();
    format!(
        "{{\n  \"identifier\": \"main\",\n  \"description\": \"All that the page may ask for.\",\n  \
         \"windows\": [\"main\"],\n  \"permissions\": [\n{}\n  ]\n}}\n",
        all.join(",\n")
    )
}

/// Only where it differs, so that nothing is built again for the same text.
fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    Ok(fs::write(path, text)?)
}
