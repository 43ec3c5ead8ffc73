//! Help texts: how a program is called, its options in their order.

use super::super::marks::{Labels, Rank};
use super::Case;

/// Labels a help text: usage first, then everything in its order.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    for (place, text) in case.lines() {
        let inner = text.trim_start();
        let is_usage = inner.get(..6).is_some_and(|head| head.eq_ignore_ascii_case("usage:"));
        if is_usage {
            labels.rank(place, Rank::Result);
        }
        labels.marks[place].is_quote = !case.failed;
    }
    labels
}
