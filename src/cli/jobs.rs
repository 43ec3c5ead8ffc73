//! Work in several threads whose results come in the order of the work, with a bound on what waits.

use super::io::Stop;
use crate::error::{Code, Error};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// How many pieces may wait before and after each worker.
const WAITING: usize = 2;

/// Hands a piece of work on; `false` says that no more is wanted.
pub type Hand<'a, W> = &'a mut dyn FnMut(W) -> bool;

/// Does what `produce` hands on in `jobs` threads, and gives the results to `consume` in the order
/// of the work. With one job no thread is started, and each result is consumed before the next
/// piece is produced.
///
/// # Errors
/// What `consume` returns; nothing is waited for then.
pub fn in_order<W: Send + 'static, R: Send + 'static>(
    jobs: usize,
    produce: impl FnOnce(Hand<'_, W>) + Send + 'static,
    work: impl Fn(W) -> R + Send + Sync + 'static,
    mut consume: impl FnMut(R) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if jobs > 1 {
        return in_threads(jobs, produce, work, consume);
    }
    let mut done = Ok(());
    produce(&mut |piece| {
        done = consume(work(piece));
        done.is_ok()
    });
    done
}

fn in_threads<W: Send + 'static, R: Send + 'static>(
    jobs: usize,
    produce: impl FnOnce(Hand<'_, W>) + Send + 'static,
    work: impl Fn(W) -> R + Send + Sync + 'static,
    mut consume: impl FnMut(R) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let work = Arc::new(work);
    let workers = (0..jobs).map(|_| worker(Arc::clone(&work)));
    let mut threads = Vec::with_capacity(jobs);
    let (mut inlets, mut outlets) = (Vec::new(), Vec::new());
    for (inlet, outlet, thread) in workers {
        inlets.push(inlet);
        outlets.push(outlet);
        threads.push(thread);
    }
    // Workers take turns, and so does whoever collects: the order needs no sorting.
    let producer = thread::spawn(move || {
        let mut turns = inlets.iter().cycle();
        produce(&mut |piece| turns.next().is_some_and(|inlet| inlet.send(piece).is_ok()));
    });
    for outlet in outlets.iter().cycle() {
        match outlet.recv() {
            Ok(result) => consume(result)?,
            Err(_) => break,
        }
    }
    threads.push(producer);
    let panicked = threads.into_iter().map(JoinHandle::join).any(|end| end.is_err());
    if panicked { Err(Error::new(Code::E099).into()) } else { Ok(()) }
}

/// A thread that works until its inlet closes or nobody takes its results.
fn worker<W: Send + 'static, R: Send + 'static>(
    work: Arc<impl Fn(W) -> R + Send + Sync + 'static>,
) -> (SyncSender<W>, Receiver<R>, JoinHandle<()>) {
    let (inlet, pieces) = sync_channel::<W>(WAITING);
    let (results, outlet) = sync_channel(WAITING);
    let thread = thread::spawn(move || {
        let is_wanted = |piece| results.send(work(piece)).is_ok();
        // Without anybody who takes results there is no more to do.
        let _ = pieces.into_iter().all(is_wanted);
    });
    (inlet, outlet, thread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_the_order_of_the_work_whatever_the_number_of_jobs() {
        for jobs in [1, 2, 3, 8] {
            let mut seen = Vec::new();
            let produce = |hand: Hand<'_, u64>| (0..100).for_each(|piece| assert!(hand(piece)));
            let work = |piece: u64| {
                thread::sleep(Duration::from_micros(97 * (piece % 5)));
                piece * 2
            };
            let done = in_order(jobs, produce, work, |result| {
                seen.push(result);
                Ok(())
            });
            assert!(done.is_ok());
            assert_eq!(seen, (0..100).map(|piece| piece * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_output_that_fails_ends_the_work() {
        for jobs in [1, 3] {
            let produce = |hand: Hand<'_, u64>| while hand(1) {};
            let done = in_order(jobs, produce, |piece| piece, |_| Err(Stop::ClosedPipe));
            assert!(matches!(done, Err(Stop::ClosedPipe)));
        }
    }

    #[test]
    fn a_worker_that_dies_is_not_a_success() {
        let produce = |hand: Hand<'_, u64>| {
            (0..10).all(&mut *hand);
        };
        let done = in_order(2, produce, |piece| assert!(piece < 5), |()| Ok(()));
        assert!(matches!(done, Err(Stop::Document(error)) if error.code() == Code::E099));
    }
}
