//! What references lead to, by pointers and by names.

use crate::pointer;
use serde_json::Value;
use std::collections::HashMap;

/// Every schema in a file that has a name, and the file.
pub(super) struct Names<'a> {
    /// The file, and what has an address of its own: address, path, schema.
    bases: Vec<(&'a str, String, &'a Value)>,
    /// What has a name inside of one.
    anchors: HashMap<&'a str, Vec<(String, &'a Value)>>,
}

impl<'a> Names<'a> {
    /// The names in a file.
    pub(super) fn of(root: &'a Value) -> Names<'a> {
        let mut names = Names { bases: vec![("", String::new(), root)], anchors: HashMap::new() };
        let mut open = vec![(String::new(), root)];
        while let Some((path, value)) = open.pop() {
            match value {
                Value::Object(members) => {
                    names.add(&path, value);
                    let inner = members.iter().filter(|(_, value)| is_container(value));
                    open.extend(inner.map(|(name, value)| (pointer::join(&path, name), value)));
                }
                Value::Array(items) => {
                    let inner = items.iter().enumerate().filter(|(_, value)| is_container(value));
                    open.extend(
                        inner.map(|(index, value)| {
                            (pointer::join(&path, &index.to_string()), value)
                        }),
                    );
                }
                _ => {}
            }
        }
        names
    }

    fn add(&mut self, path: &str, schema: &'a Value) {
        let text = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
        for id in ["$id", "id"].into_iter().filter_map(text) {
            match id.strip_prefix('#') {
                Some(name) => self.anchor(name, path, schema),
                None => self.bases.push((id, path.to_owned(), schema)),
            }
        }
        for name in ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text) {
            self.anchor(name, path, schema);
        }
    }

    fn anchor(&mut self, name: &'a str, path: &str, schema: &'a Value) {
        self.anchors.entry(name).or_default().push((path.to_owned(), schema));
    }

    /// All that a reference may lead to, each with its path. To what an address is relative is not
    /// looked at: rather too much is found than too little.
    pub(super) fn find(&self, reference: &str) -> Vec<(String, &'a Value)> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchors.get(fragment).cloned().unwrap_or_default();
        }
        let fragment = decoded(fragment);
        let is_meant =
            |own: &str| address.is_empty() || !own.is_empty() && last(own) == last(address);
        let bases = self.bases.iter().filter(|(own, ..)| is_meant(own));
        let mut found: Vec<(String, &Value)> = bases
            .filter_map(|(_, path, base)| {
                Some((format!("{path}{fragment}"), base.pointer(&fragment)?))
            })
            .collect();
        found.dedup_by(|a, b| a.0 == b.0);
        found
    }
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// What an address ends in.
fn last(address: &str) -> &str {
    let address = address.trim_end_matches('#');
    address.rsplit(['/', ':']).next().unwrap_or(address)
}

/// A fragment of a URI without its percent-encoding.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
