//! Tells the repairs of a document while it is read: as lines of JSON, or to people.

use super::config::Config;
use crate::cli::Console;
use crate::cli::io::Source;
use crate::cli::term::Style;
use crate::error::Result;
use crate::event::{Event, Interest, Reading, Role, Sink};
use crate::position::Position;
use crate::repair::{Ambiguity, Completeness, Exactness, Repair, Rule, Severity};
use crate::tool::counted;
use crate::tool::explain::{self, REACH};
use crate::view::{Output, record};
use std::collections::VecDeque;

/// An output, and what there is to tell about it.
#[derive(Debug)]
pub(super) struct Narrated<O> {
    output: O,
    story: Option<Story>,
    /// The lossy repairs, where they are to be told in a line.
    losses: Option<Losses>,
}

/// The lossy repairs: how many there are, and the first.
#[derive(Debug, Default)]
struct Losses {
    count: usize,
    first: Option<(Rule, Position)>,
}

/// Repairs that are not told yet, and the input around them as far as people are to see it.
#[derive(Debug)]
pub(super) struct Story {
    source: Source,
    /// Its name, where records have to say it.
    file: Option<String>,
    report: bool,
    explain: bool,
    /// How many records may still be told.
    left: usize,
    pending: VecDeque<Repair>,
    /// The input from byte `start` on, kept for people only.
    window: Vec<u8>,
    start: u64,
    settled: u64,
    ended: bool,
    tally: Tally,
}

/// What a summary says.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    repairs: usize,
    notes: usize,
    exactness: Exactness,
    ambiguous: bool,
    untold: bool,
}

impl Story {
    /// The story that the options ask for, if they do.
    pub(super) fn wanted(config: &Config, source: &Source) -> Option<Story> {
        let (report, explain) = (config.result.report, config.result.explain);
        (report || explain).then(|| Story {
            source: source.clone(),
            file: config.names_inputs.then(|| source.name()),
            report,
            explain,
            left: config.options.gate.max_repairs,
            pending: VecDeque::new(),
            window: Vec::new(),
            start: 0,
            settled: 0,
            ended: false,
            tally: Tally::default(),
        })
    }

    fn add(&mut self, repair: &Repair) {
        let tally = &mut self.tally;
        match repair.severity {
            Severity::Note => tally.notes += 1,
            Severity::Cosmetic | Severity::Lossy => tally.repairs += 1,
        }
        tally.exactness = tally.exactness.max(repair.severity.into());
        tally.ambiguous |= repair.is_ambiguous();
        if self.left == 0 {
            tally.untold = true;
        } else {
            self.left -= 1;
            self.pending.push_back(repair.clone());
        }
    }

    /// Tells what can be told; people wait until what stands behind the place is there.
    fn tell(&mut self, console: &mut Console) {
        let known = self.start + self.window.len() as u64;
        let is_ready =
            |repair: &Repair| !self.explain || self.ended || repair.at.byte + REACH as u64 <= known;
        let ready = self.pending.iter().take_while(|repair| is_ready(repair)).count();
        for repair in self.pending.drain(..ready) {
            if self.report {
                let mut line = Vec::new();
                record::repair_in(&mut line, self.file.as_deref(), &repair);
                console.terminal.lines(&String::from_utf8_lossy(&line));
            }
            if self.explain {
                let place = repair.at.byte.saturating_sub(self.start);
                let place = usize::try_from(place).unwrap_or(usize::MAX).min(self.window.len());
                let around = (&self.window[..place], &self.window[place..]);
                explain::repair(&mut console.terminal, &self.source.name(), &repair, around);
            }
        }
        self.forget();
    }

    /// Lets go of input that no record can be about any more.
    fn forget(&mut self) {
        let needed = self.pending.iter().map(|repair| repair.at.byte).min();
        let needed = needed.unwrap_or(self.settled).min(self.settled);
        let past = usize::try_from(needed.saturating_sub(self.start)).unwrap_or(usize::MAX);
        // Twice the reach, so that not every piece moves the window.
        if past > 2 * REACH {
            let forgotten = (past - REACH).min(self.window.len());
            self.window.drain(..forgotten);
            self.start += forgotten as u64;
        }
    }

    fn conclude(&self, console: &mut Console, completeness: Completeness) {
        let Tally { repairs, notes, exactness, ambiguous, untold } = self.tally;
        if untold {
            console.message(Some(&self.source), Style::Warning, "further repairs are not listed");
        }
        if self.explain {
            let mut summary = counted(repairs, "repair");
            if notes > 0 {
                summary.push_str(&format!(", {}", counted(notes, "note")));
            }
            summary.push_str(&format!(": {}", exactness.name()));
            if ambiguous {
                summary.push_str(", ambiguous");
            }
            summary.push_str(&format!(", {}", completeness.name()));
            console.message(Some(&self.source), Style::Strong, &summary);
        }
    }
}

impl Losses {
    fn conclude(&self, source: &Source, console: &mut Console) {
        let Losses { count, first: Some((rule, at)) } = self else { return };
        let (row, first) = (rule.row(), if *count > 1 { ", the first" } else { ":" });
        let text = format!(
            "{}{first} {} {} at {at}: {}",
            counted(*count, "lossy repair"),
            row.code,
            row.name,
            row.message
        );
        console.message(Some(source), Style::Warning, &text);
    }
}

impl<O> Narrated<O> {
    /// An output about which `story` is told.
    pub(super) fn new(output: O, story: Option<Story>) -> Narrated<O> {
        Narrated { output, story, losses: None }
    }

    /// Says at its end what was lost or guessed, unless a story tells it.
    pub(super) fn with_losses(mut self, are_told: bool) -> Narrated<O> {
        self.losses = (are_told && self.story.is_none()).then(Losses::default);
        self
    }

    /// Tells what can be told by now.
    pub(super) fn tell(&mut self, console: &mut Console) {
        if let Some(story) = &mut self.story {
            story.tell(console);
        }
    }

    /// Says how it ended.
    pub(super) fn conclude(
        &mut self,
        source: &Source,
        console: &mut Console,
        completeness: Completeness,
    ) {
        if let Some(story) = &self.story {
            story.conclude(console, completeness);
        }
        if let Some(losses) = &self.losses {
            losses.conclude(source, console);
        }
    }
}

impl<O: Sink> Sink for Narrated<O> {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        self.output.event(event, at)
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        self.output.string(role, text, at)
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        if let Some(story) = &mut self.story {
            story.add(&repair);
        }
        if repair.severity == Severity::Lossy
            && let Some(losses) = &mut self.losses
        {
            losses.count += 1;
            losses.first.get_or_insert((repair.rule, repair.at));
        }
        self.output.repair(repair)
    }

    fn interest(&self) -> Interest {
        let own = match (&self.story, &self.losses) {
            (Some(_), _) => Interest::Notes,
            (None, Some(_)) => Interest::Lines,
            (None, None) => Interest::Nothing,
        };
        own.max(self.output.interest())
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        self.output.choose(class, readings)
    }
}

impl<O: Output> Output for Narrated<O> {
    fn input(&mut self, chunk: &[u8]) {
        if let Some(story) = self.story.as_mut().filter(|story| story.explain) {
            story.window.extend_from_slice(chunk);
        }
        self.output.input(chunk);
    }

    fn keeps_input(&self) -> bool {
        self.story.is_some() || self.output.keeps_input()
    }

    fn settle(&mut self, settled: u64) {
        if let Some(story) = &mut self.story {
            story.settled = settled;
        }
        self.output.settle(settled);
    }

    fn finish(&mut self) {
        if let Some(story) = &mut self.story {
            story.ended = true;
        }
        self.output.finish();
    }

    fn buffer(&mut self) -> &mut Vec<u8> {
        self.output.buffer()
    }
}
