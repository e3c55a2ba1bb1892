//! Sockets. Without a network nothing inside ever has one of the internet: it gets a line to us in its
//! place, so there is nothing that a trick could send through. That is how the names that it looks up are
//! known, and that it is told at once that there are none.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketAddrUnix, SocketFlags, SocketType, recv, send,
    socket_with, socketpair,
};

use super::{Reply, Watcher};
use crate::walls::task::Task;
use crate::walls::{Access, dns, once, real};

/// The port of name servers.
const NAMES: u16 = 53;

/// Services of the system that are asked for names first: that they are out of reach is expected.
const ASKED_FOR_NAMES: [&str; 4] =
    ["/run/systemd/resolve", "/run/nscd", "/var/run/nscd", "/run/systemd/userdb"];

/// Where to.
enum To {
    Internet(IpAddr, u16),
    File(PathBuf),
    /// A name without a file.
    Abstract,
    Nobody,
}

impl Watcher<'_> {
    /// What stands for a socket of the internet.
    pub(super) fn socket(&mut self, _: u64, kind: u64) -> Reply {
        let kind = kind as i32;
        let cloexec = kind & libc::SOCK_CLOEXEC != 0;
        let mut flags = SocketFlags::CLOEXEC;
        if kind & libc::SOCK_NONBLOCK != 0 {
            flags |= SocketFlags::NONBLOCK;
        }
        let made = match kind & 0xF {
            libc::SOCK_STREAM => socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None),
            libc::SOCK_DGRAM if self.lines.len() < 256 => {
                socketpair(AddressFamily::UNIX, SocketType::DGRAM, flags, None).map(
                    |(theirs, ours)| {
                        self.lines.push(ours);
                        theirs
                    },
                )
            }
            _ => return Reply::Error(libc::EPERM),
        };
        made.map_or(Reply::Error(libc::EPERM), |file| Reply::File(file, cloexec))
    }

    /// Reads what was said to us in place of a name server, and says that there is no such name.
    pub(super) fn hear(&mut self, spoken: &[bool]) {
        let mut buffer = [0; 1024];
        let mut spoken = spoken.iter();
        self.lines.retain(|line| {
            if !spoken.next().is_some_and(|one| *one) {
                return true;
            }
            loop {
                match recv(line, &mut buffer, RecvFlags::DONTWAIT) {
                    Ok((0, _)) => return false,
                    Ok((count, _)) => {
                        let said = buffer.get(..count).unwrap_or_default();
                        if let Some(name) = dns::name(said) {
                            asked_for(&mut self.walls.log().deeds.hosts, name);
                        }
                        if let Some(answer) = dns::no_such_name(said) {
                            let _ = send(line, &answer, SendFlags::DONTWAIT);
                        }
                    }
                    Err(error) => return error == rustix::io::Errno::AGAIN,
                }
            }
        });
    }

    pub(super) fn connect(&mut self, task: &mut Task, socket: u64, at: u64, length: u64) -> Reply {
        let Some(to) = to(task, at, length) else { return Reply::Error(libc::EFAULT) };
        match to {
            To::Internet(_, NAMES) if !self.walls.network => Reply::Done,
            // The system's library tries which of several addresses is nearer, and ends the program where
            // what stands for a socket then has an address of another family.
            To::Internet(_, 0) if !self.walls.network => Reply::Error(libc::ENETUNREACH),
            To::Internet(address, port) => self.internet(address, port),
            To::File(path) => self.local(task, socket, path),
            To::Abstract => Reply::Error(libc::EACCES),
            To::Nobody => Reply::GoOn,
        }
    }

    fn internet(&self, address: IpAddr, port: u16) -> Reply {
        // No name server is a host that the hook asked for; its questions are.
        if port == NAMES && self.name_servers.contains(&address) {
            return Reply::GoOn;
        }
        let is_new = !address.is_unspecified();
        if is_new {
            asked_for(&mut self.walls.log().deeds.hosts, address.to_string());
        }
        if self.walls.network { Reply::GoOn } else { Reply::Error(libc::ENETUNREACH) }
    }

    /// A program that listens on this computer. Connected by us with the path as it was read, so that
    /// there is no other a moment later.
    fn local(&self, task: &Task, socket: u64, path: PathBuf) -> Reply {
        let place = real(&path);
        let walls = self.walls;
        if !walls.sockets.contains(&place) && !walls.lets_write(&place) {
            if !ASKED_FOR_NAMES.iter().any(|known| path.starts_with(known)) && place.exists() {
                once(&mut walls.log().deeds.refused, (place, Access::Connect));
            }
            return Reply::Error(libc::EACCES);
        }
        let done = SocketAddrUnix::new(place.as_os_str().as_bytes()).ok().and_then(|address| {
            let socket: OwnedFd = task.copy(socket)?;
            Some(rustix::net::connect(socket.as_fd(), &address))
        });
        if walls.from_connect && walls.sockets.contains(&place) {
            let mut log = walls.log();
            if !std::mem::replace(&mut log.connected, true) {
                log.deeds = Default::default();
            }
        }
        match done {
            Some(Ok(())) => Reply::Done,
            Some(Err(error)) => Reply::Error(error.raw_os_error()),
            None => Reply::Error(libc::EACCES),
        }
    }

    /// A datagram, with its address where it has one.
    pub(super) fn send_to(&mut self, task: &mut Task, args: [u64; 6]) -> Reply {
        let [_, text, length, _, at, of] = args;
        let said = task.bytes(text, usize::try_from(length).unwrap_or(0).min(512));
        self.note_question(said.as_deref());
        if at == 0 { Reply::GoOn } else { self.with_address(task, at, of) }
    }

    /// The first of the messages tells where all go.
    pub(super) fn send_message(&mut self, task: &mut Task, message: u64) -> Reply {
        let Some(name) = task.number(message) else { return Reply::GoOn };
        let length = task.number(message.saturating_add(8)).unwrap_or(0) & 0xFFFF_FFFF;
        if self.walls.network {
            let piece = task.number(message.saturating_add(16)).and_then(|pieces| {
                let (at, length) = (task.number(pieces)?, task.number(pieces.checked_add(8)?)?);
                task.bytes(at, usize::try_from(length).ok()?.min(512))
            });
            self.note_question(piece.as_deref());
        }
        if name == 0 { Reply::GoOn } else { self.with_address(task, name, length) }
    }

    fn with_address(&mut self, task: &mut Task, at: u64, length: u64) -> Reply {
        match to(task, at, length) {
            Some(To::Internet(_, NAMES)) if !self.walls.network => Reply::Error(libc::ENETUNREACH),
            Some(To::Internet(address, port)) => self.internet(address, port),
            Some(To::File(path)) if self.walls.lets_write(&real(&path)) => Reply::GoOn,
            Some(To::Nobody) => Reply::GoOn,
            _ => Reply::Error(libc::EACCES),
        }
    }

    fn note_question(&self, said: Option<&[u8]>) {
        if let Some(name) = said.and_then(dns::name) {
            asked_for(&mut self.walls.log().deeds.hosts, name);
        }
    }
}

fn to(task: &mut Task, at: u64, length: u64) -> Option<To> {
    let bytes = task.bytes(at, usize::try_from(length).ok()?.min(128))?;
    let family = u16::from_ne_bytes(bytes.get(..2)?.try_into().ok()?);
    let port = || Some(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?));
    Some(match i32::from(family) {
        libc::AF_INET => {
            let address: [u8; 4] = bytes.get(4..8)?.try_into().ok()?;
            To::Internet(Ipv4Addr::from(address).into(), port()?)
        }
        libc::AF_INET6 => {
            let address: [u8; 16] = bytes.get(8..24)?.try_into().ok()?;
            To::Internet(Ipv6Addr::from(address).to_canonical(), port()?)
        }
        libc::AF_UNIX => {
            let path = bytes.get(2..).unwrap_or_default();
            let end = path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
            match path.get(..end) {
                None | Some([]) => To::Abstract,
                Some(path) => {
                    let path = PathBuf::from(std::ffi::OsStr::from_bytes(path));
                    To::File(match path.is_absolute() {
                        true => path,
                        false => task.opened(libc::AT_FDCWD as u64)?.join(path),
                    })
                }
            }
        }
        _ => To::Nobody,
    })
}

/// The name servers of this computer; those of a program's own choice are hosts like any other.
pub(super) fn name_servers(settings: &str) -> Vec<IpAddr> {
    let server = |line: &str| {
        let mut words = line.split_whitespace();
        let address = words.next().filter(|word| *word == "nameserver").and(words.next())?;
        let address: IpAddr = address.split('%').next()?.parse().ok()?;
        Some(address.to_canonical())
    };
    settings.lines().filter_map(server).collect()
}

/// Without the forms that a name gets when it is looked for in the computer's own domain.
fn asked_for(hosts: &mut Vec<String>, name: String) {
    let longer =
        |known: &String| name.strip_prefix(known.as_str()).is_some_and(|it| it.starts_with('.'));
    if !hosts.iter().any(longer) {
        once(hosts, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_servers_of_this_computer_are_known() {
        let settings = "# nameserver 192.0.2.1\nsearch example.com\nnameserver 192.0.2.2\n  nameserver fe80::1%eth0\nnameserver\nnameserver x\n";
        let servers = name_servers(settings).into_iter().map(|one| one.to_string());
        assert_eq!(servers.collect::<Vec<_>>(), ["192.0.2.2", "fe80::1"]);
    }
}
