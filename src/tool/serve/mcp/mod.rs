//! The Model Context Protocol on standard input and output, a message a line.

pub(super) mod clients;
pub(super) mod guard;

use crate::cli::io::{Source, Stop, pump_while};
use crate::cli::target::Target;
use crate::framing::lines::{Lines, Piece};
use crate::protocol::mcp::Handler;
use crate::protocol::{Defaults, MAX_LINE};
use guard::{Heard, Line, hear};
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, ServerJsonRpcMessage};
use rmcp::service::serve_server;
use rmcp::transport::Transport;
use std::convert::Infallible;
use std::future::{Future, ready};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Semaphore, mpsc};

/// Answers messages until the input is over.
///
/// # Errors
/// An input or output that fails.
pub(super) fn serve(defaults: Defaults) -> Result<(), Stop> {
    let (sender, heard) = mpsc::channel(1);
    let reader = std::thread::spawn(move || read(&sender));
    let desk = Arc::new(Desk {
        turns: Semaphore::new(1),
        target: Mutex::new(Target::stdout()?),
        stop: Mutex::new(None),
    });
    let input = Arc::new(tokio::sync::Mutex::new(Input { heard, first: None }));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(Stop::Read)?.block_on(async {
        loop {
            let lines = StdioLines { desk: desk.clone(), input: input.clone(), has_begun: false };
            // The input may be over before a client has said who it is.
            if let Ok(running) = serve_server(Handler::new(defaults.clone()), lines).await {
                drop(running.waiting().await);
            }
            if input.lock().await.first.is_none() {
                break;
            }
        }
    });
    if let Some(stop) = desk.stop.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(stop);
    }
    reader.join().unwrap_or(Ok(()))
}

/// Reads lines, on a thread of its own, until the input is over or nobody wants more.
fn read(sender: &mpsc::Sender<Heard>) -> Result<(), Stop> {
    let mut lines = Lines::new(MAX_LINE);
    let pass = |piece: Piece<'_>| {
        let heard = match piece {
            Piece::Line(line) => hear(line),
            Piece::LongStart(_) => Some(Heard::too_long()),
            Piece::LongMore(_) | Piece::LongEnd => None,
        };
        // Nobody listens any more where the output has failed.
        heard.into_iter().for_each(|heard| drop(sender.blocking_send(heard)));
    };
    pump_while(&mut Source::Stdin.open()?, |piece| {
        lines.feed(piece, pass);
        Ok(!sender.is_closed())
    })?;
    lines.finish(pass);
    Ok(())
}

/// Where answers go.
struct Desk {
    /// One request is answered after the other: a permit is there when the last answer is out.
    turns: Semaphore,
    target: Mutex<Target>,
    /// Why the output has failed.
    stop: Mutex<Option<Stop>>,
}

impl Desk {
    /// Writes a line; after a failure nothing is heard any more.
    fn write(&self, line: &Line) {
        let mut target = self.target.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(stop) = target.write(line.bytes()) {
            *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(stop);
            self.turns.close();
        }
    }
}

/// What has been read.
struct Input {
    heard: mpsc::Receiver<Heard>,
    /// A handshake that came after other requests: the next one is served from it on.
    first: Option<Box<ClientJsonRpcMessage>>,
}

/// The lines of a process as the SDK takes messages, up to a handshake that begins anew.
struct StdioLines {
    desk: Arc<Desk>,
    input: Arc<tokio::sync::Mutex<Input>>,
    /// The client has said which version of the protocol it speaks.
    has_begun: bool,
}

impl Transport<RoleServer> for StdioLines {
    type Error = Infallible;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        self.desk.write(&Line::of(&message));
        if matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)) {
            self.desk.turns.add_permits(1);
        }
        ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let mut input = self.input.lock().await;
        loop {
            let turn = self.desk.turns.acquire().await.ok()?;
            let heard = match input.first.take() {
                Some(handshake) => Heard::Request(handshake),
                None => input.heard.recv().await?,
            };
            match heard {
                // The SDK stays with what it has heard first.
                Heard::Request(request) if self.has_begun && guard::is_handshake(&request) => {
                    input.first = Some(request);
                    return None;
                }
                Heard::Request(request) => match guard::opening(&request, self.has_begun) {
                    Ok(begins) => {
                        self.has_begun |= begins;
                        turn.forget();
                        return Some(*request);
                    }
                    Err(line) => self.desk.write(&line),
                },
                Heard::Fault(line) => self.desk.write(&line),
            }
        }
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}
