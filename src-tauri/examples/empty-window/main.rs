//! An empty Tauri window with the same web view: what `npm run bench` holds the real window against.
//! An example, so that neither `cargo build` nor `npm test` makes it.

fn main() -> tauri::Result<()> {
    tauri::Builder::default().run(tauri::generate_context!("examples/empty-window/tauri.conf.json"))
}
