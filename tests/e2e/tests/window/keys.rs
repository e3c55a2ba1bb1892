//! Help with a key in the real window: where to get one, what is wrong with its shape, and whose it is.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use anyhow::ensure;
use tacklebox_e2e::{Home, Server, test};

use crate::full_house::with_milady;

/// A proxy that leads every name to one server of this computer.
fn proxy(server: &Server) -> anyhow::Result<String> {
    let to = server.address("").replace("https://localhost", "127.0.0.1").replace('/', "");
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}", listener.local_addr()?);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = through(stream, &to);
        }
    });
    Ok(address)
}

fn through(mut from: TcpStream, to: &str) -> anyhow::Result<()> {
    let mut head = BufReader::new(from.try_clone()?);
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        ensure!(head.read_line(&mut line)? > 0, "it ended in its head");
    }
    let mut server = TcpStream::connect(to)?;
    from.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
    let mut answer = server.try_clone()?;
    std::thread::spawn(move || std::io::copy(&mut answer, &mut from));
    std::thread::spawn(move || std::io::copy(&mut head, &mut server));
    Ok(())
}

#[test]
fn a_key_is_got_typed_and_checked() -> anyhow::Result<()> {
    let server = Server::start(&[("user", br#"{"login": "ana"}"#.to_vec())])?;
    let home = with_milady(Home::new())
        .with_env("SSL_CERT_FILE", &server.certificate().to_string_lossy())
        .with_env("HTTPS_PROXY", &proxy(&server)?);
    test("keys-help", home, async |app| {
        app.click("button", "Add key…").await?;
        app.find("textbox", "GitHub token").await?;
        app.click("button", "Get one…").await?;
        app.see("https://github.com/settings/").await?;
        app.picture("key-get").await?;
        app.click("button", "Cancel").await?;

        app.see("Paste it, then it can be checked.").await?;
        app.type_into("GitHub token", "sk-0123456789abcdef").await?;
        app.see("A key of GitHub begins with").await?;
        app.picture("key-shape").await?;
        app.type_into("GitHub token", "ghp_0123456789abcdef").await?;
        app.gone("A key of GitHub begins with").await?;
        app.see("Check it asks api.github.com once").await?;
        ensure!(server.asked()?.is_empty(), "it was asked before a click");
        app.click("button", "Check it").await?;
        app.see("ana").await?;
        app.picture("key-checked").await?;
        ensure!(server.asked()? == "/user\n", "{}", server.asked()?);
        ensure!(!app.home.read(".milady/milady.json")?.contains("ghp_"), "it was saved");
        Ok(())
    });
    Ok(())
}
