//! The protocol over HTTP: where it listens, whom it hears, and how it ends.

mod answer;
mod connection;
mod heads;
mod limits;
#[cfg(feature = "mcp")]
mod mcp;
mod page;
mod route;
mod rules;

use super::config::HttpOptions;
use crate::cli::Console;
use crate::cli::io::{Source, Stop};
use crate::cli::parse::Usage;
use crate::cli::term::Style;
use crate::error::Code;
use crate::protocol::Defaults;
use hyper_util::server::graceful::GracefulShutdown;
use limits::Limits;
use route::Site;
use rules::Rules;
use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Where it listens unless told otherwise; the port is a free one.
const HOST: &str = "127.0.0.1";

/// Answers until a signal comes, and gives the exit status.
pub(super) fn serve(options: &HttpOptions, defaults: Defaults, console: &mut Console) -> u8 {
    let addresses = match addresses(options) {
        Ok(addresses) => addresses,
        Err(message) => return console.usage(&Usage::new(message)),
    };
    let token = match options.token_file.clone().map(token).transpose() {
        Ok(token) => token,
        Err((source, stop)) => return console.stopped(Some(&source), &stop),
    };
    let rules = Rules {
        token,
        allow_remote: options.allow_remote,
        allow_origin: options.allow_origin.clone(),
    };
    let done = listen(&addresses, Site::new(Limits::default(), rules, defaults), console);
    done.unwrap_or_else(|error| {
        let code = Code::E051;
        let text = format!("{}: {} cannot be listened on: {error}", code.name(), list(&addresses));
        console.failure(&text);
        code.exit()
    })
}

/// What the address of the command line means.
fn addresses(options: &HttpOptions) -> Result<Vec<SocketAddr>, String> {
    let written = options.address.as_deref().unwrap_or("0");
    let address = match written.parse::<u16>() {
        Ok(port) => format!("{HOST}:{port}"),
        Err(_) => written.to_owned(),
    };
    let found: Vec<_> = address
        .to_socket_addrs()
        .map_err(|_| format!("--http takes HOST:PORT or PORT, not '{written}'"))?
        .collect();
    let is_remote = found.iter().any(|address| !address.ip().is_loopback());
    if is_remote && !options.allow_remote {
        return Err(format!("'{written}' is for other machines too: that needs --allow-remote"));
    }
    Ok(found)
}

/// The token that a file holds.
fn token(file: std::ffi::OsString) -> Result<Vec<u8>, (Source, Stop)> {
    let source = Source::File(file);
    let text = match source.text() {
        Ok(text) => text,
        Err(stop) => return Err((source, stop)),
    };
    let token = text.trim();
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        let reason = "a token is one word of visible ASCII characters";
        return Err((source, Stop::Read(io::Error::new(io::ErrorKind::InvalidData, reason))));
    }
    Ok(token.as_bytes().to_vec())
}

fn list(addresses: &[SocketAddr]) -> String {
    addresses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Listens, says where, and answers.
fn listen(addresses: &[SocketAddr], site: Site, console: &mut Console) -> io::Result<u8> {
    let listener = std::net::TcpListener::bind(addresses)?;
    listener.set_nonblocking(true)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(cores)
        .enable_all()
        .build()?;
    let status = runtime.block_on(async {
        let signals = Signals::new()?;
        let listener = TcpListener::from_std(listener)?;
        let line = format!("listening http://{}", listener.local_addr()?);
        console.terminal.line(&[(Style::Plain, &line)]);
        Ok(run(listener, signals, Arc::new(site)).await)
    });
    // Work that nobody waits for any more must not hold up the end.
    runtime.shutdown_background();
    status
}

/// Hears connections until a signal comes, then lets them end.
async fn run(listener: TcpListener, mut signals: Signals, site: Arc<Site>) -> u8 {
    let graceful = GracefulShutdown::new();
    tokio::select! {
        never = hear(&listener, &site, &graceful) => match never {},
        _ = signals.next() => {}
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => 0,
        () = tokio::time::sleep(site.limits.farewell) => 0,
        status = signals.next() => status,
    }
}

/// Hears connections, as many at once as there may be.
async fn hear(listener: &TcpListener, site: &Arc<Site>, graceful: &GracefulShutdown) -> Infallible {
    let seats = Arc::new(Semaphore::new(site.limits.connections));
    loop {
        let (stream, seat) = accept(listener, &seats).await;
        let (site, watcher) = (site.clone(), graceful.watcher());
        tokio::spawn(async move {
            connection::serve(stream, site, watcher).await;
            drop(seat);
        });
    }
}

/// The next connection, once there is room for one.
async fn accept(
    listener: &TcpListener,
    seats: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let seat = seats.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, seat),
            // The process may be out of file descriptors for a moment.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// The signals that ask for the end.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for one, and gives the exit status that stands for it.
    async fn next(&mut self) -> u8 {
        tokio::select! {
            _ = self.interrupt.recv() => 130,
            _ = self.terminate.recv() => 143,
        }
    }
}

#[cfg(test)]
mod tests;
