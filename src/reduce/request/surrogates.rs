//! Escapes of half a character, which JSON can hold and a text cannot.

use std::borrow::Cow;

/// The payload with each escape of a lone surrogate replaced, and how many there were.
pub(super) fn mend(payload: &[u8]) -> (Cow<'_, [u8]>, u64) {
    let mut out: Option<Vec<u8>> = None;
    let (mut at, mut copied, mut fixes) = (0, 0, 0);
    while let Some(found) = memchr::memchr(b'\\', &payload[at..]) {
        let start = at + found;
        let Some(unit) = unit(&payload[start..]) else {
            at = (start + 2).min(payload.len());
            continue;
        };
        at = start + 6;
        match unit {
            0xd800..=0xdbff if matches!(self::unit(&payload[at..]), Some(0xdc00..=0xdfff)) => {
                at += 6
            }
            0xd800..=0xdfff => {
                let out = out.get_or_insert_with(Vec::new);
                out.extend_from_slice(&payload[copied..start]);
                out.extend_from_slice(b"\\ufffd");
                copied = at;
                fixes += 1;
            }
            _ => {}
        }
    }
    match out {
        None => (Cow::Borrowed(payload), 0),
        Some(mut out) => {
            out.extend_from_slice(&payload[copied..]);
            (Cow::Owned(out), fixes)
        }
    }
}

/// The code unit of a `\uXXXX` that `bytes` begins with.
fn unit(bytes: &[u8]) -> Option<u16> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
