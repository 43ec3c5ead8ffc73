//! Work in several threads whose results come in the order of the work, with a bound on what waits.

use super::io::Stop;
use crate::error::{Code, Error};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

/// How many pieces may wait before and after each worker.
const WAITING: usize = 2;

/// Hands on what was made of a job; another one takes its place, with the room of one that is done.
/// `false` says that no more is wanted.
pub type Hand<'a, J> = &'a mut dyn FnMut(&mut J) -> bool;

/// Lets `work` do in `jobs` threads what `produce` hands on, and `consume` see what became of it, in the
/// order of the work. What is done goes round and is made into another job, so nothing has to be
/// allocated anew. With one job at a time no thread is started, and each is consumed before the next is
/// produced.
///
/// # Errors
/// What `consume` returns; nothing is waited for then.
pub fn in_order<J: Default + Send + 'static>(
    jobs: usize,
    produce: impl FnOnce(Hand<'_, J>) + Send + 'static,
    work: impl Fn(&mut J) + Send + Sync + 'static,
    mut consume: impl FnMut(&mut J) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if jobs > 1 {
        return in_threads(jobs, produce, work, consume);
    }
    let mut done = Ok(());
    produce(&mut |job| {
        work(job);
        done = consume(job);
        done.is_ok()
    });
    done
}

fn in_threads<J: Default + Send + 'static>(
    jobs: usize,
    produce: impl FnOnce(Hand<'_, J>) + Send + 'static,
    work: impl Fn(&mut J) + Send + Sync + 'static,
    mut consume: impl FnMut(&mut J) -> Result<(), Stop>,
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
    let (spent, spares) = channel();
    // Workers take turns, and so does whoever collects: the order needs no sorting.
    let producer = thread::spawn(move || {
        let mut turns = inlets.iter().cycle();
        produce(&mut |job| {
            let full = mem::replace(job, spares.try_recv().unwrap_or_default());
            turns.next().is_some_and(|inlet| inlet.send(full).is_ok())
        });
    });
    for outlet in outlets.iter().cycle() {
        let Ok(mut job) = outlet.recv() else { break };
        consume(&mut job)?;
        // Nobody takes it back where nothing more is produced.
        let _ = spent.send(job);
    }
    threads.push(producer);
    let panicked = threads.into_iter().map(JoinHandle::join).any(|end| end.is_err());
    if panicked { Err(Error::new(Code::E099).into()) } else { Ok(()) }
}

/// A thread that works until its inlet closes or nobody takes its results.
fn worker<J: Send + 'static>(
    work: Arc<impl Fn(&mut J) + Send + Sync + 'static>,
) -> (SyncSender<J>, Receiver<J>, JoinHandle<()>) {
    let (inlet, jobs) = sync_channel::<J>(WAITING);
    let (results, outlet) = sync_channel(WAITING);
    let thread = thread::spawn(move || {
        let is_wanted = |mut job| {
            work(&mut job);
            results.send(job).is_ok()
        };
        // Without anybody who takes results there is no more to do.
        let _ = jobs.into_iter().all(is_wanted);
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
            let produce = |hand: Hand<'_, u64>| (0..100).for_each(|n| assert!(hand(&mut { n })));
            let work = |n: &mut u64| {
                thread::sleep(Duration::from_micros(97 * (*n % 5)));
                *n *= 2;
            };
            let done = in_order(jobs, produce, work, |n| {
                seen.push(*n);
                Ok(())
            });
            assert!(done.is_ok());
            assert_eq!(seen, (0..100).map(|n| n * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_done_is_made_into_another_job() {
        for jobs in [1, 2] {
            let (report, rooms) = channel();
            let produce = move |hand: Hand<'_, Vec<u8>>| {
                let mut job = Vec::new();
                for _ in 0..100 {
                    assert!(report.send(job.capacity()).is_ok());
                    job.clear();
                    job.push(1);
                    assert!(hand(&mut job));
                }
            };
            let done = in_order(jobs, produce, |job| job.resize(1 << 16, 0), |_| Ok(()));
            assert!(done.is_ok());
            let new = rooms.iter().filter(|room| *room == 0).count();
            assert!(
                (1..=1 + jobs * (2 * WAITING + 1) + 2).contains(&new),
                "{jobs} jobs, {new} new"
            );
        }
    }

    #[test]
    fn an_output_that_fails_ends_the_work() {
        for jobs in [1, 3] {
            let produce = |hand: Hand<'_, u64>| while hand(&mut 1) {};
            let done = in_order(jobs, produce, |_| (), |_| Err(Stop::ClosedPipe));
            assert!(matches!(done, Err(Stop::ClosedPipe)));
        }
    }

    #[test]
    fn a_worker_that_dies_is_not_a_success() {
        let produce = |hand: Hand<'_, u64>| {
            (0..10).all(|n| hand(&mut { n }));
        };
        let done = in_order(2, produce, |n| assert!(*n < 5), |_| Ok(()));
        assert!(matches!(done, Err(Stop::Document(error)) if error.code() == Code::E099));
    }
}
