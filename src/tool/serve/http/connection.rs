//! One connection: its limits in time and size.

use super::heads::{Heads, Observed};
use super::route::{Meeting, Site};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// Answers the requests of one connection. It ends when it has been idle for too long, or when an
/// answer is not taken: then no other request begins in time.
pub(super) async fn serve(stream: TcpStream, site: Arc<Site>, watcher: Watcher) {
    let Ok(local) = stream.local_addr() else { return };
    let limits = site.limits;
    let heads = Arc::new(Mutex::new(Heads::default()));
    let begins = Arc::new(Notify::new());
    let begun = begins.clone();
    let observed = Observed::new(stream, heads.clone());
    let service = service_fn(move |request| {
        begins.notify_one();
        let head = heads.lock().unwrap_or_else(PoisonError::into_inner).next();
        let site = site.clone();
        async move {
            let meeting = Meeting { local, head };
            Ok::<_, Infallible>(site.answer(request, meeting).await)
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_headers(limits.header_lines)
        .max_buf_size(limits.head_bytes)
        .half_close(false)
        .serve_connection(TokioIo::new(observed), service);
    let mut connection = pin!(watcher.watch(connection));
    loop {
        tokio::select! {
            _ = &mut connection => return,
            () = tokio::time::sleep(limits.request + limits.head) => return,
            () = begun.notified() => {}
        }
    }
}
