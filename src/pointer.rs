//! JSON Pointers (RFC 6901) as text: steps put on, taken off and decoded.

use std::borrow::Cow;

/// Appends the step to a member or element.
pub fn push(pointer: &mut String, name: &str) {
    pointer.push('/');
    extend(pointer, name);
}

/// Appends more of the name of the member that the last step leads to.
pub fn extend(pointer: &mut String, name: &str) {
    // Names are short: asking each byte costs less than a search that gets under way.
    if name.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
    } else {
        pointer.push_str(name);
    }
}

/// Appends the step to the element at `index`.
pub fn push_index(pointer: &mut String, index: u64) {
    pointer.push('/');
    // By hand, for it is done for every element that a delta is of.
    let mut power = 1;
    while index / power > 9 {
        power *= 10;
    }
    while power > 0 {
        pointer.push(char::from(b'0' + (index / power % 10) as u8));
        power /= 10;
    }
}

/// `pointer` with one more step.
#[must_use]
pub fn join(pointer: &str, name: &str) -> String {
    let mut joined = pointer.to_owned();
    push(&mut joined, name);
    joined
}

/// The steps of a pointer, decoded; `None` if it is none.
#[must_use]
pub fn steps(pointer: &str) -> Option<Vec<Cow<'_, str>>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    pointer.strip_prefix('/')?.split('/').map(unescape).collect()
}

/// A step of a pointer, `~1` and `~0` decoded.
fn unescape(step: &str) -> Option<Cow<'_, str>> {
    if !step.contains('~') {
        return Some(Cow::Borrowed(step));
    }
    let valid = step.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    valid.then(|| Cow::Owned(step.replace("~1", "/").replace("~0", "~")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_gives_back_the_steps_it_was_made_of() {
        for names in [&[][..], &[""], &["a", "0"], &["~", "/", "~1", "~01/~0", "é \"\n"]] {
            let pointer = names.iter().fold(String::new(), |pointer, name| join(&pointer, name));
            let steps = steps(&pointer).map(|steps| steps.join("\0"));
            assert_eq!(steps, Some(names.join("\0")), "{pointer}");
        }
    }

    #[test]
    fn an_index_is_written_in_decimal() {
        for index in [0, 7, 9, 10, 99, 100, 12_345, u64::MAX] {
            let mut pointer = String::new();
            push_index(&mut pointer, index);
            assert_eq!(pointer, format!("/{index}"));
        }
    }

    #[test]
    fn what_is_no_pointer_has_no_steps() {
        for text in ["a", "a/b", "/~", "/a~2", "/~/x"] {
            assert_eq!(steps(text), None, "{text}");
        }
    }
}
