//! Declares the commands of the window, so that Tauri checks each one against the window's rights
//! (`capabilities/main.json`). What is not listed here the page cannot call.

/// The same names as in `src/bindings.rs`; a test there compares the two.
const COMMANDS: &[&str] = &include!("commands.in");

fn main() {
    println!("cargo:rerun-if-changed=commands.in");
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    if let Err(error) =
        tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest))
    {
        // The way in which a build script says what is wrong with the configuration.
        println!("cargo:warning={error:#}");
        std::process::exit(1);
    }
}
