//! Markdown fences (R018): around the root, and around what is not JSON.

use super::hold::{Ask, Halt, Stop};
use super::machine::{Lexeme, Place};
use super::prose::Reach;
use super::run::Run;
use crate::event::Sink;
use crate::repair::{Rule, Severity};
use crate::scan::classes::{is_identifier, is_space};

/// The fence that is open around the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fence {
    /// `` ` `` or `~`.
    pub(crate) mark: char,
    /// Whether a bracket stands around it: `` [``` … ```] ``.
    bracket: bool,
}

/// Languages of a fence that holds JSON.
const LANGUAGES: &[&str] =
    &["", "json", "json5", "jsonc", "jsonl", "ndjson", "js", "javascript", "text"];

impl<S: Sink> Run<'_, S> {
    /// Passes over an opening fence, with its language and its bracket (R018).
    pub(crate) fn fence_opens(&mut self, c: char) -> Ask<bool> {
        if self.m.fence.is_some() || !matches!(c, '`' | '~' | '[') {
            return Ok(false);
        }
        let bracket = usize::from(c == '[');
        if bracket == 1 && !matches!(self.peek(1), None | Some('`' | '~')) {
            return Ok(false);
        }
        let Some(len) = self.fence_len(bracket)? else { return Ok(false) };
        let mark = self.peek(bracket).unwrap_or('`');
        self.repair(Rule::StripFence, Severity::Cosmetic, None, 0, len, "")?;
        self.m.fence = Some(Fence { mark, bracket: bracket == 1 });
        self.advance(len);
        Ok(true)
    }

    /// The length of the opening fence at `from`, counted from the start, if there is one: three
    /// marks or more, then a language and what else is on its line. A single backtick before a
    /// bracket is one too.
    pub(crate) fn fence_len(&mut self, from: usize) -> Ask<Option<usize>> {
        let mark = match self.peek(from) {
            Some(c @ ('`' | '~')) => c,
            None if !self.eof => return Err(Halt::More),
            _ => return Ok(None),
        };
        let (marks, _) = self.scan(from, |_, _, c| c == mark)?;
        let count = marks.index() - from;
        if count < 3 && mark == '`' && from == 0 && matches!(marks, Stop::End(_)) {
            // The input ends in a fence that has only begun.
            return Ok(Some(count));
        }
        if count < 3 {
            let single =
                count == 1 && mark == '`' && from == 0 && matches!(marks.char(), Some('{' | '['));
            return Ok(single.then_some(1));
        }
        let (word, _) =
            self.scan(marks.index(), |_, _, c| is_identifier(c) || matches!(c, '+' | '.' | '-'))?;
        if self.peek(marks.index()).is_some_and(|c| !c.is_alphabetic() && c != '\n') {
            return Ok(Some(marks.index()));
        }
        match word {
            Stop::At(index, '\n') => Ok(Some(index)),
            Stop::At(index, c) if is_space(c) => {
                let (line, _) = self.scan(index, |_, _, c| !matches!(c, '\n' | '{' | '['))?;
                Ok(Some(line.index()))
            }
            stop => Ok(Some(stop.index())),
        }
    }

    /// Passes over a closing fence (R018).
    pub(crate) fn fence_closes(&mut self, c: char) -> Ask<bool> {
        if c != '`' && c != '~' {
            return Ok(false);
        }
        let (marks, _) = self.scan(0, |_, _, m| m == c)?;
        let count = marks.index();
        let single = self.m.fence.is_some_and(|fence| fence.mark == c) && count == 1;
        if count < 3 && !single {
            return Ok(false);
        }
        if self.m.fence.is_none() && self.fence_holds_json()? {
            self.next_root()?;
            return Ok(true);
        }
        let bracket = self.m.fence.is_some_and(|fence| fence.bracket);
        let len = count + usize::from(bracket && self.follows(count, "]")?);
        self.repair(Rule::StripFence, Severity::Cosmetic, None, 0, len, "")?;
        self.m.fence = None;
        self.advance(len);
        Ok(true)
    }

    /// Whether the fence here holds JSON by its language, or says nothing.
    pub(crate) fn fence_holds_json(&mut self) -> Ask<bool> {
        let Some(len) = self.fence_len(0)? else { return Ok(false) };
        let line = self.rest()[..len].trim_start_matches(['`', '~']);
        let end = line.find(|c: char| !c.is_alphanumeric()).unwrap_or(line.len());
        let language = &line[..end];
        if self.m.place == Place::After && language.is_empty() {
            let Stop::At(_, c) = self.past_trivia(len)? else { return Ok(false) };
            return Ok(matches!(c, '{' | '['));
        }
        Ok(LANGUAGES.iter().any(|known| known.eq_ignore_ascii_case(language)))
    }

    /// A fence with another language: its text is skipped.
    pub(crate) fn prose_in_fence(&mut self, mark: char) -> Ask<bool> {
        let rest = self.rest();
        let Lexeme::Prose(prose) = &mut self.m.lexeme else { return Ok(true) };
        let mut len = 0;
        let mut over = false;
        let mut brackets = false;
        for c in rest.chars() {
            if c != mark && prose.seen >= 3 {
                over = true;
                break;
            }
            prose.seen = if c == mark { prose.seen + 1 } else { 0 };
            brackets |= matches!(c, '{' | '[');
            len += c.len_utf8();
        }
        if over {
            prose.reach = Reach::Candidate;
            prose.mid_line = true;
        }
        if brackets {
            self.skipped_candidate();
        }
        self.advance(len);
        if !over && self.eof {
            self.end_of_prose()?;
        }
        Ok(over || self.eof)
    }

    /// The fence or the tag around the document ends, the document has not.
    pub(crate) fn fence_inside(&mut self) -> Ask<()> {
        if self.m.fence.is_none() && self.peek(0) != Some('<') {
            return self.drop_strays();
        }
        self.close_inner(self.frames().len(), None)
    }
}
