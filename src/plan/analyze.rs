//! The whole judgement of a text: what is wrong with it, what it becomes, whether it may be acted on.

use super::{Run, only_value, text_of};
use crate::engine::options::{DuplicateKeys, MultiRoot};
use crate::error::{Code, Error, Result};
use crate::gate::{Gate, Profile, retry_hint};
use crate::json::{self, Object};
use crate::options::Options;
use crate::repair::{Ambiguity, Completeness, Exactness, Repair, Rule, RuleSet};
use crate::scan::utf8::into_string;
use crate::schema::Verdict;
use crate::view::{WriteOptions, Writer, record};
use serde::de::IgnoredAny;
use simdutf8::basic::from_utf8;
use std::num::NonZero;

/// What a text is, whoever may act on it: the worst that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// Nothing is wrong with it.
    Safe,
    /// Only its notation had to be changed.
    CosmeticRepair,
    /// Data was dropped, invented or guessed.
    LossyRepair,
    /// Something in it has two readings.
    Ambiguous,
    /// It could not be read.
    Invalid,
}

impl Decision {
    /// Every decision with its name and a word for people, in the order of [`Decision`].
    pub const ALL: &[(Decision, &str, &str)] = &[
        (Decision::Safe, "safe", "safe"),
        (Decision::CosmeticRepair, "cosmetic_repair", "tidied"),
        (Decision::LossyRepair, "lossy_repair", "patched"),
        (Decision::Ambiguous, "ambiguous", "ambiguous"),
        (Decision::Invalid, "invalid", "unreadable"),
    ];

    /// `safe`, `cosmetic_repair`, `lossy_repair`, `ambiguous`, `invalid`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// A short word for people.
    #[must_use]
    pub fn label(self) -> &'static str {
        Self::ALL[self as usize].2
    }
}

/// All that there is to say about a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The repaired text, compact; also where it is refused, `None` where it could not be read.
    pub text: Option<String>,
    /// The repairs and notes, in the order of the input.
    pub repairs: Vec<Repair>,
    /// Whether there were more of them than are kept.
    pub repairs_truncated: bool,
    /// The worst of the repairs.
    pub exactness: Exactness,
    /// The class of the first place that has two readings.
    pub ambiguity: Option<Ambiguity>,
    /// Whether the document was all there; empty where there is no text.
    pub completeness: Completeness,
    /// Whether the text is legal JSON as it was written.
    pub valid_json: bool,
    /// Whether the repaired text differs from what was written in more than white space.
    pub normalized: bool,
    /// How the value and the schema go together, where there is one.
    pub schema: Option<Verdict>,
    /// The profile that judged, where the options are one.
    pub profile: Option<Profile>,
    /// Why it cannot be read, or why the options refuse it.
    pub error: Option<Error>,
    prompt: Option<String>,
    executable: bool,
}

/// Judges a text. What cannot be read or is refused is an answer too, so nothing fails; duplicate
/// keys are looked for even where the options would pass them.
#[must_use]
pub fn analyze(text: &str, options: &Options) -> Plan {
    judge(text.as_bytes(), options, |run| run.read(text))
}

/// As [`analyze`], for bytes that need not be text, read so many at a time; that changes nothing.
#[must_use]
pub fn analyze_bytes(input: &[u8], chunk: Option<NonZero<usize>>, options: &Options) -> Plan {
    if let (None, Ok(text)) = (chunk, from_utf8(input)) {
        return analyze(text, options);
    }
    let size = chunk.map_or(input.len().max(1), NonZero::get);
    judge(input, options, |run| {
        input.chunks(size).try_for_each(|piece| run.feed(piece))?;
        run.end()
    })
}

/// Judges what comes of reading `input`.
fn judge(
    input: &[u8],
    options: &Options,
    read: impl FnOnce(&mut Run<Writer>) -> Result<Completeness>,
) -> Plan {
    let judging = Judging::new(options);
    let options = &judging.options;
    let writer = Writer::new(&WriteOptions { indent: None, ..options.write });
    let mut run = Run::new(options, writer);
    let read = read(&mut run);
    let refused = run.verdict().err();
    let schema = run.schema_verdict();
    let (gate, writer) = run.into_parts();
    let read = read.and_then(|completeness| Ok((completeness, text_of(writer, false)?)));
    let plan = judging.plan(input, read, refused, gate);
    Plan { schema, ..plan }
}

/// The options under which a text is judged.
struct Judging {
    options: Options,
    profile: Option<Profile>,
}

impl Judging {
    fn new(options: &Options) -> Judging {
        let profile = Profile::of(options);
        let mut options = options.clone();
        if options.engine.duplicate_keys == DuplicateKeys::Pass {
            options.engine.duplicate_keys = DuplicateKeys::Flag;
        }
        Judging { options, profile }
    }

    /// Puts together what engine and gate found.
    fn plan(
        &self,
        input: &[u8],
        read: Result<(Completeness, String)>,
        refused: Option<Error>,
        gate: Gate,
    ) -> Plan {
        let valid_json = is_legal(input, &read, &gate);
        let (error, read) = match read {
            Ok(read) => (refused, Some(read)),
            Err(error) => (Some(error), None),
        };
        let completeness = read.as_ref().map_or(Completeness::Empty, |read| read.0);
        // What passes the profile and may not be acted on is told to the model like a refusal.
        let obstacle = error.clone().or_else(|| gate.may_execute().err());
        Plan {
            text: read.map(|read| read.1),
            repairs_truncated: gate.repairs_truncated(),
            exactness: gate.exactness(),
            ambiguity: gate.ambiguity(),
            completeness,
            valid_json,
            normalized: completeness != Completeness::Empty && self.rewrites(input, &gate),
            schema: None,
            profile: self.profile,
            prompt: obstacle.as_ref().map(|error| retry_hint(error, input, 0)),
            executable: completeness == Completeness::Complete && obstacle.is_none(),
            error,
            repairs: gate.into_records(),
        }
    }

    /// Whether the text that comes of `input` is another, white space aside.
    fn rewrites(&self, input: &[u8], gate: &Gate) -> bool {
        gate.exactness() > Exactness::Exact
            || self.options.engine.multi_root == MultiRoot::Array
            || self.options.write.ensure_ascii && !input.is_ascii()
    }
}

/// What may be recorded about a text that is legal JSON: notes, and what the options do to it.
const OF_LEGAL: RuleSet = RuleSet::EMPTY
    .with(Rule::SuspiciousEscape)
    .with(Rule::InexactNumber)
    .with(Rule::HiddenCharacter)
    .with(Rule::WindowLimit)
    .with(Rule::ReplaceSurrogate)
    .with(Rule::DuplicateKey)
    .with(Rule::UnescapeDocument);

/// Whether `input` is legal JSON. The run knows it; only where it changed or refused what may be
/// legal all the same is a second look needed.
fn is_legal<T>(input: &[u8], read: &Result<T>, gate: &Gate) -> bool {
    let may_be = match read.as_ref().map_err(Error::code) {
        Ok(_) if gate.exactness() == Exactness::Exact => return true,
        Ok(_) => gate.rules().is_subset(OF_LEGAL),
        Err(code) => matches!(code, Code::E005 | Code::E020 | Code::E021 | Code::E022),
    };
    may_be
        && std::str::from_utf8(input)
            .is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

impl Plan {
    /// What the text is, from the text alone.
    #[must_use]
    pub fn decision(&self) -> Decision {
        match (&self.text, self.ambiguity, self.exactness) {
            (None, ..) => Decision::Invalid,
            (_, Some(_), _) => Decision::Ambiguous,
            (.., Exactness::Lossy) => Decision::LossyRepair,
            (.., Exactness::Cosmetic) => Decision::CosmeticRepair,
            (.., Exactness::Exact) => Decision::Safe,
        }
    }

    /// Whether it may be acted on: complete, with one reading, without loss, not refused, and from
    /// a stream that is not known to have ended badly.
    #[must_use]
    pub fn is_executable(&self) -> bool {
        self.executable
    }

    /// Whether something has two readings.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguity.is_some()
    }

    /// Why it may not be acted on, as a prompt for the model that wrote the text; `None` where it may.
    /// What the profile lets pass, cut or with two readings, has one too.
    #[must_use]
    pub fn prompt(&self) -> Option<&str> {
        self.prompt.as_deref()
    }

    /// The value as JSON; `None` where there is none, or more than one.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        self.text.as_deref().and_then(only_value)
    }

    /// The plan as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = Vec::new();
        let mut object = Object::new(&mut out);
        self.fill(&mut object);
        object.end();
        into_string(out).expect("JSON is written as UTF-8")
    }

    /// Writes the plan into an object.
    pub fn fill(&self, object: &mut Object<'_>) {
        self.fill_judgement(object);
        match self.value() {
            Some(value) => object.raw("value", value),
            None => object.null("value"),
        }
        object.string_or_null("text", self.text.as_deref());
    }

    /// As [`Plan::fill`], but with the value only in its text.
    pub fn fill_without_value(&self, object: &mut Object<'_>) {
        self.fill_judgement(object);
        object.string_or_null("text", self.text.as_deref());
    }

    /// Writes all but what the text became.
    pub(crate) fn fill_judgement(&self, object: &mut Object<'_>) {
        let decision = self.decision();
        object.word("decision", decision.name());
        object.word("label", decision.label());
        object.word("exactness", self.exactness.name());
        object.bool("ambiguous", self.is_ambiguous());
        object.word("completeness", self.completeness.name());
        object.bool("valid_json", self.valid_json);
        object.bool("normalized", self.normalized);
        object.word_or_null("ambiguity", self.ambiguity.map(Ambiguity::name));
        object.string("execution", if self.error.is_none() { "allowed" } else { "refused" });
        object.string_or_null("profile", self.profile.map(Profile::name));
        object.bool("executable", self.executable);
        self.fill_schema(object);
        match &self.error {
            Some(error) => record::error(object.name("error"), error, None),
            None => object.null("error"),
        }
        object.array("repairs", &self.repairs, record::repair);
        object.bool("repairs_truncated", self.repairs_truncated);
        match self.prompt() {
            Some(prompt) => object.object("retry", |retry| retry.string("prompt", prompt)),
            None => object.null("retry"),
        }
    }

    /// Writes what the schema says of the value; without one nothing is asked for.
    fn fill_schema(&self, object: &mut Object<'_>) {
        let schema = self.schema.as_ref();
        let counts = schema.map_or((0, 0), |schema| (schema.total, schema.satisfied));
        object.number("schema_total", counts.0 as u64);
        object.number("schema_satisfied", counts.1 as u64);
        let missing = schema.map_or(&[][..], |schema| &schema.missing);
        let mismatched = schema.map_or(&[][..], |schema| &schema.mismatched);
        object.array("schema_missing", missing, |out, path| json::string(out, path));
        object.array("schema_mismatched", mismatched, |out, path| json::string(out, path));
    }
}
