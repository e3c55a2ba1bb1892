//! The line between the engine and a worker, apart from stdin, stdout and stderr: a Unix socket in a
//! private folder, on Windows a named pipe. The worker connects to it by its place.

use std::io;
use std::path::Path;

#[cfg(unix)]
pub(super) use tokio::net::UnixStream as Stream;
#[cfg(windows)]
pub(super) use tokio::net::windows::named_pipe::NamedPipeServer as Stream;

/// Where one worker is waited for.
#[cfg(unix)]
pub(super) struct Door {
    listener: tokio::net::UnixListener,
    place: std::path::PathBuf,
}

#[cfg(unix)]
impl Door {
    /// Opens one in this folder, which nobody else may enter.
    pub fn open(dir: &Path, number: u64) -> io::Result<Self> {
        let place = dir.join(number.to_string());
        Ok(Self { listener: tokio::net::UnixListener::bind(&place)?, place })
    }

    /// What the worker is told to connect to.
    pub fn place(&self) -> &std::ffi::OsStr {
        self.place.as_os_str()
    }

    /// Waits for the worker.
    pub async fn accept(self) -> io::Result<Stream> {
        Ok(self.listener.accept().await?.0)
    }
}

#[cfg(unix)]
impl Drop for Door {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.place);
    }
}

#[cfg(windows)]
pub(super) struct Door {
    server: Stream,
    place: std::ffi::OsString,
}

#[cfg(windows)]
impl Door {
    /// Opens one. The folder's random name is in its own.
    pub fn open(dir: &Path, number: u64) -> io::Result<Self> {
        let folder = dir.file_name().unwrap_or_default().to_string_lossy();
        let place = std::ffi::OsString::from(format!(r"\\.\pipe\{folder}-{number}"));
        let server = tokio::net::windows::named_pipe::ServerOptions::new()
            .first_pipe_instance(true)
            .reject_remote_clients(true)
            .create(&place)?;
        Ok(Self { server, place })
    }

    /// What the worker is told to connect to.
    pub fn place(&self) -> &std::ffi::OsStr {
        &self.place
    }

    /// Waits for the worker.
    pub async fn accept(self) -> io::Result<Stream> {
        self.server.connect().await?;
        Ok(self.server)
    }
}
