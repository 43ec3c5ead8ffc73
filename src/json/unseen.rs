//! What a reader obeys instead of showing it.

use super::escape::escape_some;
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
    let is_obeyed = |c, at: usize| match c {
        '#' => text[at..].starts_with(b"##["),
        c => is_unseen(c),
    };
    let done = escape_some(&mut out, text, may_be_obeyed, is_obeyed);
    if done == 0 {
        return None;
    }
    out.extend_from_slice(&text[done..]);
    Some(out)
}

/// Which bytes may begin what is obeyed.
#[inline(always)]
fn may_be_obeyed(block: u8x16) -> i32 {
    let number = block.cmp_eq(u8x16::splat(b'#'));
    // From DEL on, and around the end of a byte the controls.
    let unprintable = (block - u8x16::splat(b' ')).max(u8x16::splat(0x5f));
    let any = number | unprintable.cmp_eq(block - u8x16::splat(b' '));
    if any.move_mask() == 0 { 0 } else { leads(block) }
}

/// The same, where most characters are beyond ASCII.
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

    #[test]
    fn every_unseen_character_is_escaped_and_no_other() {
        for c in '\0'..=char::MAX {
            let text = format!("aé{c}##");
            assert_eq!(shown(text.as_bytes()).is_some(), is_unseen(c), "{c:?}");
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
