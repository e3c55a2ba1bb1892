//! Single files.

use super::*;

#[test]
fn a_config_is_told_however_it_is_saved() {
    let scene = scene(|at| {
        fs::write(at.join("milady.json"), "{}").unwrap();
        vec![Target::File(at.join("milady.json"))]
    });
    scene.write("milady.json", "{1}");
    scene.expect_only("milady.json");
    scene.save("milady.json", "{2}");
    scene.expect_only("milady.json");
    scene.write("milady.json", "{3}");
    scene.expect_only("milady.json");
    fs::remove_file(scene.at.join("milady.json")).unwrap();
    scene.expect_only("milady.json");
}

#[test]
fn a_config_that_is_made_with_its_folder_is_told() {
    let scene = scene(|at| vec![Target::File(at.join(".milady/milady.json"))]);
    fs::create_dir(scene.at.join(".milady")).unwrap();
    scene.write(".milady/milady.json", "{}");
    scene.expect_only(".milady/milady.json");
    scene.save(".milady/milady.json", "{1}");
    scene.expect_only(".milady/milady.json");
}

#[test]
fn a_config_beside_the_hooks_and_the_hooks_are_told_apart() {
    let scene = scene(|at| {
        let mut targets = one_hook(at);
        targets.push(Target::File(at.join("milady.json")));
        targets
    });
    scene.write("milady.json", "{}");
    scene.expect_only("milady.json");
    fs::remove_dir_all(scene.at.join("hooks")).unwrap();
    scene.expect_everything();
    scene.write("milady.json", "{1}");
    scene.expect_only("milady.json");
}
