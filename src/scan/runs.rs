//! How far a run of bytes goes.

/// Bytes of plain text at the start of `text` in a string that `"` delimits: up to a quote, a
/// backslash or a control character.
#[inline]
pub(crate) fn plain(text: &[u8]) -> usize {
    // Sixteen bytes at a time, without a branch inside, for the vectorizer.
    let mut done = 0;
    while let Some(block) = text.get(done..done + 16) {
        let special = block.iter().fold(0u8, |found, &b| {
            found | u8::from(b < 0x20) | u8::from(b == b'"') | u8::from(b == b'\\')
        });
        if special != 0 {
            break;
        }
        done += 16;
    }
    let rest = text[done..].iter().position(|&b| b < 0x20 || b == b'"' || b == b'\\');
    rest.map_or(text.len(), |n| done + n)
}

/// Bytes of JSON white space at the start of `text`.
#[inline]
pub(crate) fn space(text: &[u8]) -> usize {
    text.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\n' | b'\r')).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_run_ends_at_each_special_byte_wherever_it_stands() {
        for special in [b'"', b'\\', 0x00, 0x1f, b'\n'] {
            for at in 0..40 {
                let mut text = vec![b'a'; 40];
                text[at] = special;
                assert_eq!(plain(&text), at);
            }
        }
        assert_eq!(plain("é\u{7f}~".as_bytes()), 4);
    }
}
