//! What was found in all texts together, and the exit status that follows.

use super::judged::{Judged, Outcome};
use crate::error::{Code, Error};
use crate::plan::Decision;
use crate::tool::counted;

/// The mildest finding that exits 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailOn {
    /// Any repair.
    Repair,
    /// A loss.
    Lossy,
    /// Two readings.
    Ambiguous,
    /// No JSON.
    Invalid,
    /// Only what does not fit the schema.
    Schema,
}

impl FailOn {
    /// The mildest decision that fails.
    fn least(self) -> Option<Decision> {
        match self {
            FailOn::Repair => Some(Decision::CosmeticRepair),
            FailOn::Lossy => Some(Decision::LossyRepair),
            FailOn::Ambiguous => Some(Decision::Ambiguous),
            FailOn::Invalid => Some(Decision::Invalid),
            FailOn::Schema => None,
        }
    }

    /// Whether what was found is a failure.
    pub(super) fn fails(self, judged: &Judged<'_>) -> bool {
        let decision = judged.decision();
        let decided =
            decision.is_some_and(|found| self.least().is_some_and(|least| found >= least));
        decided
            || OTHERS.iter().any(|other| {
                other.holds(judged) && (*other == Other::Mismatch || self != FailOn::Schema)
            })
    }
}

/// What may be the matter beyond the text alone, so that no decision says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    /// The provider's stream ended badly.
    Cut,
    /// The root is of another kind.
    Root,
    /// The value does not fit the schema.
    Mismatch,
}

/// All of them, in the order of [`Other`].
const OTHERS: [Other; 3] = [Other::Cut, Other::Root, Other::Mismatch];

impl Other {
    /// Whether it is the matter.
    fn holds(self, judged: &Judged<'_>) -> bool {
        let code = judged.error().map(Error::code);
        match self {
            Other::Cut => code == Some(Code::E012),
            Other::Root => code == Some(Code::E013),
            Other::Mismatch => {
                judged.plan().and_then(|plan| plan.schema.as_ref()).is_some_and(|schema| !schema.ok)
            }
        }
    }

    /// What the summary says of such texts.
    fn says(self) -> &'static str {
        match self {
            Other::Cut => "cut by the provider",
            Other::Root => "with another root",
            Other::Mismatch => "against the schema",
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    fail_on: FailOn,
    /// How many texts there are of each [`Decision`].
    decisions: [u64; Decision::ALL.len()],
    /// How many there are of each of [`OTHERS`].
    others: [u64; OTHERS.len()],
    /// Texts, and lines that have none.
    pub(super) cases: u64,
    /// Texts that fail.
    pub(super) failures: u64,
    /// Lines that should have a text and fail for it.
    pub(super) errors: u64,
    /// Lines that need have none.
    pub(super) skipped: u64,
    has_internal_error: bool,
}

impl Tally {
    /// A tally in which nothing was counted.
    pub(super) fn new(fail_on: FailOn) -> Tally {
        Tally {
            fail_on,
            decisions: [0; Decision::ALL.len()],
            others: [0; OTHERS.len()],
            cases: 0,
            failures: 0,
            errors: 0,
            skipped: 0,
            has_internal_error: false,
        }
    }

    /// Counts what was found in a text.
    pub(super) fn count(&mut self, judged: &Judged<'_>) {
        if let Some(decision) = judged.decision() {
            self.decisions[decision as usize] += 1;
        }
        for (other, count) in OTHERS.iter().zip(&mut self.others) {
            *count += u64::from(other.holds(judged));
        }
        self.has_internal_error |= judged.error().map(Error::code) == Some(Code::E099);
        self.cases += 1;
        let fails = u64::from(self.fail_on.fails(judged));
        match judged.outcome {
            Outcome::Plan(_) => self.failures += fails,
            Outcome::Unread(_) => self.errors += fails,
            Outcome::NoMatch => self.skipped += 1,
        }
    }

    /// Adds what was counted elsewhere.
    pub(super) fn add(&mut self, other: &Tally) {
        let sum = |counts: &mut [u64], others: &[u64]| {
            counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
        };
        sum(&mut self.decisions, &other.decisions);
        sum(&mut self.others, &other.others);
        self.cases += other.cases;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.has_internal_error |= other.has_internal_error;
    }

    /// The exit status.
    pub(super) fn exit(&self) -> u8 {
        if self.has_internal_error {
            Code::E099.exit()
        } else {
            u8::from(self.failures + self.errors > 0)
        }
    }

    /// All of it in one line.
    pub(super) fn summary(&self) -> String {
        let texts = counted((self.cases - self.skipped) as usize, "text");
        let decided = Decision::ALL.iter().zip(self.decisions).map(|(row, count)| (row.1, count));
        let others = OTHERS.iter().zip(self.others).map(|(other, count)| (other.says(), count));
        let found = decided.chain(others).filter(|(_, count)| *count > 0);
        let found: Vec<String> = found.map(|(what, count)| format!("{count} {what}")).collect();
        if found.is_empty() { texts } else { format!("{texts}: {}", found.join(", ")) }
    }
}
