//! The tools: what each is called, which flags it takes, what it does.

mod batch;
pub mod check;
mod declaration;
mod explain;
mod flags;
pub mod llm;
pub mod readiness;
pub mod reduce;
pub mod repair;
mod rules;
pub mod serve;
pub mod watch;

use crate::cli::help::Page;

/// What is said about every tool, for the man pages and completions.
#[must_use]
pub fn pages() -> Vec<Page> {
    vec![
        repair::TOOL.page(),
        check::TOOL.page(),
        watch::TOOL.page(),
        llm::TOOL.page(),
        readiness::TOOL.page(),
        serve::TOOL.page(),
        reduce::TOOL.page(),
    ]
}

/// `no repairs`, `1 repair`, `2 repairs`.
fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::Tool;

    /// What is wrong with the flags of a tool.
    fn faults<C>(tool: &Tool<C>) -> Vec<String> {
        let specs = tool.groups.iter().flat_map(|group| group.specs());
        let flags: Vec<&str> = specs.map(|spec| spec.name).collect();
        let twice = flags.iter().enumerate().filter(|(place, name)| flags[..*place].contains(name));
        let twice = twice.map(|(_, name)| format!("{}: two rows of {name}", tool.name));
        let unknown = tool.rules.names().filter(|name| !flags.contains(name));
        twice.chain(unknown.map(|name| format!("{}: no row of {name}", tool.name))).collect()
    }

    #[test]
    fn a_flag_has_one_row_and_rules_name_flags() {
        let faults = [
            faults(&super::repair::TOOL),
            faults(&super::check::TOOL),
            faults(&super::watch::TOOL),
            faults(&super::llm::TOOL),
            faults(&super::readiness::TOOL),
            faults(&super::serve::TOOL),
            faults(&super::reduce::TOOL),
        ];
        assert_eq!(faults.concat(), [""; 0]);
    }
}
