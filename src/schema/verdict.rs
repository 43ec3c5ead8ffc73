//! Whether a document is what it has to be: the verdict, and its refusal.

use super::Schema;
use super::thread::{Fault, is_within};
use crate::error::{Code, Error};
use crate::json::{self, Object};

/// How a document and a declaration go together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How many members have to be there whatever else is.
    pub total: usize,
    /// How many of them are there and of the right kind.
    pub satisfied: usize,
    /// The pointers of required members that are not there.
    pub missing: Vec<String>,
    /// The pointers of values that are not what they have to be, or may not be there; at most
    /// about a hundred of what the declaration sets no bound to.
    pub mismatched: Vec<String>,
    /// Why it is not known whether the document is what it has to be.
    pub unjudged: Option<&'static str>,
    /// Whether the document is what it has to be.
    pub ok: bool,
}

/// The most bytes that an error spends on naming pointers.
const MAX_NAMED: usize = 72;

impl Verdict {
    pub(super) fn new(schema: &Schema, faults: Vec<Fault>) -> Verdict {
        let ok = faults.is_empty();
        let (mut missing, mut mismatched) = (Vec::new(), Vec::new());
        for fault in faults {
            match fault {
                Fault::Missing(pointer) => missing.push(pointer),
                Fault::Mismatched(pointer) => mismatched.push(pointer),
            }
        }
        let is_satisfied = |required: &&String| {
            !missing.iter().chain(&mismatched).any(|faulty| is_within(required, faulty))
        };
        let required = schema.required();
        let satisfied = required.iter().filter(is_satisfied).count();
        Verdict { total: required.len(), satisfied, missing, mismatched, unjudged: None, ok }
    }

    /// The verdict on a document that could not be read to its end: of no member is anything known.
    pub(super) fn unread(schema: &Schema, why: Code) -> Verdict {
        let unjudged = Some(why.row().message);
        Verdict { total: schema.required().len(), unjudged, ..Verdict::default() }
    }

    /// Writes it into an object.
    pub fn fill(&self, object: &mut Object<'_>) {
        object.number("total", self.total as u64);
        object.number("satisfied", self.satisfied as u64);
        object.array("missing", &self.missing, |out, path| json::string(out, path));
        object.array("mismatched", &self.mismatched, |out, path| json::string(out, path));
        if let Some(reason) = self.unjudged {
            object.string("unjudged", reason);
        }
        object.bool("ok", self.ok);
    }

    /// The refusal, if there is one. It names what the declaration names and no text of the document.
    #[must_use]
    pub fn error(&self, schema: &Schema) -> Option<Error> {
        if self.ok {
            return None;
        }
        if let Some(reason) = self.unjudged {
            return Some(Error::new(Code::E020).with_detail(reason));
        }
        let mut detail = Code::E070.row().message.to_owned();
        let lists = [("missing", &self.missing), ("mismatched", &self.mismatched)];
        let mut room = MAX_NAMED;
        for (place, (word, pointers)) in
            lists.iter().filter(|(_, list)| !list.is_empty()).enumerate()
        {
            detail.push_str(if place == 0 { ": " } else { "; " });
            detail.push_str(word);
            name(pointers, schema, &mut room, &mut detail);
        }
        Some(Error::new(Code::E070).with_detail(detail))
    }
}

/// Names pointers as far as there is room.
fn name(pointers: &[String], schema: &Schema, room: &mut usize, detail: &mut String) {
    for (named, pointer) in pointers.iter().enumerate() {
        let mut quoted = Vec::new();
        json::string_without(&mut quoted, &schema.declared(pointer), json::is_unseen);
        let wide = quoted.len() + 1;
        if wide > *room {
            detail.push_str(if named == 0 { " members" } else { " and more" });
            return;
        }
        *room -= wide;
        detail.push(' ');
        detail.push_str(&String::from_utf8_lossy(&quoted));
    }
}
