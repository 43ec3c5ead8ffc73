//! What the pages point to is there: files of the project, and headings in pages.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::corpus::project;

/// Folders that hold pages.
const FOLDERS: &[&str] = &[
    "",
    "docs",
    "examples/agent_loop",
    "examples/ci-logs",
    "examples/curl-sse",
    "examples/spark",
    "clients/node",
    "clients/python",
    "tests/comparison",
    "tests/conformance",
    "tests/reduce",
    "tests/streams",
];

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let pages: Vec<PathBuf> = FOLDERS.iter().flat_map(|folder| pages(&project(folder))).collect();
    assert!(pages.len() > 10, "the pages are found");
    let broken: Vec<String> = pages.iter().flat_map(|page| broken(page)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// The links of a page that lead nowhere.
fn broken(page: &Path) -> Vec<String> {
    let text = prose(&fs::read_to_string(page).expect("the page is readable"));
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let own = targets.filter(|target| !target.contains("://"));
    let lost = own.filter(|target| !leads(page, target));
    lost.map(|target| format!("{}: {target}", page.display())).collect()
}

fn leads(page: &Path, target: &str) -> bool {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match file {
        "" => page.to_owned(),
        name => page.parent().unwrap_or(Path::new("")).join(name),
    };
    if anchor.is_empty() {
        return file.exists();
    }
    let text = prose(&fs::read_to_string(file).unwrap_or_default());
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    headings.any(|line| slug(line.trim_start_matches('#').trim()) == anchor)
}

/// A heading as the anchor that a forge makes of it.
fn slug(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

/// A page without its blocks of code and without inline code, which may look like links.
fn prose(page: &str) -> String {
    let mut fenced = false;
    let mut out = String::new();
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        } else if !fenced && line.starts_with('#') {
            out.push_str(line);
            out.push('\n');
        } else if !fenced {
            out.extend(without_code(line));
            out.push('\n');
        }
    }
    out
}

/// The parts of a line outside runs of backticks that answer each other.
fn without_code(mut line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while let Some(start) = line.find('`') {
        let run = line[start..].chars().take_while(|c| *c == '`').count();
        let rest = &line[start + run..];
        parts.push(&line[..start]);
        line = match rest.find(&"`".repeat(run)) {
            Some(end) => &rest[end + run..],
            None => rest,
        };
    }
    parts.push(line);
    parts
}

#[test]
fn headings_become_anchors_and_code_is_no_link() {
    assert_eq!(slug("E001: the input is empty"), "e001-the-input-is-empty");
    assert_eq!(without_code("a `](b)` [c](d)").concat(), "a  [c](d)");
    assert_eq!(without_code("a `` ` `` b").concat(), "a  b");
}
