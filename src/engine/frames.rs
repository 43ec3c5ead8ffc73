//! The container stack.

use crate::event::Container;

/// What opened a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// `{` or `[`.
    Bracket,
    /// Nothing in the input (R029).
    Inserted,
    /// `{`, and the container turned out to be a set (R028).
    Set,
    /// `(`, of a tuple (R028).
    Tuple,
    /// `(` around one value (R028); no container in the output.
    Group,
    /// `name(` (R025); no container in the output.
    Call,
}

/// One open container.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) opener: Opener,
    /// What it is in the output; none for parentheses that only wrap a value.
    pub(crate) container: Option<Container>,
    /// Values or members so far; counts to two.
    pub(crate) entries: u8,
    /// Doubled braces that were dropped here and whose closers are still to come.
    pub(crate) doubled: u8,
    /// What it is was decided at the window's limit.
    pub(crate) guessed: bool,
}

/// A closing bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closer {
    Brace,
    Bracket,
    Paren,
}

impl Frame {
    pub(crate) fn new(opener: Opener, container: Option<Container>) -> Frame {
        Frame { opener, container, entries: 0, doubled: 0, guessed: false }
    }

    /// Takes down how many entries it has had.
    #[inline]
    pub(crate) fn count(&mut self, entries: u64) {
        self.entries = entries.min(2) as u8;
    }

    /// The bracket that closes it in the input.
    pub(crate) fn closer(self) -> Closer {
        match (self.opener, self.container) {
            (Opener::Tuple | Opener::Group | Opener::Call, _) => Closer::Paren,
            (Opener::Set, _) | (_, Some(Container::Object)) => Closer::Brace,
            _ => Closer::Bracket,
        }
    }
}

impl Closer {
    /// The bracket that `c` is, if it is one.
    pub(crate) fn of(c: char) -> Option<Closer> {
        Some(match c {
            '}' => Closer::Brace,
            ']' => Closer::Bracket,
            ')' => Closer::Paren,
            _ => return None,
        })
    }
}

/// All open containers, the innermost last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    stack: Vec<Frame>,
    /// How many of them each closer fits, so that one that fits none is known without a search.
    fits: [usize; 3],
}

impl Frames {
    /// The same stack with nothing on it.
    pub(crate) fn emptied(mut self) -> Frames {
        self.stack.clear();
        Frames { stack: self.stack, ..Frames::default() }
    }

    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) {
        self.fits[frame.closer() as usize] += 1;
        self.stack.push(frame);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let frame = self.stack.pop()?;
        self.fits[frame.closer() as usize] -= 1;
        Some(frame)
    }

    /// Takes away the innermost container, which a bracket opened.
    #[inline]
    pub(crate) fn pop_bracket(&mut self, container: Container) {
        let closer = match container {
            Container::Object => Closer::Brace,
            Container::Array => Closer::Bracket,
        };
        debug_assert_eq!(self.top().map(Frame::closer), Some(closer));
        self.fits[closer as usize] -= 1;
        self.stack.pop();
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.stack.len()
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Frame> {
        self.stack.last().copied()
    }

    /// The innermost, to be changed in what its closer does not depend on.
    #[inline]
    pub(crate) fn top_mut(&mut self) -> Option<&mut Frame> {
        self.stack.last_mut()
    }

    /// The container around the innermost.
    pub(crate) fn outer(&self) -> Option<Frame> {
        self.stack.len().checked_sub(2).map(|index| self.stack[index])
    }

    /// What the innermost is in the output.
    #[inline]
    pub(crate) fn container(&self) -> Option<Container> {
        self.stack.last().and_then(|frame| frame.container)
    }

    /// Whether a closer fits some open container.
    pub(crate) fn fits(&self, closer: Closer) -> bool {
        self.fits[closer as usize] > 0
    }

    /// The open containers, the innermost first.
    pub(crate) fn inner_first(&self) -> impl Iterator<Item = &Frame> {
        self.stack.iter().rev()
    }
}
