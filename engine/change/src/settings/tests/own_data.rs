use std::path::Path;

use super::*;
use crate::settings::own_data::OURS;

#[test]
fn removing_our_data_leaves_every_hook_and_config_as_it_is() {
    let home = Home::with(&[(".milady/hooks/a/HOOK.md", "---\nname: a\n---\n")]);
    assert!(!own_data(&home.machine()).exists);
    // Each after the first keeps a copy of what the one before wrote.
    for on in ["false", "true", "false"] {
        home.apply(home.set(AgentId::Milady, FieldId::Hooks, on));
    }
    assert!(home.path(".local/share/tacklebox/copies").exists());
    let data = own_data(&home.machine());
    assert_eq!((data.exists, data.folder.as_str()), (true, "~/.local/share/tacklebox"));
    assert_eq!(
        data.goes[0],
        "What earlier changes can be taken back with is removed, earlier versions of configs and the hooks that were removed."
    );
    home.write(".local/share/tacklebox/somebody-elses", "x");
    home.write(".local/share/tacklebox/scratch-1/x", "x");
    remove_own_data(&home.machine()).unwrap();
    assert_eq!(home.read(".local/share/tacklebox/somebody-elses"), "x");
    assert!(!home.path(".local/share/tacklebox/undo").exists());
    assert!(home.read(".milady/milady.json").contains("false"));
    assert!(home.path(".milady/hooks/a/HOOK.md").exists());
    fs::remove_file(home.path(".local/share/tacklebox/somebody-elses")).unwrap();
    remove_own_data(&home.machine()).unwrap();
    assert!(!home.path(".local/share/tacklebox").exists());
    remove_own_data(&home.machine()).unwrap();
}

/// Whoever puts something else into the data folder adds it to the list of what is removed with it.
#[test]
fn all_that_we_put_into_the_data_folder_is_ours_to_remove() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    let mut names = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let parts = text.split("data_dir()").skip(1);
                let joined = parts.filter_map(|part| part.trim_start().strip_prefix(".join(\""));
                names.extend(joined.filter_map(|name| Some(name.split_once('"')?.0.to_owned())));
            }
        }
    }
    assert!(names.iter().any(|name| name == "undo"), "the search finds what is there");
    for name in names {
        let known = OURS.iter().any(|(ours, _)| *ours == name);
        assert!(known, "{name} is not removed with our own data");
    }
}
