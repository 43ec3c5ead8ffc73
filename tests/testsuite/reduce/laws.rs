//! What holds for every answer, whatever was asked.

use super::capped;
use jsonmend::reduce::{Omitted, Request, Response, grapheme_count, is_failure, normalise, reduce};
use std::collections::BTreeSet;

/// The most that a marker and its line end take in these texts.
const MARKER: u64 = 48;

/// Caps around every edge.
pub(super) const CAPS: &[u64] =
    &[0, 1, 5, 8, 17, 18, 19, 20, 21, 40, 80, 160, 333, 1200, 4000, 8000, 1 << 40];

/// All laws of one request, under all caps.
pub(super) fn check(request: &Request) -> Result<(), String> {
    check_at(request, CAPS)
}

/// The same under some caps, which rise.
pub(super) fn check_at(request: &Request, caps: &[u64]) -> Result<(), String> {
    let mut shown = BTreeSet::new();
    for &cap in caps {
        let request = capped(request, cap);
        let response = reduce(&request);
        if response.classification.reasons.contains(&"policy pass-through") {
            return exact(&request, &response);
        }
        let told = |law: Result<(), String>| {
            law.map_err(|fault| format!("cap {cap}: {fault}\n{}", response.inline_text))
        };
        told(size(&request, &response, cap))?;
        told(accounting(&request, &response, cap))?;
        told(nothing_invented(&request, &response))?;
        told(exit_is_told(&request, &response, cap))?;
        let now: BTreeSet<String> = shown_failures(&request, &response);
        if let Some(lost) = shown.difference(&now).next() {
            return Err(format!("cap {cap} loses a line that a smaller one shows: {lost}"));
        }
        shown = now;
        if reduce(&request) != response {
            return Err(format!("cap {cap}: another answer to the same request"));
        }
    }
    idempotent(request)
}

/// The lines of all streams, as they are seen.
pub(super) fn lines(request: &Request) -> Vec<String> {
    let input = &request.input;
    let streams = match input.combined.as_str() {
        "" => vec![&input.stdout, &input.stderr],
        _ => vec![&input.combined],
    };
    let split = |text: &&String| normalise(text).lines().map(str::to_owned).collect::<Vec<_>>();
    streams.iter().flat_map(split).collect()
}

/// The distinct failure lines.
pub(super) fn failures(request: &Request) -> BTreeSet<String> {
    let lines = lines(request);
    let failing = lines.iter().map(|line| line.trim()).filter(|line| is_failure(line));
    failing.map(str::to_owned).collect()
}

/// Whether a line stands in the text as it is, or in the form that loses nothing: below its file, in
/// the list of its folder, without the blanks between columns or tokens.
pub(super) fn is_shown(line: &str, text: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    text.contains(line)
        || line.split_once(':').is_some_and(|(file, rest)| {
            rest.len() > 3 && text.contains(&format!("\n{rest}")) && text.contains(file)
        })
        || line.chars().any(char::is_whitespace)
            && bare(text).contains(&bare(line.trim_end_matches(',')))
        || line.contains('/') && line.split('/').all(|part| text.contains(part))
}

fn shown_failures(request: &Request, response: &Response) -> BTreeSet<String> {
    let shown = |line: &String| is_shown(line, &response.inline_text);
    failures(request).into_iter().filter(shown).collect()
}

fn exact(request: &Request, response: &Response) -> Result<(), String> {
    let input = &request.input;
    let whole = if input.combined.is_empty() { &input.stdout } else { &input.combined };
    let is_same = response.inline_text.starts_with(whole.as_str());
    if is_same && response.omitted.is_none() { Ok(()) } else { Err("not exact".to_owned()) }
}

fn size(request: &Request, response: &Response, cap: u64) -> Result<(), String> {
    let text = &response.inline_text;
    let reduced = response.stats.reduced_chars;
    if grapheme_count(text) as u64 != reduced {
        return Err(format!("{reduced} is no count of the text"));
    }
    let failed = request.input.exit_code.filter(|code| *code != 0);
    let mut header = failed.map_or(0, |code| format!("exit {code}\n").len());
    if text.ends_with("(no output)") {
        header += "(no output)".len();
    }
    if reduced > cap || reduced > response.stats.raw_chars + header as u64 {
        return Err(format!("{reduced} of {} and {header}", response.stats.raw_chars));
    }
    Ok(())
}

fn accounting(request: &Request, response: &Response, cap: u64) -> Result<(), String> {
    let failures = failures(request);
    let missing: Vec<_> =
        failures.iter().filter(|line| !is_shown(line, &response.inline_text)).collect();
    let omitted = response.omitted.unwrap_or_default();
    if (missing.len() as u64) > omitted.failures {
        return Err(format!("{} counted, missing: {missing:?}", omitted.failures));
    }
    if omitted.failures > failures.len() as u64 {
        return Err(format!("{} counted of {}", omitted.failures, failures.len()));
    }
    let is_marked = ["omitted", "[x"].iter().any(|part| response.inline_text.contains(part));
    // Where the cap has no room for a marker beside the first failure only the numbers can tell.
    let has_room = response.stats.reduced_chars + MARKER <= cap;
    if omitted != Omitted::default() && !is_marked && has_room {
        return Err(format!("{omitted:?} and no marker"));
    }
    Ok(())
}

fn exit_is_told(request: &Request, response: &Response, cap: u64) -> Result<(), String> {
    let Some(code) = request.input.exit_code.filter(|code| *code != 0) else { return Ok(()) };
    let header = format!("exit {code}");
    let first = response.inline_text.lines().next().unwrap_or_default();
    if first == header || cap < header.len() as u64 {
        Ok(())
    } else {
        Err(format!("{first:?} is not {header:?}"))
    }
}

/// Labels that engines write.
const LABELS: &[&str] = &[
    "(no output)",
    "Changes not staged:",
    "Changes to be committed:",
    "Untracked files:",
    "Unmerged paths:",
    "Ignored files:",
];

/// Every line is one of the text, a marker, or made of pieces of the text and labels.
fn nothing_invented(request: &Request, response: &Response) -> Result<(), String> {
    let lines = lines(request);
    let raw = lines.join("\n");
    let words: BTreeSet<&str> = raw.split_whitespace().collect();
    for line in response.inline_text.lines() {
        let line = without_times(line.trim());
        let is_fixed = LABELS.contains(&line) || line.starts_with("exit ") || is_marker(line);
        let parts = clipped(line);
        if is_fixed || parts.iter().all(|part| raw.contains(part.trim())) {
            continue;
        }
        let known = |word: &str| {
            let count = word.trim_matches(['(', ')', ':']);
            let is_count = count.parse::<u64>().is_ok();
            let is_label = ["M:", "A:", "D:", "R:", "C:", "U:", "T:", "??", "/"].contains(&word);
            is_count || is_label || words.contains(word) || raw.contains(word.trim_end_matches(':'))
        };
        if !parts.iter().flat_map(|part| part.split_whitespace()).all(known)
            && !is_json_of(line, &raw)
        {
            return Err(format!("invented: {line:?}"));
        }
    }
    Ok(())
}

/// The line without what says how often it came.
fn without_times(line: &str) -> &str {
    let inner = line.strip_suffix(']').and_then(|line| line.rsplit_once(" [x"));
    match inner {
        Some((text, count)) if count.parse::<u64>().is_ok() => text,
        _ => line,
    }
}

fn is_marker(line: &str) -> bool {
    let Some(inner) = line.strip_prefix("[... ").and_then(|line| line.strip_suffix(']')) else {
        return false;
    };
    let allowed = [
        "line", "lines", "omitted", "omitted,", "failure", "failures", "chars", "element",
        "elements",
    ];
    inner.split(' ').all(|word| word.parse::<u64>().is_ok() || allowed.contains(&word))
}

/// What stands around the markers of left out characters.
fn clipped(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(start) = rest.find("[... ") {
        let Some(end) = rest[start..].find(']').filter(|end| is_marker(&rest[start..=start + end]))
        else {
            break;
        };
        parts.push(&rest[..start]);
        rest = &rest[start + end + 1..];
    }
    parts.push(rest);
    parts
}

/// Whether every token of a JSON text is one of the raw text.
fn is_json_of(line: &str, raw: &str) -> bool {
    let bare: String = raw.chars().filter(|c| !c.is_whitespace()).collect();
    line.starts_with(['{', '['])
        && clipped(line).iter().all(|part| {
            part.split(',').all(|piece| {
                let piece: String = piece.chars().filter(|c| !c.is_whitespace()).collect();
                bare.contains(piece.trim_matches('"')) || piece.is_empty()
            })
        })
}

/// The short text, made short again, loses no failure line.
fn idempotent(request: &Request) -> Result<(), String> {
    let once = reduce(request);
    let mut again = request.clone();
    again.input.stdout = once.inline_text.clone();
    again.input.stderr.clear();
    again.input.combined.clear();
    let twice = reduce(&again);
    let counted = twice.omitted.map_or(0, |omitted| omitted.failures);
    let lost: Vec<_> = failures(&again)
        .into_iter()
        .filter(|line| !is_shown(line, &twice.inline_text) && !is_marker(line))
        .collect();
    // Under the same cap there is an exit line more to show.
    if lost.len() as u64 > counted {
        Err(format!("lost the second time: {lost:?}"))
    } else {
        Ok(())
    }
}
