//! Counts and cuts text in extended grapheme clusters, the unit of every size in a response.

use unicode_segmentation::UnicodeSegmentation;

/// How many graphemes `text` has. One pass; ASCII is counted without segmentation.
#[must_use]
pub fn count(text: &str) -> usize {
    if text.is_ascii() {
        let pairs = memchr::memchr_iter(b'\r', text.as_bytes())
            .filter(|&at| text.as_bytes().get(at + 1) == Some(&b'\n'));
        return text.len() - pairs.count();
    }
    units(text).count()
}

/// The most bytes of one grapheme: more than a thousand marks on a letter are no character.
const MAX_UNIT: usize = 256;

/// The graphemes of `text` with their places; one that is far too long is cut, so that a cap on their
/// number bounds the size of a text.
fn units(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.grapheme_indices(true).flat_map(|(at, unit)| {
        let mut rest = unit;
        std::iter::from_fn(move || {
            let end =
                (MAX_UNIT.min(rest.len())..=rest.len()).find(|&end| rest.is_char_boundary(end))?;
            let (piece, behind) = rest.split_at(end);
            let start = at + unit.len() - rest.len();
            rest = behind;
            (!piece.is_empty()).then_some((start, piece))
        })
    })
}

/// The first `most` graphemes of `text`.
#[must_use]
pub(super) fn head(text: &str, most: usize) -> &str {
    let end = units(text).nth(most).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// The last `most` graphemes of `text`, which has `length` of them.
#[must_use]
pub(super) fn tail(text: &str, length: usize, most: usize) -> &str {
    let start = units(text).nth(length.saturating_sub(most)).map_or(text.len(), |(at, _)| at);
    &text[start..]
}

/// What stands where `chars` graphemes of a line are left out.
#[must_use]
pub(super) fn clip_marker(chars: usize) -> String {
    format!("[... {chars} chars omitted]")
}

/// `text`, which has `length` graphemes, without its middle, in at most `most` graphemes: two thirds
/// of what is kept are from the start. `None` where not even the marker and one grapheme fit.
#[must_use]
pub(super) fn clip_middle(text: &str, length: usize, most: usize) -> Option<String> {
    let marker = clip_marker(length).len();
    let kept = most.checked_sub(marker).filter(|&kept| kept > 0)?;
    let from_end = kept / 3;
    let (start, end) = (head(text, kept - from_end), tail(text, length, from_end));
    Some(format!("{start}{}{end}", clip_marker(length - kept)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_never_splits_a_grapheme() {
        let text = "ab\u{65e5}\u{672c}👩\u{200d}👩\u{200d}👧e\u{301}🇫🇷z".repeat(20);
        let length = count(&text);
        assert_eq!(length, 8 * 20);
        let units: Vec<&str> = text.graphemes(true).collect();
        for most in 0..length {
            assert_eq!(head(&text, most), units[..most].concat());
            assert_eq!(tail(&text, length, most), units[length - most..].concat());
            if let Some(clipped) = clip_middle(&text, length, most) {
                assert!(count(&clipped) <= most, "{most}");
            }
        }
    }

    #[test]
    fn marks_without_end_on_one_letter_are_more_than_one_grapheme() {
        let text = format!("e{}", "\u{301}".repeat(1 << 16));
        assert!(count(&text) > 400);
        assert!(head(&text, 4).len() < 1100);
        assert_eq!(
            format!("{}{}", head(&text, 100), tail(&text, count(&text), count(&text) - 100)),
            text
        );
    }

    #[test]
    fn a_line_end_of_two_characters_is_one_grapheme() {
        assert_eq!(count("a\r\nb\r"), 4);
    }
}
