//! Seeded randomness: one number names a case, so that what failed once can be run again.

use std::time::{Duration, Instant};

/// How many failures a run lists before it ends.
const MOST_FAILURES: usize = 8;

/// A splitmix64 generator.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % (bound.max(1) as u64)) as usize
    }

    /// True once in `n` times.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// How long a property is tried.
pub(crate) enum Budget {
    /// So many cases, or `JM_CASES`.
    Cases(u64),
    /// So many seconds, or `JM_SECONDS`.
    Seconds(u64),
}

/// Tries `check` on case after case; `JM_SEED=<the seed shown> JM_CASES=1` runs one again.
pub(crate) fn for_each_case(
    budget: &Budget,
    mut check: impl FnMut(&mut Random) -> Result<(), String>,
) {
    let first = setting("JM_SEED").unwrap_or(1);
    let (most, until) = match *budget {
        Budget::Cases(n) => (setting("JM_CASES").unwrap_or(n), None),
        Budget::Seconds(n) => {
            let length = Duration::from_secs(setting("JM_SECONDS").unwrap_or(n));
            (setting("JM_CASES").unwrap_or(u64::MAX), Some(Instant::now() + length))
        }
    };
    let mut failures = Vec::new();
    let mut count = 0;
    while count < most
        && failures.len() < MOST_FAILURES
        && until.is_none_or(|until| Instant::now() < until)
    {
        let seed = first.wrapping_add(count);
        if let Err(failure) = check(&mut Random::new(seed)) {
            failures.push(format!("JM_SEED={seed}: {failure}"));
        }
        count += 1;
    }
    println!("{count} cases from seed {first}");
    assert!(failures.is_empty(), "of {count} cases:\n{}", failures.join("\n"));
}

/// A number that the environment sets.
pub(crate) fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
