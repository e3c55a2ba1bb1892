//! A real https server on this computer, for what the window fetches.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;

/// Serves the files of a folder and writes down what it was asked for. Node is there wherever the pages are built.
const SCRIPT: &str = r#"
const { appendFileSync, createReadStream, existsSync, readFileSync } = require("node:fs");
const dir = process.argv[1];
const tls = { cert: readFileSync(`${dir}/cert.pem`), key: readFileSync(`${dir}/key.pem`) };
const server = require("node:https").createServer(tls, (request, response) => {
  appendFileSync(`${dir}/asked`, `${request.url}\n`);
  const file = `${dir}/files/${request.url.slice(1).replaceAll("/", "_")}`;
  if (existsSync(file)) createReadStream(file).pipe(response);
  else response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
"#;

/// Those that it answers for.
const NAMES: [&str; 3] = ["localhost", "api.github.com", "api.telegram.org"];

/// Ends with the test.
pub struct Server {
    child: Child,
    port: u16,
    dir: TempDir,
}

impl Server {
    /// Starts it over these files.
    ///
    /// # Errors
    /// Where Node is missing.
    pub fn start(files: &[(&str, Vec<u8>)]) -> anyhow::Result<Self> {
        let dir = TempDir::with_prefix("tacklebox-server-")?;
        let made = rcgen::generate_simple_self_signed(NAMES.map(str::to_owned))?;
        let write = |name: &str, bytes: &[u8]| -> anyhow::Result<()> {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().context("no folder")?)?;
            Ok(fs::File::create(path)?.write_all(bytes)?)
        };
        write("cert.pem", made.cert.pem().as_bytes())?;
        write("key.pem", made.signing_key.serialize_pem().as_bytes())?;
        write("asked", b"")?;
        for (name, bytes) in files {
            write(&format!("files/{name}"), bytes)?;
        }
        let mut child = Command::new("node")
            .args(["-e", SCRIPT])
            .arg(dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("`node` is missing")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let port = line.trim().parse().with_context(|| format!("Node said {line:?}"))?;
        Ok(Self { child, port, dir })
    }

    /// The address of one of its files.
    #[must_use]
    pub fn address(&self, name: &str) -> String {
        format!("https://localhost:{}/{name}", self.port)
    }

    /// The certificate to trust.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.dir.path().join("cert.pem")
    }

    /// Puts another file in the place of one of its files.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn put(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        Ok(fs::File::create(self.dir.path().join("files").join(name))?.write_all(bytes)?)
    }

    /// The address of a proxy that leads every name to it.
    ///
    /// # Errors
    /// Where no port is free.
    pub fn proxy(&self) -> anyhow::Result<String> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}", listener.local_addr()?);
        let port = self.port;
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = through(stream, port);
            }
        });
        Ok(address)
    }

    /// What it was asked for, a line each.
    ///
    /// # Errors
    /// Where that cannot be read.
    pub fn asked(&self) -> anyhow::Result<String> {
        Ok(fs::read_to_string(self.dir.path().join("asked"))?)
    }
}

fn through(mut from: TcpStream, port: u16) -> anyhow::Result<()> {
    let mut head = BufReader::new(from.try_clone()?);
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        ensure!(head.read_line(&mut line)? > 0, "it ended in its head");
    }
    let mut server = TcpStream::connect(("127.0.0.1", port))?;
    from.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
    let mut answer = server.try_clone()?;
    std::thread::spawn(move || std::io::copy(&mut answer, &mut from));
    std::thread::spawn(move || std::io::copy(&mut head, &mut server));
    Ok(())
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
