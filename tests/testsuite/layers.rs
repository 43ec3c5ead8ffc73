//! The order in which the files of `src/` may know each other, as ARCHITECTURE.md draws it.

use std::fs;
use std::path::Path;

use crate::support::corpus::{files, project};

/// The words in which all layers talk, in order, and what each may use beside itself.
const VOCABULARY: &[(&str, &[&str])] = &[
    ("block", &[]),
    ("position", &["block"]),
    ("error", &["position"]),
    ("json", &["block"]),
    ("pointer", &[]),
    ("flag", &[]),
    ("repair", &["position"]),
    ("event", &["error", "repair"]),
];

/// The layers behind the vocabulary, in order, and what each may use beside it.
const LAYERS: &[(&str, &[&str])] = &[
    ("scan", &[]),
    ("engine", &["scan"]),
    ("gate", &["engine"]),
    ("view", &["scan", "gate"]),
    ("schema", &["engine", "view"]),
    ("options", &["engine", "gate", "view", "schema"]),
    ("plan", &["scan", "engine", "gate", "view", "options", "schema"]),
    ("watch", &["engine", "gate", "view", "options", "schema", "plan"]),
    ("framing", &["scan"]),
    ("provider", &["framing", "engine", "gate", "view", "options", "plan", "schema"]),
    ("reduce", &[]),
    (
        "protocol",
        &[
            "watch", "plan", "provider", "schema", "view", "options", "framing", "reduce", "gate",
            "engine",
        ],
    ),
    ("cli", &[]),
    (
        "tool",
        &[
            "cli", "protocol", "reduce", "provider", "framing", "watch", "plan", "schema", "view",
            "options", "gate", "engine",
        ],
    ),
    ("bin", &["cli", "tool"]),
];

/// Every layer with all that it may use.
fn layers() -> Vec<(&'static str, Vec<&'static str>)> {
    let words: Vec<_> = VOCABULARY.iter().map(|(word, _)| *word).collect();
    let own = VOCABULARY.iter().map(|(word, allowed)| (*word, allowed.to_vec()));
    let others = LAYERS.iter().map(|(layer, allowed)| (*layer, [&words, *allowed].concat()));
    own.chain(others).collect()
}

/// The layer of a file: the first part of its path.
fn layer(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).unwrap_or(file).with_extension("");
    let first =
        path.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    first.unwrap_or_default()
}

/// What a source text names behind any of the prefixes, outside comments and its unit tests.
fn named(text: &str, prefixes: &[&str]) -> Vec<String> {
    let code: String = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let behind = |prefix: &&str| code.split(*prefix).skip(1).flat_map(first_names).collect();
    prefixes.iter().flat_map(|prefix| -> Vec<String> { behind(prefix) }).collect()
}

/// The name that a path begins with, or those in its braces.
fn first_names(path: &str) -> Vec<String> {
    let name = |part: &str| -> String {
        part.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut depth = 1;
    let mut parts = vec![String::new()];
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        parts.last_mut().expect("there is always one").push(c);
    }
    parts.iter().map(|part| name(part)).filter(|name| !name.is_empty()).collect()
}

#[test]
fn a_file_uses_only_the_layers_below_it() {
    let root = project("src");
    let layers = layers();
    let mut broken = Vec::new();
    for file in files(&root, "rs") {
        let layer = layer(&root, &file);
        let is_test = file.file_stem().is_some_and(|stem| stem == "tests");
        if layer == "lib" || is_test {
            continue;
        }
        let Some((_, allowed)) = layers.iter().find(|(name, _)| *name == layer) else {
            broken.push(format!("{} is in no layer", file.display()));
            continue;
        };
        let text = fs::read_to_string(&file).expect("the file is readable");
        for name in named(&text, &["crate::", "jsonmend::"]).iter().filter(|name| **name != layer) {
            if !allowed.contains(&name.as_str()) {
                broken.push(format!("{} uses {name}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Modules of the standard library, and crates, that need a machine: files, clocks, threads, variables.
static MACHINE: &[&str] =
    &["env", "fs", "net", "os", "process", "thread", "time", "stdin", "stdout", "stderr"];

/// Where a machine is used: folders and files of `src`. The last one belongs to the feature json-schema.
static HOSTS: &[&str] = &["bin", "cli", "tool", "reduce/host", "schema/room.rs"];

#[test]
fn the_core_touches_no_file_clock_or_thread() {
    let root = project("src");
    let is_host = |file: &Path| HOSTS.iter().any(|host| file.starts_with(root.join(host)));
    let mut broken = Vec::new();
    let mut hosts = 0;
    for file in files(&root, "rs") {
        let text = fs::read_to_string(&file).expect("the file is readable");
        let names = named(&text, &["std::", "std::io::", " io::"]);
        let machine = names.into_iter().filter(|name| MACHINE.contains(&name.as_str()));
        if is_host(&file) {
            hosts += machine.count();
        } else if file.file_stem().is_none_or(|stem| stem != "tests") {
            broken.extend(machine.map(|name| format!("{} uses {name}", file.display())));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(hosts > 20, "the names are not found any more");
}

#[test]
fn one_function_is_trusted_where_the_compiler_cannot_check_it() {
    let root = project("src");
    let lifted = |file: &Path| {
        let text = fs::read_to_string(file).expect("the file is readable");
        let file = file.strip_prefix(&root).unwrap_or(file).display().to_string();
        vec![file; text.matches("unsafe_code").count()]
    };
    let found: Vec<_> = files(&root, "rs").iter().flat_map(|file| lifted(file)).collect();
    assert_eq!(found, ["scan/utf8.rs"]);
}

#[test]
fn the_table_of_layers_points_one_way() {
    let layers = layers();
    for (place, (layer, allowed)) in layers.iter().enumerate() {
        for name in allowed {
            let is_before = layers[..place].iter().any(|(other, _)| other == name);
            assert!(is_before, "{layer} uses {name}");
        }
    }
}

#[test]
fn the_map_names_every_layer_in_order_and_every_folder() {
    let map = fs::read_to_string(project("docs/ARCHITECTURE.md")).expect("the map is there");
    let rows = map.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let names: Vec<_> = rows.map(|(name, _)| name).collect();
    let layers: Vec<_> = layers().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.get(..layers.len()), Some(&layers[..]), "in the order of the table");
    for folder in ["src", "tests", "."] {
        for entry in fs::read_dir(project(folder)).expect("the folder is readable").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder == "tests" { format!("tests/{name}") } else { name };
            let is_meant = ![".git", ".github", "target", "src", "tests"].contains(&path.as_str());
            if entry.path().is_dir() && is_meant {
                assert!(map.contains(&format!("`{path}`")), "the map has no {path}");
            }
        }
    }
}

#[test]
fn every_file_opens_with_what_lives_there() {
    for file in
        files(&project("src"), "rs").into_iter().chain(files(&project("tests/testsuite"), "rs"))
    {
        let text = fs::read_to_string(&file).expect("the file is readable");
        assert!(text.starts_with("//! "), "{}", file.display());
    }
}

#[test]
fn names_are_found_where_code_uses_them_and_nowhere_else() {
    let text = "//! crate::tool\nuse crate::{error::{Code, Error}, json};\nfn f() { crate::scan::g() }\n#[cfg(test)]\ncrate::view";
    assert_eq!(named(text, &["crate::"]), ["error", "json", "scan"]);
}
