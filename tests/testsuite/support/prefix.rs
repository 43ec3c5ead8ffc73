//! Whether a document that was cut shows nothing but what the whole one holds.

use jsonmend::engine::EngineOptions;
use jsonmend::repair::{Completeness, Exactness};

use super::run;
use super::text::{Token, compact, tokens};

/// Cuts a valid document with a container as its root at every place behind its first bracket.
pub(crate) fn check_every(document: &str) -> Result<(), String> {
    let document = document.trim_end();
    let whole = compact(document.as_bytes());
    let whole = std::str::from_utf8(&whole).map_err(|error| error.to_string())?;
    let begun = document.len() - document.trim_start().len() + 1;
    for (at, _) in document.char_indices().skip_while(|&(at, _)| at < begun) {
        let text = &document[..at];
        let cut = run::whole(text.as_bytes(), &EngineOptions::default());
        if cut.end != Ok(Completeness::Partial) || cut.exactness() != Exactness::Lossy {
            return Err(format!("{text:?}: {:?}, {:?}", cut.end, cut.exactness()));
        }
        check(cut.document(), whole)
            .map_err(|why| format!("{text:?} gives {:?}: {why}", cut.document()))?;
    }
    Ok(())
}

/// Says why `partial` is no prefix of `whole` (both compact): what it shows must be the beginning
/// of what the whole shows, its last value may be shorter or null, and then only closers follow.
fn check(partial: &str, whole: &str) -> Result<(), String> {
    let (partial, whole) = (tokens(partial), tokens(whole));
    let same = partial.iter().zip(&whole).take_while(|(a, b)| a == b).count();
    let mut rest = &partial[same..];
    if let Some((&first, others)) = rest.split_first()
        && !matches!(first, Token::Close(_))
    {
        let Some(&truth) = whole.get(same) else {
            return Err(format!("{first:?} is not in the whole"));
        };
        if !is_beginning(first, truth) {
            return Err(format!("{first:?} is no beginning of {truth:?}"));
        }
        rest = others;
    }
    match rest.iter().find(|token| !matches!(token, Token::Close(_))) {
        Some(token) => Err(format!("{token:?} stands behind the last value that was cut")),
        None => Ok(()),
    }
}

/// Whether the value `shown` is what is left of `truth`.
fn is_beginning(shown: Token<'_>, truth: Token<'_>) -> bool {
    match (shown, truth) {
        (Token::Scalar("null"), Token::Open(_) | Token::Text(_) | Token::Scalar(_)) => true,
        (Token::Text(shown), Token::Text(truth)) => truth.starts_with(shown),
        // `1.` is trimmed to `1`; a literal is completed, so it is the whole one or none.
        (Token::Scalar(shown), Token::Scalar(truth)) => {
            truth.starts_with(shown) && shown.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        }
        _ => false,
    }
}

#[test]
fn a_prefix_check_tells_beginnings_from_inventions() {
    let whole = r#"{"ab":[12.5,"xyz"],"c":{"d":true}}"#;
    for good in [
        r#"{}"#,
        r#"{"ab":null}"#,
        r#"{"ab":[]}"#,
        r#"{"ab":[12]}"#,
        r#"{"ab":[12.5,"x"]}"#,
        r#"{"ab":[12.5,"xyz"],"c":{"d":null}}"#,
    ] {
        assert_eq!(check(good, whole), Ok(()), "{good}");
    }
    for bad in [
        r#"{"a":null}"#,
        r#"{"ab":[13]}"#,
        r#"{"ab":["x"]}"#,
        r#"{"ab":[12.5,"y"]}"#,
        r#"{"ab":[12.5],"c":1}"#,
        r#"{"ab":[12.5,"xyz"],"c":{"d":false}}"#,
        r#"{"ab":[12.5,"xyz",null]}"#,
    ] {
        assert!(check(bad, whole).is_err(), "{bad}");
    }
}
