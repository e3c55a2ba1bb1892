//! What is on the page of a hook: what its author says of a variable, which files it starts and reads.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use tacklebox_bring::keys::KeyState;
use tacklebox_engine::agent::Options;
use tacklebox_engine::desk::Desk;
use tacklebox_engine::failure::Code;
use tacklebox_engine::machine::{Machine, Platform};
use tacklebox_testing::server::{Piece, Request, Server, ok, status};

use super::{Error, Window, write};

/// Of the variables of the first hook: what for, where from, which rights, and whether its author says so.
fn said(path: &str, text: &str, more: &[(&str, &str)]) -> Result<Vec<String>, Error> {
    let files: Vec<(&str, &str)> = [(path, text)].into_iter().chain(more.iter().copied()).collect();
    let window = Window::open(&files)?;
    let hook =
        window.desk.hooks(None).into_iter().find(|hook| hook.name == "x").ok_or("no hook")?;
    let setup = window.desk.hook(&hook.id)?.setup;
    let help = setup.into_iter().filter_map(|item| item.help);
    Ok(help
        .map(|help| {
            format!("{:?} {:?} {:?} {}", help.purpose, help.url, help.rights, help.by_author)
        })
        .collect())
}

#[test]
fn the_manifest_says_what_a_key_is_for_and_only_https_is_offered_to_open() -> Result<(), Error> {
    let family = "---\nname: x\ndescription: d\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"env\":[\"A_WORD\",\"B_WORD\"]},\"keys\":{\"A_WORD\":{\"for\":\"Reads your notes\",\"get\":\"https://a.example/words\",\"rights\":\"notes\"},\"B_WORD\":{\"for\":\"Writes them\",\"get\":\"http://b.example\"}}}}\n---\n";
    let moltis = "+++\nname = \"x\"\nevents = [\"Command\"]\ncommand = \"true\"\n[requires]\nenv = [\"A_WORD\", \"B_WORD\"]\n[keys.A_WORD]\nfor = \"Reads your notes\"\nget = \"https://a.example/words\"\nrights = \"notes\"\n[keys.B_WORD]\nfor = \"Writes them\"\nget = \"http://b.example\"\n+++\n";
    let wished = [
        r#"Some("Reads your notes") Some("https://a.example/words") Some("notes") true"#,
        r#"Some("Writes them") None None true"#,
    ];
    let handler = [(".milady/hooks/x/handler.ts", "")];
    assert_eq!(said(".milady/hooks/x/HOOK.md", family, &handler)?, wished);
    assert_eq!(said(".moltis/hooks/x/HOOK.md", moltis, &[])?, wished);
    Ok(())
}

#[test]
fn the_files_that_a_command_starts_and_reads_are_named() -> Result<(), Error> {
    let manifest =
        "+++\nname = \"x\"\nevents = [\"Command\"]\ncommand = \"./run.sh < ~/notes.md\"\n+++\n";
    let window = Window::open(&[
        (".moltis/hooks/x/HOOK.md", manifest),
        (".moltis/hooks/x/run.sh", "#!/bin/sh\ngrep todo list.txt\ncat ~/notes.md\n"),
    ])?;
    let hook =
        window.desk.hooks(None).into_iter().find(|hook| hook.name == "x").ok_or("no hook")?;
    let detail = window.desk.hook(&hook.id)?;
    assert_eq!(detail.starts, ["run.sh"]);
    assert_eq!(detail.reads, ["~/notes.md", "list.txt"]);
    Ok(())
}

/// What a proxy was asked for.
type Asked = Arc<Mutex<Vec<String>>>;

/// A proxy that leads every name to one server of this computer, and keeps what it was asked for.
fn proxy(server: &Server) -> Result<(String, Asked), Error> {
    let to = server.url("").replace("https://localhost", "127.0.0.1");
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}", listener.local_addr()?);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = through(stream, &to, &log);
        }
    });
    Ok((address, asked))
}

fn through(mut from: TcpStream, to: &str, log: &Mutex<Vec<String>>) -> Result<(), Error> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut one = [0];
        from.read_exact(&mut one)?;
        head.extend(one);
    }
    let head = String::from_utf8(head)?;
    if let Ok(mut log) = log.lock() {
        log.push(head.lines().next().unwrap_or_default().to_owned());
    }
    let mut server = TcpStream::connect(to)?;
    from.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
    let (mut back, mut answer) = (from.try_clone()?, server.try_clone()?);
    std::thread::spawn(move || std::io::copy(&mut answer, &mut back));
    std::thread::spawn(move || std::io::copy(&mut from, &mut server));
    Ok(())
}

/// A server with a certificate for GitHub, for as long as the test runs.
fn served(answer: impl Fn(Request) -> Vec<Piece> + Send + Sync + 'static) -> Result<Server, Error> {
    let (send, server) = channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        if let Ok(runtime) = runtime {
            runtime.block_on(async {
                let _ = send.send(Server::named("api.github.com", answer).await);
                std::future::pending::<()>().await;
            });
        }
    });
    Ok(server.recv()?)
}

/// From the click to the service and back: the real client, the address of the table, a server of this computer
/// behind it.
#[test]
fn a_service_is_asked_whose_the_saved_or_the_typed_key_is_and_nobody_else() -> Result<(), Error> {
    const SAVED: &str = "ghp_saved0123456789";
    let server = served(|request| {
        match request.header("authorization") == Some("Bearer ghp_saved0123456789") {
            true => ok(br#"{"login": "ana"}"#),
            false => status("401 Unauthorized"),
        }
    })?;
    let (proxy, through) = proxy(&server)?;
    let home = tempfile::tempdir()?;
    let manifest = "---\nname: x\nmetadata: {\"milady\":{\"events\":[\"command:new\"],\"requires\":{\"env\":[\"GITHUB_TOKEN\",\"OF_NOBODY\"]}}}\n---\n";
    let config = format!(
        "{{ hooks: {{ internal: {{ entries: {{ x: {{ env: {{ GITHUB_TOKEN: '{SAVED}' }} }} }} }} }} }}\n"
    );
    for (path, text) in [
        (".milady/hooks/x/HOOK.md", manifest),
        (".milady/hooks/x/handler.ts", "export default () => {};\n"),
        (".milady/milady.json", &config),
    ] {
        write(&home.path().join(path), text)?;
    }
    let desk = |proxy: &str| {
        let certificate = server.certificate.to_string_lossy().into_owned();
        let env = [("PATH", "/usr/bin:/bin"), ("HTTPS_PROXY", proxy)];
        let mut env: BTreeMap<String, String> =
            env.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        env.insert("SSL_CERT_FILE".to_owned(), certificate);
        let machine = Machine::new(Platform::Win32, home.path(), env);
        Desk::start_with(machine, Options::documented(), |_| {})
    };
    let id = "milady/managed/x";
    let open = desk(&proxy);
    assert_eq!(server.asked().len(), 0, "nobody is asked before a click");
    let saved = open.check_key(id, "GITHUB_TOKEN", None)?;
    assert_eq!((saved.state, saved.who.as_deref()), (KeyState::Accepted, Some("ana")));
    assert_eq!(saved.asked, "api.github.com");
    let typed = open.check_key(id, "GITHUB_TOKEN", Some("ghp_wrong"))?;
    assert_eq!((typed.state, typed.who), (KeyState::Refused, None));
    assert!(typed.says.contains("401") && !typed.says.contains("ghp_wrong"), "{}", typed.says);
    assert_eq!(server.asked(), ["/user", "/user"], "once for each click");

    // What the hook does not ask for, and what nobody is known for, is asked of nobody.
    for name in ["SLACK_BOT_TOKEN", "OF_NOBODY"] {
        let refused = open.check_key(id, name, Some("a-key")).err();
        assert_eq!(refused.map(|failure| failure.code), Some(Code::Refused), "{name}");
    }
    let all = through.lock().map_err(|_| "the proxy ended")?.clone();
    assert_eq!(all, ["CONNECT api.github.com:443 HTTP/1.1"; 2]);

    let nowhere = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let away = desk(&format!("http://{nowhere}")).check_key(id, "GITHUB_TOKEN", None)?;
    assert_eq!(away.state, KeyState::Unknown);
    assert!(
        away.says.contains("could not be asked") && !away.says.contains(SAVED),
        "{}",
        away.says
    );
    Ok(())
}
