//! The protocol on standard input and output.

use crate::cli::io::{Source, Stop, pump_while};
use crate::cli::target::Target;
use crate::framing::lines::{Lines, Piece};
use crate::protocol::{Connection, Defaults, Flow, MAX_LINE};

/// Answers requests until the input is over or the client says so.
///
/// # Errors
/// An input or output that fails.
pub(super) fn serve(defaults: Defaults) -> Result<(), Stop> {
    let mut input = Source::Stdin.open()?;
    let mut target = Target::stdout()?;
    let mut desk = Desk { connection: Connection::new(defaults), out: Vec::new(), is_over: false };
    let mut lines = Lines::new(MAX_LINE);
    pump_while(&mut input, |piece| {
        lines.feed(piece, |line| desk.answer(line));
        desk.flush(&mut target)?;
        Ok(!desk.is_over)
    })?;
    lines.finish(|line| desk.answer(line));
    desk.flush(&mut target)
}

/// The connection, and answers that wait for the next write.
struct Desk {
    connection: Connection,
    out: Vec<u8>,
    is_over: bool,
}

impl Desk {
    fn answer(&mut self, line: Piece<'_>) {
        match line {
            _ if self.is_over => {}
            Piece::Line(line) => {
                self.is_over = self.connection.handle(line, &mut self.out) == Flow::Ends;
            }
            Piece::LongStart(_) => Connection::refuse_long_line(&mut self.out),
            Piece::LongMore(_) | Piece::LongEnd => {}
        }
    }

    fn flush(&mut self, target: &mut Target) -> Result<(), Stop> {
        target.write(&self.out)?;
        self.out.clear();
        Ok(())
    }
}
