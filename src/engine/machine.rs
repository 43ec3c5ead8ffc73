//! The engine's state between two bytes.

use super::fence::Fence;
use super::frames::Frames;
use super::grammar::Expect;
use super::hold::Memo;
use super::key::KeyScan;
use super::keys::Keys;
use super::options::EngineOptions;
use super::prose::Prose;
use super::root::Tail;
use super::run::delete;
use super::string::Str;
use super::trivia::Trivia;
use crate::event::Container;
use crate::position::{Lines, Position};
use crate::repair::{Ambiguity, Repair, Resolver, Rule};
use crate::scan::classes::Delimiter;
use std::ops::Range;

/// Which part of the input this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// Before the root.
    #[default]
    Before,
    /// In the root.
    Inside,
    /// Behind the root.
    After,
}

/// A token that streams: its bytes leave as they come.
#[derive(Clone, Debug, Default)]
pub(crate) enum Lexeme {
    /// None: the next token begins.
    #[default]
    None,
    /// A string: [`Machine::string`].
    String,
    /// A comment, or a run of white space that JSON does not know.
    Trivia(Trivia),
    /// Text before or behind the root.
    Prose(Prose),
}

/// A place that a record may still have to name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    /// Its index, while it is in the window.
    Window(usize),
    /// Its position, from then on.
    Known(Position),
}

/// A brace that has been read and not been told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unopened {
    /// Where it stands in the input.
    pub(crate) byte: u64,
    /// It, where it is written otherwise than in JSON.
    pub(crate) odd: Option<char>,
    pub(crate) spot: Spot,
}

/// A comma that has been read and not been written: the next value or key writes it, a closer
/// drops it.
#[derive(Clone, Debug)]
pub(crate) struct PendingComma {
    /// Where it stands in the input.
    pub(crate) byte: u64,
    /// Its bytes; none where it is missing.
    pub(crate) len: u64,
    pub(crate) spot: Spot,
    /// The rule that makes it a comma, where it is another character or none.
    pub(crate) rule: Option<Rule>,
    /// Why another value could have been read, and who settled that.
    pub(crate) ambiguity: Option<Ambiguity>,
    pub(crate) resolved_by: Option<Resolver>,
}

/// What the last token was, where recovery asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Last {
    /// Something that no rule asks for.
    #[default]
    Other,
    String,
    /// A number; the byte behind it.
    Number(u64),
    /// A bare value.
    Word,
    /// A container closed; what it was, and whether it held two entries or more.
    Closed(Option<Container>, bool),
}

/// What is read but not told: a value whose member, argument or root is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Mute {
    /// The value ends when the stack is as high as this.
    pub(crate) depth: usize,
    /// Whether it goes on to the closer of that container.
    pub(crate) to_closer: bool,
    /// Where the dropped text begins.
    pub(crate) from: u64,
    /// The record that says so.
    pub(crate) record: Repair,
}

/// Everything the engine knows between two bytes.
#[derive(Debug, Default)]
pub(crate) struct Machine {
    pub(crate) options: EngineOptions,
    pub(crate) place: Place,
    pub(crate) expect: Expect,
    pub(crate) frames: Frames,
    pub(crate) lexeme: Lexeme,
    pub(crate) memo: Memo,
    /// How much there was to look at when the last decision was put off; 0 where none is. The lane
    /// is tried again when that has doubled, so that no byte is looked at there more than twice.
    pub(crate) waits: usize,
    /// The lane ended for want of more, and goes on with what comes.
    pub(crate) sound: bool,
    /// The fast lane is closed: by the options, or for tests.
    pub(crate) careful: bool,
    pub(crate) lines: Lines,
    /// Bytes that stand in the window for others: what `replace_bytes` put there.
    pub(crate) replaced: Vec<Replaced>,
    /// How many bytes the window is longer than the input before it.
    pub(crate) shift: u64,
    /// `{` has been read and its Start not told: a set may follow.
    pub(crate) unopened: Option<Unopened>,
    pub(crate) comma: Option<PendingComma>,
    /// Who said that two strings side by side are two.
    pub(crate) comma_resolved: Option<Resolver>,
    /// The byte behind the last token that was kept; what is inserted goes there.
    pub(crate) behind: u64,
    pub(crate) last: Last,
    /// Characters without a width stood behind the last token.
    pub(crate) zero_width: bool,
    /// Whether a line ended since the last token.
    pub(crate) new_line: bool,
    /// Whether a line ended behind the last root, in white space that is kept.
    pub(crate) root_line: bool,
    /// The R023 of a closer in the document; its class depends on the next token.
    pub(crate) dropped_closer: Option<Repair>,
    /// A comment held a closing bracket.
    pub(crate) swallowed_closer: bool,
    pub(crate) string: Str,
    pub(crate) key: Option<KeyScan>,
    /// A string begun there is not closed there, in bytes as the window has them: what has been looked
    /// at in vain.
    pub(crate) unclosed: Option<(Delimiter, Range<u64>)>,
    pub(crate) mute: Option<Mute>,
    /// The keys of each open object, where duplicates are looked for. Boxed: a machine that looks for none
    /// begins each document without them.
    pub(crate) keys: Option<Box<Keys>>,
    pub(crate) fence: Option<Fence>,
    pub(crate) tail: Tail,
    /// Roots kept so far.
    pub(crate) roots: u64,
    pub(crate) truncated: bool,
    /// Something else than separators has been dropped before the root.
    pub(crate) junk: bool,
    /// The input does not begin with a value.
    pub(crate) seen_prose: bool,
    /// The root's own quote has been dropped: the one behind it goes too.
    pub(crate) unwrapping: bool,
    /// Tags around the root that are not closed yet.
    pub(crate) open_tags: u32,
    /// The input is over.
    pub(crate) over: bool,
    /// A decision was made at the window's limit; the next fault shows that it may have been wrong.
    pub(crate) limited: Option<Position>,
    /// The same for the root, which what stands behind it shows.
    pub(crate) guessed_root: Option<Position>,
}

/// A character of the window that stands for invalid bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replaced {
    /// Its index in the window.
    pub(crate) index: usize,
    /// How many bytes of input it stands for.
    pub(crate) bytes: usize,
}

impl Machine {
    /// Begins another document. What is kept has no more of the last one than its room.
    pub(crate) fn restart(&mut self) {
        *self = Machine {
            options: std::mem::take(&mut self.options),
            careful: self.careful,
            frames: std::mem::take(&mut self.frames).emptied(),
            memo: std::mem::take(&mut self.memo).emptied(),
            keys: self.keys.take().map(Keys::emptied),
            ..Machine::default()
        };
    }

    /// The byte of the input at which the window begins.
    #[inline]
    pub(crate) fn base(&self) -> u64 {
        self.lines.start().byte - self.shift
    }

    /// Whether a fence is open around the root.
    pub(crate) fn in_fence(&self) -> bool {
        self.fence.is_some()
    }

    /// Gives the stretch of text that has just begun a class; the comma before it goes with it.
    pub(crate) fn mark_prose(&mut self, class: Option<Ambiguity>) {
        let comma = self.comma.take();
        if let Lexeme::Prose(prose) = &mut self.lexeme {
            prose.mark(class, comma.map(|comma| delete(comma.byte, comma.byte + comma.len)));
        }
    }

    /// The first byte of the input that an edit to come may still concern; `window` is where the
    /// bytes that wait begin.
    pub(crate) fn settled(&self, window: u64) -> u64 {
        let open = match &self.lexeme {
            Lexeme::None => window,
            Lexeme::String => self.string.settled(window),
            Lexeme::Trivia(trivia) => trivia.from(),
            Lexeme::Prose(prose) => prose.settled(),
        };
        let mut settled = open.min(window);
        let mut waits = |byte: Option<u64>| settled = settled.min(byte.unwrap_or(u64::MAX));
        waits(self.comma.as_ref().map(|comma| comma.byte));
        waits(self.unopened.as_ref().map(|brace| brace.byte));
        waits(self.mute.as_ref().map(|mute| first_edit(Some(&mute.record)).unwrap_or(mute.from)));
        waits(first_edit(self.dropped_closer.as_ref()));
        waits(self.tail.first_edit());
        // What is inserted goes behind the last token, unless another one has begun.
        let has_begun = matches!(self.lexeme, Lexeme::String | Lexeme::Prose(_));
        waits((!has_begun && self.place != Place::Before).then_some(self.behind));
        settled
    }
}

/// Where the edits of a record that is still open begin.
pub(crate) fn first_edit(record: Option<&Repair>) -> Option<u64> {
    record.and_then(|record| record.edits.first()).map(|edit| edit.byte)
}
