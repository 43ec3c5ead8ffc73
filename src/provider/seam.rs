//! Where one response of chat chunks ends and the next begins, if no mark parts them.

use super::entries;
use crate::framing::value::Json;
use std::borrow::Cow;

/// How far a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It has no call yet.
    Text,
    /// A call has begun.
    Calls,
    /// Every choice has ended.
    Stopped,
}

/// What a chunk shows of its place in a response.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Whether it gives the role.
    has_role: bool,
    /// Whether it brings text.
    has_text: bool,
    /// Whether it ends the choice.
    is_last: bool,
    calls: Calls,
}

/// What a chunk shows of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calls {
    None,
    /// The first one of a response.
    First,
    /// A later one, or more of one.
    More,
}

impl Chunk {
    /// What the first choice of a chunk shows.
    pub(super) fn of(choice: Json<'_>) -> Chunk {
        let [delta, reason] = choice.fields(["delta", "finish_reason"]);
        let delta = delta
            .map(|delta| delta.fields(["role", "content", "tool_calls", "function_call"]))
            .unwrap_or_default();
        let [role, content, calls, function] = delta;
        let calls = entries(calls).next().map(|call| {
            let [id, index] = call.fields(["id", "index"]);
            let is_first = index.and_then(Json::number).unwrap_or_default() == 0;
            if is_first && id.and_then(Json::filled).is_some() { Calls::First } else { Calls::More }
        });
        let function = function.map(|_| Calls::More);
        Chunk {
            has_role: role.is_some(),
            has_text: content.is_some_and(|said| said.is_array() || said.filled().is_some()),
            is_last: reason.and_then(Json::filled).is_some(),
            calls: calls.or(function).unwrap_or(Calls::None),
        }
    }

    /// Whether it looks like the beginning of a response.
    fn opens(self) -> bool {
        self.has_role && (self.has_text || self.calls == Calls::First || !self.is_last)
    }

    /// Whether it has more than an end.
    fn says(self) -> bool {
        self.has_text || self.calls != Calls::None
    }
}

/// The ids of the chunks of a response.
#[derive(Debug, Default)]
pub(super) struct Seam {
    /// The id of the last chunk, and how often in a row it came.
    id: String,
    times: u64,
    /// How often the role was given under another id.
    roles: u64,
}

impl Seam {
    /// Whether a chunk begins another response. Some servers give every chunk another id, so a new one
    /// counts only where ids were steady, or where the chunk looks like a beginning and the response
    /// before it has ended or is within a call; and some of those give the role every time.
    pub(super) fn parts(&mut self, id: Cow<'_, str>, chunk: &Chunk, progress: Progress) -> bool {
        let is_same = self.id == id;
        let is_first = self.id.is_empty();
        let was_steady = self.times > 1;
        self.times = if is_same { self.times + 1 } else { 1 };
        if !is_same {
            self.id = id.into_owned();
        }
        let is_anew = chunk.has_role && self.roles < 2;
        let parts = !is_same
            && !is_first
            && match progress {
                Progress::Text => was_steady && chunk.has_role,
                Progress::Stopped => {
                    if was_steady {
                        chunk.has_role || chunk.says()
                    } else {
                        is_anew && chunk.opens()
                    }
                }
                Progress::Calls if was_steady && chunk.has_role => true,
                Progress::Calls => match chunk.calls {
                    Calls::More => false,
                    Calls::First => is_anew,
                    Calls::None => is_anew && chunk.opens() || chunk.has_text && self.roles < 2,
                },
            };
        if parts {
            self.roles = 0;
        }
        self.roles += u64::from(chunk.has_role && (!is_same || is_first));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::value::Index;
    use Progress::{Calls, Stopped, Text};

    /// At which chunks another response begins.
    fn parted(chunks: &[(&str, &str, Progress)]) -> Vec<usize> {
        let mut seam = Seam::default();
        let mut index = Index::default();
        let mut at = Vec::new();
        for (place, (id, choice, progress)) in chunks.iter().enumerate() {
            let choice = index.parse(choice).expect("the case is JSON");
            if seam.parts(Cow::Borrowed(id), &Chunk::of(choice), *progress) {
                at.push(place);
            }
        }
        at
    }

    const ROLE: &str = r#"{"delta":{"role":"assistant","content":""}}"#;
    const SAID: &str = r#"{"delta":{"content":"x"}}"#;
    const BOTH: &str = r#"{"delta":{"role":"assistant","content":"x"}}"#;
    const OPEN: &str = r#"{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"a"}]}}"#;
    const MORE: &str = r#"{"delta":{"tool_calls":[{"index":0}]}}"#;
    const ALSO: &str = r#"{"delta":{"tool_calls":[{"index":1,"id":"b"}]}}"#;
    const STOP: &str = r#"{"delta":{},"finish_reason":"stop"}"#;
    const USED: &str = r#"{"delta":{},"usage":{}}"#;

    #[test]
    fn ids_that_change_with_every_chunk_part_nothing() {
        for chunks in [
            &[("1", OPEN, Text), ("2", MORE, Calls), ("3", STOP, Calls), ("4", USED, Stopped)][..],
            &[("1", OPEN, Text), ("2", STOP, Calls), ("3", ALSO, Stopped), ("4", STOP, Calls)],
            &[("1", BOTH, Text), ("2", BOTH, Text), ("3", BOTH, Text), ("4", ROLE, Stopped)],
            &[("1", ROLE, Text), ("2", SAID, Text), ("3", STOP, Text)],
            &[("1", OPEN, Text), ("1", MORE, Calls), ("2", MORE, Calls), ("2", STOP, Calls)],
        ] {
            assert_eq!(parted(chunks), [0; 0], "{chunks:?}");
        }
    }

    #[test]
    fn another_id_and_a_beginning_part_responses() {
        for (chunks, at) in [
            (&[("1", OPEN, Text), ("2", BOTH, Calls), ("2", STOP, Text)][..], 1),
            (&[("1", OPEN, Text), ("2", ROLE, Calls), ("2", STOP, Text)], 1),
            (&[("1", OPEN, Text), ("2", SAID, Calls), ("2", STOP, Text)], 1),
            (&[("1", OPEN, Text), ("2", OPEN, Calls), ("2", STOP, Calls)], 1),
            (&[("1", OPEN, Text), ("1", MORE, Calls), ("2", OPEN, Calls)], 2),
            (&[("1", OPEN, Text), ("1", STOP, Calls), ("2", SAID, Stopped)], 2),
            (&[("1", OPEN, Text), ("2", OPEN, Stopped)], 1),
            (&[("1", ROLE, Text), ("1", SAID, Text), ("2", ROLE, Text)], 2),
        ] {
            assert_eq!(parted(chunks), [at], "{chunks:?}");
        }
    }
}
