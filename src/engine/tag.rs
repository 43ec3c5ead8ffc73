//! Tags and tokens of chat templates (R030), and the reasoning they enclose.

use super::hold::{Ask, Stop};
use super::machine::{Lexeme, Place};
use super::prose::Reach;
use super::run::Run;
use crate::error::Code;
use crate::event::Sink;
use crate::repair::{Rule, Severity};

/// Tags that models put around what they write; all but the first two are passed over by
/// themselves.
const TAGS: &[&str] = &[
    "think",
    "thinking",
    "tool_call",
    "tool_calls",
    "function_call",
    "tool",
    "tools",
    "json",
    "answer",
    "output",
    "response",
    "result",
];

/// Tokens of chat templates.
const TOKENS: &[&str] = &["<s>", "</s>", "[TOOL_CALLS]", "[INST]", "[/INST]", "<![CDATA[", "]]>"];

/// A tag: how long it is, and what it says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    len: usize,
    /// What it takes along: everything through this closing tag.
    reasoning: Option<&'static str>,
    /// Whether it carries the name of a function.
    named: bool,
    opens: bool,
    closes: bool,
    /// Whether nothing that it stands in can go on behind it, if it is around the document.
    ends: bool,
}

impl<S: Sink> Run<'_, S> {
    /// The tag that begins here, if it is a known one.
    pub(crate) fn tag(&mut self) -> Ask<Option<Tag>> {
        for token in TOKENS {
            if self.follows(0, token)? {
                let tag = Tag {
                    len: token.len(),
                    reasoning: None,
                    named: false,
                    opens: false,
                    closes: false,
                    ends: *token == "</s>",
                };
                return Ok(Some(tag));
            }
        }
        if self.peek(0) != Some('<') {
            return Ok(None);
        }
        const LONGEST: usize = 80;
        let (end, _) = self.scan_to(LONGEST, 1, |_, _, c| !matches!(c, '>' | '<' | '\n' | '{'))?;
        let Stop::At(end, '>') = end else { return Ok(None) };
        let name = &self.rest()[1..end];
        let len = end + 1;
        let bars =
            |bar: char| name.len() > bar.len_utf8() && name.starts_with(bar) && name.ends_with(bar);
        if bars('|') || bars('｜') {
            return Ok(Some(Tag {
                len,
                reasoning: None,
                named: false,
                opens: false,
                closes: false,
                ends: true,
            }));
        }
        let closes = name.starts_with('/');
        let name = name.trim_start_matches('/');
        let (name, attributes) = name.split_once(' ').unwrap_or((name, ""));
        let named = name
            .strip_prefix("function")
            .is_some_and(|n| n.starts_with('=') || closes && n.is_empty());
        if !named && !TAGS.contains(&name) {
            return Ok(None);
        }
        let reasoning = match name {
            "think" if !closes => Some("</think>"),
            "thinking" if !closes => Some("</thinking>"),
            _ => None,
        };
        Ok(Some(Tag {
            len,
            reasoning,
            named: (named || !attributes.is_empty()) && !closes,
            opens: !closes,
            closes,
            ends: closes,
        }))
    }

    /// Whether the tag around the document ends here, or the text does with a token: the document is over.
    pub(crate) fn wrapper_ends(&mut self) -> Ask<bool> {
        if !self.m.options.skip_prose {
            return Ok(false);
        }
        let open = self.m.open_tags > 0;
        Ok(self.tag()?.is_some_and(|tag| tag.ends && (open || !tag.closes)))
    }

    /// Whether what may end around the document stands at `index`.
    pub(crate) fn may_end_wrapper(&mut self, index: usize) -> Ask<bool> {
        Ok(self.m.options.skip_prose
            && (self.follows(index, "</")? || self.follows(index, "<|")?))
    }

    /// Passes over a tag before the root (R030).
    pub(crate) fn tag_before(&mut self, c: char) -> Ask<bool> {
        if c != '<' && c != '[' {
            return Ok(false);
        }
        let Some(tag) = self.tag()? else { return Ok(false) };
        self.strip_tag(tag)?;
        Ok(true)
    }

    fn strip_tag(&mut self, tag: Tag) -> Ask<()> {
        if let Some(end) = tag.reasoning {
            self.begin_prose(Rule::StripTag, Severity::Cosmetic, Reach::Reasoning(end));
            self.advance(tag.len);
            return Ok(());
        }
        let severity = if tag.named { Severity::Lossy } else { Severity::Cosmetic };
        self.repair(Rule::StripTag, severity, None, 0, tag.len, "")?;
        self.m.open_tags += u32::from(tag.opens);
        self.m.open_tags = self.m.open_tags.saturating_sub(u32::from(tag.closes));
        self.advance(tag.len);
        Ok(())
    }

    /// A tag ends the prose before it.
    pub(crate) fn tag_in_prose(&mut self, tag: Tag) -> Ask<()> {
        let behind = self.m.place == Place::After;
        if tag.closes && !behind && self.m.open_tags == 0 && tag.reasoning.is_none() {
            // `maybe {"a":0}</think>`: all before it was reasoning.
            if let Lexeme::Prose(prose) = &mut self.m.lexeme {
                prose.record.rule = Rule::StripTag;
                prose.record.severity = Severity::Cosmetic;
                prose.record.ambiguity = None;
            }
            self.advance(tag.len);
            return self.end_prose();
        }
        if behind {
            self.advance(tag.len);
            return Ok(());
        }
        self.end_prose()?;
        self.strip_tag(tag)
    }

    /// Text that the model thought and did not say, through its closing tag (R030).
    pub(crate) fn reasoning(&mut self, end: &'static str) -> Ask<bool> {
        let rest = self.rest();
        let Lexeme::Prose(prose) = &mut self.m.lexeme else { return Ok(true) };
        let mut len = 0;
        for &b in rest.as_bytes() {
            len += 1;
            prose.seen = match () {
                () if end.as_bytes()[prose.seen] == b => prose.seen + 1,
                () => usize::from(b == b'<'),
            };
            if prose.seen == end.len() {
                break;
            }
        }
        let over = prose.seen == end.len();
        // What was passed over may end inside of a character only where it is all there is.
        self.advance(len);
        if over {
            self.end_prose()?;
        } else if self.eof {
            return Err(self.fail(Code::E002));
        }
        Ok(over)
    }

    /// Whether the value that begins here has `</think>` behind it.
    pub(crate) fn thinking_ends(&mut self) -> Ask<bool> {
        let (stop, cell) = self.scan(0, |cell, index, c| {
            let (quoted, escaped, depth) = (cell.state & 1, cell.state & 2, cell.state >> 2);
            if index > 0 && depth == 0 {
                return false;
            }
            cell.state = match c {
                _ if escaped > 0 => depth << 2 | quoted,
                '\\' if quoted > 0 => depth << 2 | 3,
                '"' => depth << 2 | (1 - quoted),
                '{' | '[' if quoted == 0 => (depth + 1) << 2,
                '}' | ']' if quoted == 0 => depth.saturating_sub(1) << 2,
                _ => cell.state,
            };
            true
        })?;
        let _ = cell;
        match self.past_trivia(stop.index())? {
            Stop::Limit(_) => {
                self.m.guessed_root = Some(self.position(0));
                Ok(false)
            }
            Stop::At(index, '<') => {
                Ok(self.follows(index, "</think>")? || self.follows(index, "</thinking>")?)
            }
            _ => Ok(false),
        }
    }

    /// Skips the value here and the rest of the reasoning it belongs to.
    pub(crate) fn skip_thinking(&mut self) -> Ask<()> {
        if let Lexeme::Prose(prose) = &mut self.m.lexeme {
            prose.record.rule = Rule::StripTag;
            prose.reach = Reach::Reasoning("</think>");
        }
        Ok(())
    }

    /// A known tag or token behind the root (R030).
    pub(crate) fn end_tag(&mut self, c: char) -> Ask<bool> {
        if !self.m.options.skip_prose || !matches!(c, '<' | '[' | ']') {
            return Ok(false);
        }
        match self.tag()? {
            Some(tag) if tag.reasoning.is_none() => {
                self.strip_tag(Tag { named: tag.named || tag.opens, ..tag })?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The input ends: a tag that is still open shows that it was cut.
    pub(crate) fn end_tags(&mut self) -> Ask<()> {
        if self.m.open_tags == 0 {
            return Ok(());
        }
        let mut record = self.record(Rule::StripTag, Severity::Lossy, 0);
        record.truncated = true;
        self.file(record)
    }
}
