//! What a connection may take: in time, in size, and how many there may be.

use std::time::Duration;

/// The limits of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// How long the head of a request may take, and how long a connection may idle before it.
    pub(super) head: Duration,
    /// How long a body may take.
    pub(super) body: Duration,
    /// How long a request may take, from its head to the last byte of its answer.
    pub(super) request: Duration,
    /// How long answers that are under way may take once the end has been asked for.
    pub(super) farewell: Duration,
    /// The most header lines of a request.
    pub(super) header_lines: usize,
    /// The most bytes of its head that are held before more is read. One read may bring as many again,
    /// so that a head of less than twice as many may be taken.
    pub(super) head_bytes: usize,
    /// How many connections there may be at once.
    pub(super) connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            head: Duration::from_secs(5),
            body: Duration::from_secs(10),
            request: Duration::from_secs(30),
            farewell: Duration::from_secs(10),
            header_lines: 64,
            head_bytes: 64 << 10,
            connections: 64,
        }
    }
}
