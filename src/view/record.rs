//! The JSON form of a repair and of an error, as lines, answers and the protocol give them.

use crate::error::Error;
use crate::json::{Object, number, string};
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
    let row = repair.rule.row();
    // Most of a record is words of the format, written in one go.
    object.pieces([
        r#""code":""#,
        row.code,
        r#"","threshold":""#,
        row.name,
        r#"","action":""#,
        repair.action().name(),
        r#"","severity":""#,
        repair.severity.name(),
        r#"","confidence":""#,
        repair.confidence(),
        r#"","loss":""#,
        repair.loss(),
        r#"""#,
    ]);
    object.word_or_null("ambiguity", repair.ambiguity.map(Ambiguity::name));
    position(&mut object, repair.at);
    object.word("message", row.message);
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
    let out = object.name("offset");
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
