//! A text, where it stands, and what was found in it.

use crate::cli::io::{Source, Stop};
use crate::error::{Code, Error};
use crate::plan::{Decision, Plan};
use crate::position::Position;
use crate::repair::{Edit, Repair, Severity};
use std::borrow::Cow;

/// A text and what was found in it.
#[derive(Debug)]
pub(super) struct Judged<'a> {
    pub(super) place: Place<'a>,
    /// The text; empty where there is none.
    pub(super) text: &'a [u8],
    pub(super) outcome: Outcome,
}

/// What was found.
#[derive(Debug)]
pub(super) enum Outcome {
    /// All that there is to say about the text.
    Plan(Box<Plan>),
    /// There is no text.
    Unread(Error),
    /// The line has none, and need not.
    NoMatch,
}

/// What a report says about an input that cannot be read: it must not look as if all were well.
pub(super) fn unread(stop: &Stop) -> Error {
    match stop {
        Stop::Read(error) => {
            Error::new(Code::E051).with_detail(format!("the input cannot be read: {error}"))
        }
        Stop::Document(error) => Error::clone(error),
        Stop::Write(_) | Stop::ClosedPipe => Error::new(Code::E051),
    }
}

/// Where a text stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) source: &'a Source,
    /// The line of its log.
    pub(super) line: Option<u64>,
    /// The id of its record, as it is written.
    pub(super) id: Option<&'a str>,
    /// Its JSON Pointer in that record.
    pub(super) path: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// The whole of an input.
    pub(super) fn whole(source: &'a Source) -> Place<'a> {
        Place { source, line: None, id: None, path: None }
    }

    /// The place for people: `log.jsonl:3 /choices/0/message/content`.
    pub(super) fn name(&self) -> String {
        let mut name = self.source.name();
        if let Some(line) = self.line {
            name.push_str(&format!(":{line}"));
        }
        if let Some(path) = self.path {
            name.push_str(&format!(" {path}"));
        }
        name
    }

    /// Where in its file a place of the text is: of a log only the line is known.
    pub(super) fn in_file(&self, at: Option<Position>) -> Option<(u64, Option<u64>)> {
        match self.line {
            Some(line) => Some((line, None)),
            None => at.map(|at| (at.line, Some(at.column))),
        }
    }
}

/// How grave a remark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Good to know.
    Note,
    /// The notation was changed.
    Warning,
    /// Data was lost or guessed, or the text is refused.
    Error,
}

/// One thing to say about a text.
#[derive(Debug)]
pub(super) struct Remark<'a> {
    pub(super) level: Level,
    /// The rule or error, `R006`, `E011`.
    pub(super) code: &'static str,
    /// The rule's name.
    name: Option<&'static str>,
    message: Cow<'static, str>,
    pub(super) at: Option<Position>,
    pub(super) edits: &'a [Edit],
}

impl<'a> Remark<'a> {
    fn of_repair(repair: &'a Repair) -> Remark<'a> {
        let row = repair.rule.row();
        let class = repair.ambiguity.filter(|_| repair.is_ambiguous());
        let message = match class {
            Some(class) => {
                Cow::Owned(format!("{} ({}: {})", row.message, class.name(), class.reason()))
            }
            None => Cow::Borrowed(row.message),
        };
        Remark {
            level: match (repair.severity, class) {
                (Severity::Lossy, _) | (_, Some(_)) => Level::Error,
                (Severity::Cosmetic, None) => Level::Warning,
                (Severity::Note, None) => Level::Note,
            },
            code: row.code,
            name: Some(row.name),
            message,
            at: Some(repair.at),
            edits: &repair.edits,
        }
    }

    fn of_error(error: &Error) -> Remark<'a> {
        let message = match error.cause() {
            Some(cause) => {
                Cow::Owned(format!("{} ({} {})", error.message(), cause.code, cause.name))
            }
            None => error.message(),
        };
        Remark {
            level: Level::Error,
            code: error.code().name(),
            name: None,
            message,
            at: error.position(),
            edits: &[],
        }
    }

    /// `R006 InsertComma`, `E002`.
    pub(super) fn title(&self) -> String {
        match self.name {
            Some(name) => format!("{} {name}", self.code),
            None => self.code.to_owned(),
        }
    }

    /// What there is to say, and where in the text if its file does not show that.
    pub(super) fn message(&self, place: &Place<'_>) -> String {
        let mut message = self.message.clone().into_owned();
        if place.line.is_some()
            && let Some(at) = self.at
        {
            message.push_str(&format!(" at line {} column {} of the text", at.line, at.column));
        }
        if let Some(path) = place.path {
            message.push_str(&format!(" in {path}"));
        }
        message
    }
}

impl Judged<'_> {
    /// The plan, where there is one.
    pub(super) fn plan(&self) -> Option<&Plan> {
        match &self.outcome {
            Outcome::Plan(plan) => Some(plan),
            Outcome::Unread(_) | Outcome::NoMatch => None,
        }
    }

    /// What the text is, where there should be one.
    pub(super) fn decision(&self) -> Option<Decision> {
        match &self.outcome {
            Outcome::Plan(plan) => Some(plan.decision()),
            Outcome::Unread(_) => Some(Decision::Invalid),
            Outcome::NoMatch => None,
        }
    }

    /// Why the text cannot be read or is refused.
    pub(super) fn error(&self) -> Option<&Error> {
        match &self.outcome {
            Outcome::Plan(plan) => plan.error.as_ref(),
            Outcome::Unread(error) => Some(error),
            Outcome::NoMatch => None,
        }
    }

    /// What there is to say: why it is refused, then the repairs and notes.
    pub(super) fn remarks(&self) -> impl Iterator<Item = Remark<'_>> {
        let repairs = self.plan().map_or(&[][..], |plan| &plan.repairs);
        self.error().map(Remark::of_error).into_iter().chain(repairs.iter().map(Remark::of_repair))
    }

    /// What stands before a place of the text and from there on.
    pub(super) fn around(&self, at: Position) -> (&[u8], &[u8]) {
        let place = usize::try_from(at.byte).unwrap_or(usize::MAX).min(self.text.len());
        self.text.split_at(place)
    }
}
