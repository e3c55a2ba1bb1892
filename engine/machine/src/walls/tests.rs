//! Real programs that try to leave the box.
#![expect(
    clippy::disallowed_methods,
    reason = "plays a person with files, and the program that starts a hook"
)]

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use tacklebox_testing::kernel;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::process::{Ended, How, Program};

mod bubblewrap;

struct Place {
    dir: TempDir,
}

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for folder in ["home/.ssh", "home/notes", "box/tmp", "other"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        fs::write(dir.path().join("home/.ssh/id_rsa"), "SECRET").unwrap();
        fs::write(dir.path().join("home/notes/a.txt"), "note").unwrap();
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(name)
    }

    fn walls(&self, kind: Kind) -> Walls {
        let mut walls = Walls::new(kind, &[&self.path("box")], [self.path("home/.ssh")]);
        walls.needed = vec![self.path("")];
        walls
    }

    async fn run_in(&self, walls: Walls, program: Program<'_>) -> (Ended, Deeds) {
        let walls = Arc::new(walls);
        let env = BTreeMap::from([
            ("PATH", std::env::var("PATH").unwrap()),
            ("HOME", self.path("home").to_string_lossy().into_owned()),
            ("TMPDIR", self.path("box/tmp").to_string_lossy().into_owned()),
        ]);
        let program = program
            .env(env)
            .dir(self.path("box"))
            .limit(Duration::from_secs(20))
            .walls(Some(Arc::clone(&walls)));
        let ended = program.run(&CancellationToken::new()).await.unwrap();
        (ended, walls.take())
    }

    async fn sh(&self, script: &str) -> (Ended, Deeds) {
        self.run_in(self.walls(Kind::Landlock), Program::shell(script)).await
    }
}

fn has_box() -> bool {
    let has = kernel::has_walls();
    assert_eq!(Kind::here() == Kind::Landlock, has, "what the kernel can do is used, and no more");
    has
}

#[tokio::test]
async fn it_writes_in_its_folder_and_nowhere_else() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let script = "echo in > a.txt; mkdir -p deep/er && echo too > deep/er/b; rm a.txt; echo again > a.txt
        for f in ~/new ~/notes/a.txt ../other/x /tmp/tacklebox-escape /etc/tacklebox-escape; do echo no > $f; done
        ln a.txt ~/link; mv a.txt ~/moved; mkdir ~/made; chmod 777 ~/notes/a.txt; touch ~/notes/a.txt; rm ~/notes/a.txt; rmdir ~/notes
        cat ~/notes/a.txt; ls ~; echo > /dev/null";
    let (ended, deeds) = place.sh(script).await;
    let text = ended.stdout.text();
    assert!(text.contains("note") && text.contains("notes\n"), "{ended:?}");
    assert_eq!(fs::read_to_string(place.path("home/notes/a.txt")).unwrap(), "note");
    assert_eq!(fs::read_dir(place.path("home")).unwrap().count(), 2, "{ended:?}");
    assert_eq!(fs::read_dir(place.path("other")).unwrap().count(), 0);
    assert!(!Path::new("/tmp/tacklebox-escape").exists());
    assert!(!Path::new("/etc/tacklebox-escape").exists());
    assert_eq!(fs::read_to_string(place.path("box/a.txt")).unwrap(), "again\n");
    assert_eq!(deeds.written, ["a.txt", "deep/er/b"].map(|name| place.path("box").join(name)));
    for name in ["home/new", "home/notes/a.txt", "other/x", "home/link", "home/moved", "home/made"]
    {
        assert!(deeds.refused.contains(&(place.path(name), Access::Write)), "{name}: {deeds:?}");
    }
    assert!(deeds.refused.contains(&("/tmp/tacklebox-escape".into(), Access::Write)));
}

#[tokio::test]
async fn what_it_wrote_in_a_folder_is_where_that_was_moved_to() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let script =
        "mkdir -p .half/er && echo one > .half/er/a && mv .half whole && echo two > b && mv b c";
    let (_, deeds) = place.sh(script).await;
    let there: Vec<_> = deeds.written.iter().filter(|path| path.is_file()).cloned().collect();
    assert_eq!(there, ["whole/er/a", "c"].map(|name| place.path("box").join(name)), "{deeds:?}");
}

#[tokio::test]
async fn secrets_are_out_of_sight_by_every_way() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let script = "cat ~/.ssh/id_rsa; ln -s ~/.ssh box-link; cat box-link/id_rsa; cat ~/.ss*/id_rsa
        cat /proc/self/root$HOME/.ssh/id_rsa; cd ~/notes && cat ../.ssh/id_rsa; cp -r ~ copy; tar cf - ~ | strings
        python3 -c 'import os; d=os.open(os.environ[\"HOME\"], os.O_RDONLY); print(os.open(\".ssh/id_rsa\", 0, dir_fd=d))'";
    let (ended, deeds) = place.sh(script).await;
    let text = ended.stdout.text() + &ended.stderr.text();
    assert!(!text.contains("SECRET"), "{text}");
    assert!(deeds.refused.contains(&(place.path("home/.ssh/id_rsa"), Access::Read)), "{deeds:?}");
}

#[tokio::test]
async fn it_has_no_network_and_the_names_it_asked_for_are_known() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let udp = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    udp.set_nonblocking(true).unwrap();
    let (tcp_port, udp_port) =
        (listener.local_addr().unwrap().port(), udp.local_addr().unwrap().port());
    let script = format!(
        "import socket
def t(f):
    try: print('did', f())
    except OSError as e: print('no', e)
t(lambda: socket.create_connection(('127.0.0.1', {tcp_port}), 2))
t(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'hello', ('127.0.0.1', {udp_port})))
t(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b'hello'], [], 0, ('127.0.0.1', {udp_port})))
t(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
t(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
t(lambda: socket.getaddrinfo('evil.example', 443))
t(lambda: socket.create_connection(('203.0.113.7', 443), 2))"
    );
    let program = python(&script);
    let (ended, deeds) = place.run_in(place.walls(Kind::Landlock), program).await;
    let text = ended.stdout.text();
    assert_eq!(text.lines().filter(|line| line.starts_with("no ")).count(), 7, "{text}");
    assert!(listener.accept().is_err() && udp.recv(&mut [0; 8]).is_err());
    assert!(ended.took < Duration::from_secs(4), "{:?}", ended.took);
    for host in ["127.0.0.1", "203.0.113.7"] {
        assert!(deeds.hosts.iter().any(|it| it == host), "{deeds:?}");
    }
    // Only where a name server is known at all.
    if fs::read_to_string("/etc/resolv.conf").is_ok_and(|it| it.contains("nameserver")) {
        assert!(deeds.hosts.iter().any(|it| it == "evil.example"), "{deeds:?}");
    }
}

/// Bun's servers ask for both families at once; the system's library compared what it got, and aborted.
#[tokio::test]
async fn who_asks_for_addresses_of_both_families_gets_an_answer_and_is_not_ended() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let script = "import socket
for port in (0, 8080):
    print(len({one[0] for one in socket.getaddrinfo(None, port, 0, socket.SOCK_STREAM, 0, socket.AI_PASSIVE)}))";
    let (ended, deeds) = place.run_in(place.walls(Kind::Landlock), python(script)).await;
    assert_eq!(ended.how, How::Exited(0), "{ended:?}");
    assert_eq!(deeds.hosts, [""; 0], "nobody was asked for");
}

fn python(script: &str) -> Program<'static> {
    Program::new("/usr/bin/env").args(["python3", "-c", script])
}

#[tokio::test]
async fn with_a_network_it_has_one_and_its_addresses_are_known() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!("import socket; socket.create_connection(('127.0.0.1', {port}), 2)");
    let mut walls = place.walls(Kind::Landlock);
    walls.network = true;
    let (ended, deeds) = place.run_in(walls, python(&script)).await;
    assert_eq!(ended.how, How::Exited(0), "{ended:?}");
    assert_eq!(deeds.hosts, ["127.0.0.1"]);
}

#[tokio::test]
async fn the_name_server_of_this_computer_is_no_host_that_was_asked_for() {
    if !has_box() {
        return;
    }
    let settings = fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
    let server = settings.lines().find_map(|line| line.strip_prefix("nameserver "));
    let Some(server) = server.filter(|server| server.trim().parse::<std::net::Ipv4Addr>().is_ok())
    else {
        eprintln!("skipped: this computer has no name server");
        return;
    };
    let place = Place::new();
    let script = format!(
        "import socket
for host in ['{}', '127.0.0.9']:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect((host, 53))
    try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', (host, 53))
    except OSError: pass",
        server.trim()
    );
    let mut walls = place.walls(Kind::Landlock);
    walls.network = true;
    let (ended, deeds) = place.run_in(walls, python(&script)).await;
    assert_eq!(ended.how, How::Exited(0), "{ended:?}");
    assert_eq!(deeds.hosts, ["127.0.0.9"], "one of its own choice is");
}

#[tokio::test]
async fn other_programs_are_out_of_reach() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let mut other = Command::new("/bin/sleep").arg("60").spawn().unwrap();
    let door = place.path("other/door");
    let listener = std::os::unix::net::UnixListener::bind(&door).unwrap();
    listener.set_nonblocking(true).unwrap();
    let script = format!(
        "kill -9 {0}; kill -0 {0} && echo reached; cat /proc/{0}/environ && echo reached
        python3 -c 'import socket; s=socket.socket(socket.AF_UNIX); s.connect(\"{1}\"); print(\"reached\")'",
        other.id(),
        door.display()
    );
    let (ended, deeds) = place.sh(&script).await;
    assert!(!ended.stdout.text().contains("reached"), "{ended:?}");
    assert!(other.try_wait().unwrap().is_none(), "it still runs");
    assert!(listener.accept().is_err());
    assert!(deeds.refused.contains(&(door, Access::Connect)), "{deeds:?}");
    other.kill().unwrap();
    other.wait().unwrap();
}

#[tokio::test]
async fn nothing_is_left_of_what_it_started() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    // Away from its group, its parents and its environment.
    let script = "(env -i setsid /bin/sh -c '/bin/sh -c \"echo \\$\\$; exec /bin/sleep 300\" & exit' &); sleep 0.3";
    let (ended, deeds) = place.sh(script).await;
    let pid = ended.stdout.text();
    assert!(!pid.trim().is_empty(), "{ended:?}");
    let place = format!("/proc/{}", pid.trim());
    for _ in 0..3000 {
        if !Path::new(&place).exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(!Path::new(&place).exists());
    assert!(deeds.programs.iter().any(|it| it.ends_with("setsid")), "{deeds:?}");
}

async fn ends(argument: &str) {
    let since = std::time::Instant::now();
    while kernel::runs_with(argument) {
        assert!(since.elapsed() < Duration::from_secs(5), "{argument} is left");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// What it started may not have asked for anything yet when its parent ends.
#[tokio::test]
async fn nothing_is_left_that_had_no_time_to_ask() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    for round in 0..20 {
        let argument = format!("4{:05}.{round}", std::process::id());
        place.sh(&format!("env -i setsid -f sleep {argument}")).await;
        ends(&argument).await;
    }
}

#[tokio::test]
async fn nothing_is_left_that_never_asks_and_its_mark_is_there_to_stay() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let script = "import os, resource
before = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
try: resource.setrlimit(resource.RLIMIT_MSGQUEUE, (5, before[1]))
except (OSError, ValueError): print('no')
print(resource.getrlimit(resource.RLIMIT_MSGQUEUE) == before, flush=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 3)
        while True: pass
    os._exit(0)
os.wait()";
    let path = format!("PATH={}", std::env::var("PATH").unwrap());
    let own = format!("{script} # {}", std::process::id());
    let program = Program::new("/usr/bin/env").args(["-i", &path, "python3", "-c", &own]);
    let (ended, _) = place.run_in(place.walls(Kind::Landlock), program).await;
    assert_eq!(ended.stdout.text(), "no\nTrue\n", "{ended:?}");
    ends(&own).await;
}

#[test]
fn what_a_box_does_not_do_is_said_of_each_kind() {
    assert_eq!(Kind::Landlock.weakness_where(true), None);
    assert_eq!(linux::keeps_signals(), kernel::landlock() >= 6);
    let older = Kind::Landlock.weakness_where(false).unwrap();
    assert!(older.contains("before 6.12"), "{older}");
    for kind in [Kind::Bubblewrap, Kind::SandboxExec, Kind::Job, Kind::None] {
        assert!(kind.weakness().is_some(), "{kind:?}");
    }
}

#[tokio::test]
async fn a_flood_of_processes_ends() {
    if !has_box() {
        return;
    }
    let place = Place::new();
    let script = "i=0; while [ $i -lt 3000 ]; do /bin/true & i=$((i+1)); done; wait";
    let (ended, deeds) = place.sh(script).await;
    assert!(deeds.too_many, "{} {ended:?}", deeds.programs.len());
}

#[tokio::test]
async fn memory_files_and_handles_have_an_end() {
    if !has_box() {
        return;
    }
    limits_hold(Kind::Landlock).await;
}

async fn limits_hold(kind: Kind) {
    let place = Place::new();
    let sh = async |script| place.run_in(place.walls(kind), Program::shell(script)).await;
    let (ended, _) = sh("ulimit -f; ulimit -n; ulimit -d; ulimit -c").await;
    let said = ended.stdout.text();
    let limits: Vec<u64> = said.lines().map(|line| line.parse().unwrap_or(u64::MAX)).collect();
    // In the shell's units: blocks of 512 bytes (dash) or of 1024 (bash), handles, kB, blocks.
    assert!(limits.len() == 4 && limits[0] <= 1 << 19, "the size of a file: {said}");
    assert!(limits[1] <= 4096 && limits[2] <= 4 << 20 && limits[3] == 0, "{said}");

    // Held to, and not only set: a file stops growing, and the next one can be written.
    let script = "head -c 300000000 /dev/zero > big; echo $?; echo small > small; cat small";
    let (ended, _) = sh(script).await;
    let said = ended.stdout.text();
    assert!(!said.starts_with("0\n") && said.ends_with("small\n"), "{said} {ended:?}");
}
