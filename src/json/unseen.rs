//! What a reader obeys instead of showing it.

use super::escape::{escape_some, write_escaped};
use wide::u8x16;

/// Whether a terminal or a reader acts on `c` instead of showing it: controls, line ends,
/// characters that turn the direction of text or have no width.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e0fff}')
        // The last two of every plane are no characters, as those from U+FDD0 are not.
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Text with everything escaped that [`is_unseen`] and what the logs of a workflow runner obey anywhere
/// in a line; `None` where it has nothing of that. In a line of JSON such characters stand inside
/// strings only, so it stays the same JSON.
#[must_use]
pub fn shown(text: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let done = escape_some(&mut out, text, may_be_obeyed, |c, at| is_obeyed(text, c, at));
    if done == 0 {
        return None;
    }
    out.extend_from_slice(&text[done..]);
    Some(out)
}

/// Appends what [`shown`] makes of `text` as a JSON string, and says whether `text` itself has something
/// of what that escapes.
pub fn string_shown(out: &mut Vec<u8>, text: &str) -> bool {
    let mut is_any_obeyed = false;
    let wants = |c, at| {
        if matches!(c, '"' | '\\') {
            return true;
        }
        let is_obeyed = is_obeyed(text.as_bytes(), c, at);
        is_any_obeyed |= is_obeyed;
        is_obeyed
    };
    out.push(b'"');
    write_escaped(out, text.as_bytes(), may_be_escaped, wants);
    out.push(b'"');
    is_any_obeyed
}

/// Whether the character `c` at `at` is obeyed.
#[inline(always)]
fn is_obeyed(text: &[u8], c: char, at: usize) -> bool {
    match c {
        '#' => text[at..].starts_with(b"##["),
        c => is_unseen(c),
    }
}

/// Which bytes may begin what is obeyed.
#[inline(always)]
fn may_be_obeyed(block: u8x16) -> i32 {
    if unprintable(block).move_mask() == 0 { 0 } else { leads(block) }
}

/// Which bytes may begin what is obeyed or has to be escaped in a string.
#[inline(always)]
fn may_be_escaped(block: u8x16) -> i32 {
    let quotes = block.cmp_eq(u8x16::splat(b'"')) | block.cmp_eq(u8x16::splat(b'\\'));
    let any = (quotes | unprintable(block)).move_mask();
    // In ASCII these are they.
    if any == 0 || block.move_mask() == 0 { any } else { quotes.move_mask() | leads(block) }
}

/// Which bytes are no printable ASCII, or number signs.
#[inline(always)]
fn unprintable(block: u8x16) -> u8x16 {
    // From DEL on, and around the end of a byte the controls.
    let shifted = block - u8x16::splat(b' ');
    shifted.max(u8x16::splat(0x5f)).cmp_eq(shifted) | block.cmp_eq(u8x16::splat(b'#'))
}

/// Which bytes may begin what is obeyed, where most characters are beyond ASCII.
#[inline(never)]
fn leads(block: u8x16) -> i32 {
    let is = |byte| block.cmp_eq(u8x16::splat(byte));
    let ascii = is(b'#') | is(0x7f) | block.min(u8x16::splat(0x1f)).cmp_eq(block);
    // From U+EFFF on there are some in every plane.
    let wide =
        is(0xc2) | is(0xd8) | is(0xe1) | is(0xe2) | block.max(u8x16::splat(0xef)).cmp_eq(block);
    (ascii | wide).move_mask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{string, written};

    #[test]
    fn every_unseen_character_is_escaped_and_no_other() {
        for c in '\0'..=char::MAX {
            let text = format!("aé{c}##");
            assert_eq!(shown(text.as_bytes()).is_some(), is_unseen(c), "{c:?}");
        }
    }

    #[test]
    fn a_string_written_as_it_is_shown_is_what_shown_makes_of_it() {
        for c in ['"', '\\', '\n', '#', 'é', '\u{7f}', '\u{ad}', '\u{2028}', '漢', '\u{e0001}'] {
            for before in 0..40 {
                let text = format!("{}{c}#[\"é", "x".repeat(before));
                let json = written(|out| string(out, &text));
                let expected = shown(json.as_bytes()).unwrap_or(json.into_bytes());
                let mut out = Vec::new();
                let is_any_obeyed = string_shown(&mut out, &text);
                assert_eq!(out, expected, "{text}");
                assert_eq!(is_any_obeyed, shown(text.as_bytes()).is_some(), "{text}");
            }
        }
    }

    #[test]
    fn a_mark_of_a_workflow_runner_is_broken() {
        for (text, expected) in [
            ("###[group]", Some(r"#\u0023#[group]")),
            ("##[a]\u{202e}##[b]", Some(r"\u0023#[a]\u202e\u0023#[b]")),
            ("## [", None),
            ("##", None),
        ] {
            assert_eq!(shown(text.as_bytes()).as_deref(), expected.map(str::as_bytes), "{text}");
        }
    }
}
