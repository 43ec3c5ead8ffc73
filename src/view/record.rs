//! The JSON form of a repair and of an error, as lines, answers and the protocol give them.

use crate::error::Error;
use crate::json::Object;
use crate::position::Position;
use crate::repair::{Ambiguity, Edit, Repair, Resolver};

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
    object.word("code", repair.rule.code());
    object.word("threshold", repair.rule.name());
    object.word("action", repair.action().name());
    object.word("severity", repair.severity.name());
    object.word("confidence", repair.confidence());
    object.word("loss", repair.loss());
    object.word_or_null("ambiguity", repair.ambiguity.map(Ambiguity::name));
    position(&mut object, repair.at);
    object.word("message", repair.rule.row().message);
    object.array("edits", &repair.edits, edit);
    if let Some(Resolver::Schema) = repair.resolved_by {
        object.word("resolved_by", "schema");
    }
    object.end();
}

/// Appends an error as one JSON object; `retry_hint` is what
/// [`retry_hint`](crate::gate::retry_hint) made, where one is wanted.
pub fn error(out: &mut Vec<u8>, error: &Error, retry_hint: Option<&str>) {
    let mut object = Object::new(out);
    object.word("code", error.code().name());
    object.string("message", &error.message());
    object.number("exit", error.exit().into());
    if let Some(at) = error.position() {
        position(&mut object, at);
    }
    if let Some(hint) = retry_hint {
        object.string("retry_hint", hint);
    }
    object.end();
}

fn position(object: &mut Object<'_>, at: Position) {
    object.number("offset", at.offset);
    object.number("byte", at.byte);
    object.number("line", at.line);
    object.number("column", at.column);
}

fn edit(out: &mut Vec<u8>, edit: &Edit) {
    let mut object = Object::new(out);
    object.number("byte", edit.byte);
    object.number("delete", edit.delete);
    object.string("insert", &edit.insert);
    object.end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use crate::json::written;
    use crate::repair::{Rule, Severity};
    use smallvec::smallvec;

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
