//! How tools say that something failed: every such line is known, and none is lost without a count.

use super::{capped, request};
use crate::support::corpus::project;
use crate::support::random::Random;
use jsonmend::reduce::{is_failure, reduce};

/// The lines of `tests/reduce/failures.tsv`: whether it tells of a failure, the command, the line.
fn lines() -> Vec<(bool, String, String)> {
    let text = std::fs::read_to_string(project("tests/reduce/failures.tsv")).expect("the table");
    let row = |row: &str| {
        let mut columns = row.splitn(3, '\t').map(str::to_owned);
        let mut next = || columns.next().expect("three columns");
        (next() == "bad", next(), next())
    };
    text.lines().map(row).collect()
}

#[test]
fn what_tools_write_of_failures_is_known_and_what_is_fine_is_not() {
    let rows = lines();
    let wrong = rows.iter().filter(|(is_bad, _, line)| is_failure(line) != *is_bad);
    let wrong: Vec<String> = wrong.map(|row| format!("{row:?}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lines that are all different and say nothing.
fn filler(random: &mut Random) -> String {
    let mut word = || {
        let syllables = ["ba", "ke", "mi", "no", "tu", "ra", "se", "vi", "lo", "zu"];
        (0..random.below(3) + 2).map(|_| random.pick(&syllables)).collect::<String>()
    };
    (0..80).map(|_| format!("{} {} {}\n", word(), word(), word())).collect()
}

#[test]
fn a_failure_among_lines_that_all_differ_is_shown() {
    let mut random = Random::new(1);
    let (before, behind) = (filler(&mut random), filler(&mut random));
    let mut lost = Vec::new();
    for (_, command, line) in lines().into_iter().filter(|(is_bad, ..)| *is_bad) {
        for (command, exit) in [(&*command, 0), (&*command, 1), ("mytool", 0), ("mytool", 1)] {
            let request = request(command, Some(exit), &format!("{before}{line}\n{behind}"));
            let response = reduce(&capped(&request, 600));
            let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let is_shown = bare(&response.inline_text).contains(&bare(&line));
            if !is_shown {
                lost.push(format!("{command} ({exit}): {line}"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}
