//! The JSON form of a repair and of an error, as lines, answers and the protocol give them.

use crate::error::Error;
use crate::json::{Object, Words, number, string};
use crate::position::Position;
use crate::repair::{Action, CATALOG, Confidence, Edit, Loss, Repair, Resolver, RuleRow, Severity};

/// Appends a repair as one JSON object.
pub fn repair(out: &mut Vec<u8>, repair: &Repair) {
    repair_in(out, None, repair);
}

/// Appends a repair that says which input it is of, where there are several.
pub fn repair_in(out: &mut Vec<u8>, file: Option<&str>, repair: &Repair) {
    let mut object = Object::new(out);
    if let Some(file) = file {
        object.string("file", file);
    }
    let out = object.members();
    HEADS[repair.rule as usize].write(out);
    ACTIONS[repair.action() as usize].write(out);
    let (severity, confidence, loss) = (repair.severity, repair.confidence(), repair.loss());
    VERDICTS[severity as usize][confidence as usize][loss as usize].write(out);
    match repair.ambiguity {
        Some(class) => string(out, class.name()),
        None => out.extend_from_slice(b"null"),
    }
    out.push(b',');
    position(out, repair.at);
    TAILS[repair.rule as usize].write(out);
    repair.edits.iter().enumerate().for_each(|(index, change)| {
        if index > 0 {
            out.push(b',');
        }
        edit(out, change);
    });
    out.push(b']');
    if let Some(Resolver::Schema) = repair.resolved_by {
        object.word("resolved_by", "schema");
    }
    object.end();
}

/// How many rules there are.
const RULES: usize = CATALOG.len();

/// What the record of a rule begins with, up to the name of its action.
static HEADS: [Words<64>; RULES] = {
    let mut heads = [Words::NONE; RULES];
    let mut rule = 0;
    while rule < RULES {
        let RuleRow { code, name, .. } = &CATALOG[rule];
        heads[rule] =
            Words::of(&[r#""code":""#, code, r#"","threshold":""#, name, r#"","action":""#]);
        rule += 1;
    }
    heads
};

/// The names of actions.
static ACTIONS: [Words<8>; 4] = [
    Words::of(&[Action::Insert.name()]),
    Words::of(&[Action::Delete.name()]),
    Words::of(&[Action::Replace.name()]),
    Words::of(&[Action::Note.name()]),
];

const SEVERITIES: [Severity; 3] = [Severity::Note, Severity::Cosmetic, Severity::Lossy];
const CONFIDENCES: [Confidence; 3] = [Confidence::Certain, Confidence::Likely, Confidence::Guess];
const LOSSES: [Loss; 4] = [Loss::None, Loss::Truncated, Loss::Dropped, Loss::Invented];

/// What follows the name of the action, by severity, confidence and loss.
static VERDICTS: [[[Words<80>; LOSSES.len()]; CONFIDENCES.len()]; SEVERITIES.len()] = {
    let mut verdicts = [[[Words::NONE; LOSSES.len()]; CONFIDENCES.len()]; SEVERITIES.len()];
    let mut at = 0;
    while at < SEVERITIES.len() * CONFIDENCES.len() * LOSSES.len() {
        let (rest, loss) = (at / LOSSES.len(), at % LOSSES.len());
        let (severity, confidence) = (rest / CONFIDENCES.len(), rest % CONFIDENCES.len());
        verdicts[severity][confidence][loss] = Words::of(&[
            r#"","severity":""#,
            SEVERITIES[severity].name(),
            r#"","confidence":""#,
            CONFIDENCES[confidence].name(),
            r#"","loss":""#,
            LOSSES[loss].name(),
            r#"","ambiguity":"#,
        ]);
        at += 1;
    }
    verdicts
};

/// What stands between the place of a record of a rule and its edits.
static TAILS: [Words<112>; RULES] = {
    let mut tails = [Words::NONE; RULES];
    let mut rule = 0;
    while rule < RULES {
        tails[rule] = Words::of(&[r#","message":""#, CATALOG[rule].message, r#"","edits":["#]);
        rule += 1;
    }
    tails
};

/// Appends an error as one JSON object; `retry_hint` is what
/// [`retry_hint`](crate::gate::retry_hint) made, where one is wanted.
pub fn error(out: &mut Vec<u8>, error: &Error, retry_hint: Option<&str>) {
    let mut object = Object::new(out);
    object.word("code", error.code().name());
    object.string("message", &error.message());
    object.number("exit", error.exit().into());
    if let Some(at) = error.position() {
        position(object.members(), at);
    }
    if let Some(hint) = retry_hint {
        object.string("retry_hint", hint);
    }
    object.end();
}

fn position(out: &mut Vec<u8>, at: Position) {
    out.extend_from_slice(br#""offset":"#);
    number(out, at.offset);
    out.extend_from_slice(br#","byte":"#);
    number(out, at.byte);
    out.extend_from_slice(br#","line":"#);
    number(out, at.line);
    out.extend_from_slice(br#","column":"#);
    number(out, at.column);
}

fn edit(out: &mut Vec<u8>, edit: &Edit) {
    out.extend_from_slice(br#"{"byte":"#);
    number(out, edit.byte);
    out.extend_from_slice(br#","delete":"#);
    number(out, edit.delete);
    out.extend_from_slice(br#","insert":"#);
    string(out, &edit.insert);
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::json::written;
    use crate::repair::{Ambiguity, Rule};
    use smallvec::smallvec;

    #[test]
    fn every_word_of_a_record_is_that_of_its_rule_and_verdict() {
        for row in CATALOG {
            let head = written(|out| HEADS[row.rule as usize].write(out));
            assert!(head.contains(row.code) && head.contains(row.name), "{head}");
            assert!(written(|out| TAILS[row.rule as usize].write(out)).contains(row.message));
        }
        for action in [Action::Insert, Action::Delete, Action::Replace, Action::Note] {
            let word = written(|out| ACTIONS[action as usize].write(out));
            assert_eq!(word, action.name());
        }
        for (severity, confidence, loss) in SEVERITIES.into_iter().flat_map(|severity| {
            let of = move |confidence| LOSSES.map(|loss| (severity, confidence, loss));
            CONFIDENCES.into_iter().flat_map(of)
        }) {
            let words = &VERDICTS[severity as usize][confidence as usize][loss as usize];
            let expected = format!(
                r#"","severity":"{}","confidence":"{}","loss":"{}","ambiguity":"#,
                severity.name(),
                confidence.name(),
                loss.name()
            );
            assert_eq!(written(|out| words.write(out)), expected);
        }
    }

    const AT: Position = Position { byte: 9, offset: 8, line: 2, column: 3 };

    #[test]
    fn a_repair_has_every_field_in_order() {
        let mut record = Repair {
            rule: Rule::QuoteBareValue,
            at: AT,
            severity: Severity::Cosmetic,
            ambiguity: Some(Ambiguity::BareWord),
            resolved_by: None,
            truncated: false,
            edits: smallvec![Edit { byte: 9, delete: 1, insert: "\"\u{2028}".into() }],
        };
        let line = r#"{"code":"R003","threshold":"QuoteBareValue","action":"replace","severity":"cosmetic","confidence":"guess","loss":"none","ambiguity":"bare_word","offset":8,"byte":9,"line":2,"column":3,"message":"quotes added around an unquoted value","edits":[{"byte":9,"delete":1,"insert":"\"\u2028"}]}"#;
        assert_eq!(written(|out| repair(out, &record)), line);

        record.resolved_by = Some(Resolver::Schema);
        let line = written(|out| repair(out, &record));
        assert!(line.contains(r#""confidence":"certain""#), "{line}");
        assert!(line.ends_with(r#"],"resolved_by":"schema"}"#), "{line}");
    }

    #[test]
    fn an_error_has_a_place_and_a_hint_only_where_there_are_such() {
        for (value, hint, line) in [
            (
                Error::new(Code::E001),
                None,
                r#"{"code":"E001","message":"the input is empty","exit":3}"#,
            ),
            (
                Error::at(Code::E020, AT),
                Some("less\n"),
                r#"{"code":"E020","message":"nested too deeply","exit":4,"offset":8,"byte":9,"line":2,"column":3,"retry_hint":"less\n"}"#,
            ),
        ] {
            assert_eq!(written(|out| error(out, &value, hint)), line);
        }
    }
}
