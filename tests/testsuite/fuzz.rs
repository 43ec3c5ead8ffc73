//! A fuzzer on the stable toolchain: every law on inputs that are broken again and again.
//!
//! `JM_SECONDS=600 cargo test --release fuzz -- --nocapture` for a long run.

use crate::support::random::{Budget, Random, for_each_case};
use crate::support::{corpus, faults, generate, laws};

#[test]
fn fuzz_holds_the_laws() {
    let seeds = corpus::inputs();
    for_each_case(&Budget::Seconds(2), |random| {
        let (line, _) = generate::options(random);
        let mut input = seed(random, &seeds);
        for _ in 0..1 + random.below(3) {
            input = faults::inject(random, &input);
        }
        laws::check(&input, line)
    });
}

/// A known input, the beginning of one with the end of another, or a new document.
fn seed(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    match random.below(4) {
        0 => generate::document(random).into_bytes(),
        1 => {
            let (head, tail) = (known(random, seeds), known(random, seeds));
            let (cut, start) = (random.below(head.len() + 1), random.below(tail.len() + 1));
            [&head[..cut], &tail[start..]].concat()
        }
        _ => known(random, seeds).to_vec(),
    }
}

fn known<'a>(random: &mut Random, seeds: &'a [Vec<u8>]) -> &'a [u8] {
    let seed = &seeds[random.below(seeds.len())];
    seed.get(..2048).unwrap_or(seed)
}
