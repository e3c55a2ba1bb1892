//! The box where there is no Landlock.

use super::*;

#[tokio::test]
async fn where_there_is_only_bubblewrap_the_walls_hold_too() {
    let has = kernel::has_bubblewrap();
    assert_eq!(wrap::bubblewrap_works(), has);
    if !has {
        return;
    }
    let place = Place::new();
    let script = "cat ~/.ssh/id_rsa; echo no > ~/new; echo in > a.txt; cat ~/notes/a.txt";
    let (ended, _) = place.run_in(place.walls(Kind::Bubblewrap), Program::shell(script)).await;
    let text = ended.stdout.text();
    assert!(text.contains("note") && !text.contains("SECRET"), "{ended:?}");
    assert!(!place.path("home/new").exists());
    assert_eq!(fs::read_to_string(place.path("box/a.txt")).unwrap(), "in\n");
}

#[tokio::test]
async fn under_bubblewrap_memory_files_and_handles_have_an_end_too() {
    if !kernel::has_bubblewrap() {
        return;
    }
    limits_hold(Kind::Bubblewrap).await;
    let place = Place::new();
    let script = "ulimit -u 2>/dev/null || ulimit -p";
    let (ended, _) = place.run_in(place.walls(Kind::Bubblewrap), Program::shell(script)).await;
    assert!(ended.stdout.text().trim().parse::<u64>().is_ok(), "of programs too: {ended:?}");
}

#[tokio::test]
async fn under_bubblewrap_services_in_run_are_out_of_reach_but_for_those_that_it_is_given() {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let places = [Some(PathBuf::from("/run")), runtime.filter(|it| it.starts_with("/run"))];
    let made = places.into_iter().flatten().find_map(|dir| tempfile::tempdir_in(dir).ok());
    let Some(dir) = made.filter(|_| kernel::has_bubblewrap()) else { return };
    let doors = ["theirs", "given"].map(|name| dir.path().join(name));
    let listeners = doors.clone().map(|door| std::os::unix::net::UnixListener::bind(door).unwrap());
    let place = Place::new();
    let mut walls = place.walls(Kind::Bubblewrap);
    walls.sockets = vec![doors[1].clone()];
    let script = format!(
        "import socket
for door in {:?}:
    try: socket.socket(socket.AF_UNIX).connect(door); print('reached')
    except OSError: print('no')",
        doors.map(|door| door.to_string_lossy().into_owned())
    );
    let (ended, _) = place.run_in(walls, python(&script)).await;
    assert_eq!(ended.stdout.text(), "no\nreached\n", "{ended:?}");
    for listener in &listeners {
        listener.set_nonblocking(true).unwrap();
    }
    assert_eq!(listeners.map(|it| it.accept().is_ok()), [false, true]);
}
