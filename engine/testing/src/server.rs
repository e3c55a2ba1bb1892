//! A real https server on this computer, with a certificate made for the test.

use std::future::Future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{ServerConfig, pki_types::PrivateKeyDer};

/// What was asked.
pub struct Request {
    pub method: String,
    /// With the query.
    pub path: String,
    pub headers: String,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// A piece of an answer, byte for byte.
pub enum Piece {
    Bytes(Vec<u8>),
    /// The same again and again, until the other side hangs up.
    Endless(Vec<u8>),
    Wait(Duration),
}

/// Head and body of an answer whose head is right.
pub fn ok(body: &[u8]) -> Vec<Piece> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    vec![text(&head), Piece::Bytes(body.to_vec())]
}

pub fn text(text: &str) -> Piece {
    Piece::Bytes(text.as_bytes().to_vec())
}

pub fn status(line: &str) -> Vec<Piece> {
    vec![text(&format!("HTTP/1.1 {line}\r\nContent-Length: 0\r\n\r\n"))]
}

pub fn redirect(to: &str) -> Vec<Piece> {
    vec![text(&format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"))]
}

type Answer = dyn Fn(Request) -> Vec<Piece> + Send + Sync;

pub struct Server {
    address: SocketAddr,
    /// The certificate to trust.
    pub certificate: PathBuf,
    asked: Arc<Mutex<Vec<String>>>,
    _files: tempfile::TempDir,
}

impl Server {
    /// Answers until the test's runtime ends.
    pub async fn start(answer: impl Fn(Request) -> Vec<Piece> + Send + Sync + 'static) -> Self {
        Self::named("localhost", answer).await
    }

    /// With a certificate for this name, though it is reached as `localhost`.
    pub async fn named(
        name: &str,
        answer: impl Fn(Request) -> Vec<Piece> + Send + Sync + 'static,
    ) -> Self {
        let made = rcgen::generate_simple_self_signed(vec![name.to_owned()]).unwrap();
        let files = tempfile::tempdir().unwrap();
        let certificate = files.path().join("ca.pem");
        tacklebox_machine::files::save(
            &certificate,
            made.cert.pem().as_bytes(),
            &tacklebox_machine::files::Stamp::Absent,
            0o644,
        )
        .unwrap();
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (answer, log): (Arc<Answer>, _) = (Arc::new(answer), asked.clone());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (acceptor, answer, log) = (acceptor.clone(), answer.clone(), log.clone());
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(socket).await else { return };
                    let Some(request) = read(&mut stream).await else { return };
                    log.lock().unwrap().push(request.path.clone());
                    let pieces =
                        tokio::task::spawn_blocking(move || answer(request)).await.unwrap();
                    let _ = send(&mut stream, pieces).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, certificate, asked, _files: files }
    }

    pub fn url(&self, path: &str) -> String {
        format!("https://localhost:{}{path}", self.address.port())
    }

    /// The paths that were asked for, in order.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// A computer whose home is `home` and which trusts this server.
    pub fn machine(&self, home: &Path) -> tacklebox_machine::machine::Machine {
        self.machine_with(home, &[])
    }

    pub fn machine_with(
        &self,
        home: &Path,
        env: &[(&str, &str)],
    ) -> tacklebox_machine::machine::Machine {
        let trust = [("SSL_CERT_FILE", self.certificate.to_str().unwrap())];
        let env = env.iter().chain(&trust);
        let env = env.map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        tacklebox_machine::machine::Machine::new(
            tacklebox_machine::machine::Platform::current(),
            home,
            env,
        )
    }
}

type Stream = tokio_rustls::server::TlsStream<tokio::net::TcpStream>;

async fn read(stream: &mut Stream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|w| w == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let (first, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    let mut words = first.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut request = Request { method, path, headers: headers.to_owned(), body: Vec::new() };
    let length = request.header("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    request.body = body;
    Some(request)
}

fn send<'a>(
    stream: &'a mut Stream,
    pieces: Vec<Piece>,
) -> Pin<Box<dyn Future<Output = std::io::Result<()>> + Send + 'a>> {
    Box::pin(async move {
        for piece in pieces {
            match piece {
                Piece::Bytes(bytes) => stream.write_all(&bytes).await?,
                Piece::Wait(time) => {
                    stream.flush().await?;
                    tokio::time::sleep(time).await;
                }
                Piece::Endless(bytes) => loop {
                    stream.write_all(&bytes).await?;
                },
            }
            stream.flush().await?;
        }
        Ok(())
    })
}
