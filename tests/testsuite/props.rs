//! The laws on documents, broken documents, soups of tokens and every input that is data.

use crate::support::random::{Budget, Random, for_each_case};
use crate::support::{corpus, faults, generate, laws, prefix, run};
use jsonmend::engine::{Engine, EngineOptions};
use std::iter;

#[test]
fn laws_hold_for_valid_documents() {
    for_each_case(&Budget::Cases(400), |random| {
        let (line, _) = generate::options(random);
        laws::check(generate::document(random).as_bytes(), line)
    });
}

/// A string waits as long as it may be a key. Its length decides, and both ways agree on it to the byte.
#[test]
fn a_string_that_may_be_a_key_waits_as_long_in_the_lane_as_without_it() {
    let options = EngineOptions::default();
    for len in 60..70 {
        for odd in ["", "\\n", "\\ud800", "é"] {
            for at in 0..=len {
                let text = format!(r#"["{}{odd}{}"#, "x".repeat(at), "x".repeat(len - at));
                for end in ["", "\"", "\",", "\":"] {
                    let begun = format!("{text}{end}");
                    let said = |make| run::said_by(make, iter::once(begun.as_bytes()), &options);
                    assert_eq!(said(Engine::new), said(Engine::careful), "{begun}");
                }
            }
        }
    }
}

#[test]
fn laws_hold_for_broken_documents() {
    for_each_case(&Budget::Cases(1500), |random| {
        let (line, _) = generate::options(random);
        let document = generate::document(random);
        laws::check(&faults::inject(random, document.as_bytes()), line)
    });
}

#[test]
fn laws_hold_for_soups_of_tokens() {
    for_each_case(&Budget::Cases(2500), |random| {
        let (line, _) = generate::options(random);
        laws::check(generate::soup(random).as_bytes(), line)
    });
}

#[test]
fn laws_hold_where_a_key_comes_again() {
    for_each_case(&Budget::Cases(1500), |random| {
        let policy = random.pick(&["first", "last"]);
        let also = random.pick(&["", "", "", "--multi-root lines", "--skip-prose --replace-bytes"]);
        let document = generate::repetitive(random);
        let input = faults::inject(random, document.as_bytes());
        laws::check(&input, &format!("--duplicate-keys {policy} {also}"))
    });
}

#[test]
fn laws_hold_for_random_bytes() {
    for_each_case(&Budget::Cases(500), |random| {
        let (line, _) = generate::options(random);
        let bytes: Vec<u8> = (0..random.below(24)).map(|_| (random.next() & 0xff) as u8).collect();
        laws::check(&bytes, line)
    });
}

#[test]
fn laws_hold_for_every_case_under_every_option() {
    let inputs = corpus::inputs();
    let mut random = Random::new(1);
    let mut broken = Vec::new();
    for input in inputs.iter().filter(|input| input.len() <= 4096) {
        for line in ["", "--skip-prose", generate::options(&mut random).0] {
            broken.extend(laws::check(input, line).err());
        }
    }
    assert!(broken.is_empty(), "{} broken:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn a_prefix_of_a_container_is_partial_and_invents_nothing() {
    for_each_case(&Budget::Cases(150), |random| prefix::check_every(&generate::container(random)));
}
