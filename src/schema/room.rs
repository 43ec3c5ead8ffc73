//! Work that calls itself, on a stack of its own: that of the caller may be small.

use crate::error::{Code, Error, Result};
use std::{panic, thread};

/// In bytes; what is not used costs nothing. A thousand calls in one another have room in it.
const STACK: usize = 64 << 20;

/// Does `work` on a stack that is large enough for declarations and documents within their limits.
///
/// # Errors
/// E099: the system gives no thread.
pub(super) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread =
            thread.map_err(|_| Error::new(Code::E099).with_detail("the system gives no thread"))?;
        thread.join().map_err(|payload| panic::resume_unwind(payload))
    })
}
