//! One request, or one text.

use super::config::Config;
use super::intake::{self, Intake};
use crate::cli::io::{Source, Stop};
use crate::cli::target::Target;
use crate::cli::term::Style;
use crate::cli::{Console, guarded};
use crate::reduce::{Input, Reason, Rejection, Request, Response, Skipped, text as lines};
use crate::tool::counted;

/// The most bytes of a request unless another limit is given.
pub(super) const MAX_REQUEST: u64 = 8 << 20;

/// The most bytes of a text that is held as a whole.
const MAX_TEXT: u64 = 64 << 20;

/// Answers the request that `source` is.
pub(super) fn request(config: &Config, source: &Source, console: &mut Console) -> Result<u8, Stop> {
    let max = config.host.max_length.unwrap_or(MAX_REQUEST);
    let payload = intake::request(source, max)?;
    let decoded = match &payload {
        None => Err(Rejection::too_large(max)),
        Some(payload) => Request::decode(payload, config.host.strict_request),
    };
    let answered = decoded.and_then(|request| answer(config, request, console));
    let mut out = Vec::new();
    let status = match &answered {
        Ok(response) => {
            explain(config, response, console);
            response.write(&mut out);
            0
        }
        Err(rejection) => {
            let id = payload.as_deref().and_then(Request::id_of);
            rejection.write(&mut out, id.as_ref(), None);
            console.failure(&rejection.to_string());
            if payload.as_deref().is_some_and(|payload| !opens_object(payload)) {
                let hint = "the input is no request; --text takes the output of a tool as it is";
                console.message(None, Style::Hint, hint);
            }
            rejection.reason.exit()
        }
    };
    let mut out = indented(config, out);
    out.push(b'\n');
    Target::stdout()?.write(&out)?;
    Ok(status)
}

/// Whether a payload begins as a request does.
fn opens_object(payload: &[u8]) -> bool {
    let payload = payload.strip_prefix("\u{feff}".as_bytes()).unwrap_or(payload);
    payload.trim_ascii_start().starts_with(b"{")
}

/// Makes the text that `source` is short.
pub(super) fn text(config: &Config, source: &Source, console: &mut Console) -> Result<u8, Stop> {
    let intake = intake::text(source, config.host.max_length.unwrap_or(MAX_TEXT))?;
    let skipped = Skipped { lines: intake.lines, chars: intake.bytes, failures: intake.failures };
    let Intake { head, tail, .. } = intake;
    // Text is taken as it is; anything else is decoded, and its bytes stay what the original is.
    let (mut text, original) = match String::from_utf8(head) {
        Ok(text) if !text.starts_with('\u{feff}') => (text, None),
        Ok(text) => (lines::decode(text.as_bytes()).0.into_owned(), Some(text.into_bytes())),
        Err(error) => (lines::decode(error.as_bytes()).0.into_owned(), Some(error.into_bytes())),
    };
    let is_mended = original.is_some();
    if skipped.lines > 0 {
        text.push_str(&skipped.marker());
        text.push('\n');
    }
    text.push_str(&lines::decode(&tail).0);
    let options = &config.text;
    let input = Input {
        tool_name: options.tool.clone().unwrap_or_else(|| "shell".to_owned()),
        command: options.command.clone(),
        exit_code: options.exit_code,
        combined: text,
        cwd: std::env::current_dir().ok().map(|folder| folder.display().to_string()),
        skipped: Some(skipped).filter(|skipped| skipped.lines > 0),
        ..Input::default()
    };
    let original = original.filter(|_| skipped.lines == 0);
    let fixes = u64::from(is_mended);
    let request = Request { input, original, encoding_fixes: fixes, ..Request::default() };
    let response = match answer(config, request, console) {
        Ok(response) => response,
        Err(rejection) => return Ok(rejection.reason.exit()),
    };
    explain(config, &response, console);
    tell_kept(&response, console);
    let mut out = response.inline_text.into_bytes();
    // What is passed as it is keeps its end, or its want of one.
    if !out.is_empty() && !out.ends_with(b"\n") {
        out.push(b'\n');
    }
    Target::stdout()?.write(&out)?;
    Ok(0)
}

/// The answer; what panics is answered too.
fn answer(
    config: &Config,
    mut request: Request,
    console: &mut Console,
) -> Result<Response, Rejection> {
    let reducer = config.reducer(true, console);
    let reduced = guarded(|| {
        let here = || std::env::current_dir().ok().map(|folder| folder.display().to_string());
        request.input.cwd = request.input.cwd.take().or(request.options.cwd.clone()).or_else(here);
        reducer.reduce(&request)
    });
    reduced.ok_or_else(|| Rejection::new(Reason::Internal, "internal error"))
}

/// Says to people how an answer came about.
fn explain(config: &Config, response: &Response, console: &mut Console) {
    if !config.host.explain {
        return;
    }
    let classification = &response.classification;
    let rule = classification.matched_reducer.as_deref().unwrap_or("no rule");
    let lines = [
        format!(
            "{rule} ({}), confidence {}: {}",
            classification.family,
            classification.confidence.name(),
            classification.reasons.join(", ")
        ),
        format!("{} of {} characters", response.stats.reduced_chars, response.stats.raw_chars),
    ];
    for line in lines {
        console.message(None, Style::Plain, &line);
    }
    if let Some(omitted) = response.omitted {
        let line = format!(
            "left out: {}, {}, in {}",
            counted(omitted.lines as usize, "line"),
            counted(omitted.failures as usize, "failure"),
            counted(omitted.gaps as usize, "place"),
        );
        console.message(None, Style::Plain, &line);
    }
}

/// Says what became of the original, for which a text has no room.
fn tell_kept(response: &Response, console: &mut Console) {
    let Some(metadata) = &response.metadata else { return };
    if let Some((token, _)) = &metadata.kept {
        console.message(None, Style::Hint, &format!("the original is kept as {token}"));
    } else if let Some(error) = metadata.store_error {
        let error = match error {
            "no_store" => "neither --store-dir nor $JSONMEND_STORE says where",
            error => error,
        };
        console.message(None, Style::Warning, &format!("the original is not kept: {error}"));
    }
}

/// The response with line ends and indents between its tokens, if that is wanted.
fn indented(config: &Config, json: Vec<u8>) -> Vec<u8> {
    let Some(width) = config.host.indent.filter(|width| *width > 0) else { return json };
    let (mut out, mut depth, mut in_string, mut is_escaped) = (Vec::new(), 0usize, false, false);
    let line = |out: &mut Vec<u8>, depth: usize| {
        out.push(b'\n');
        out.extend(std::iter::repeat_n(b' ', width * depth));
    };
    for byte in json {
        if in_string {
            in_string = is_escaped || byte != b'"';
            is_escaped = !is_escaped && byte == b'\\';
            out.push(byte);
            continue;
        }
        match byte {
            b'{' | b'[' => {
                out.push(byte);
                depth += 1;
                line(&mut out, depth);
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(byte);
            }
            b',' => {
                out.push(byte);
                line(&mut out, depth);
            }
            b':' => out.extend_from_slice(b": "),
            _ => {
                in_string = byte == b'"';
                out.push(byte);
            }
        }
    }
    out
}
