//! Rules: listed, printed, checked with their fixtures.

use super::config::{Config, Mode};
use crate::cli::Console;
use crate::cli::io::Stop;
use crate::cli::target::Target;
use crate::json::Object;
use crate::reduce::layers::{self, Folder};
use crate::reduce::{Rules, Source, Trust, verify};
use crate::tool::rules;

/// Does what is asked with the rules.
///
/// # Errors
/// The output fails.
pub(super) fn run(config: &Config, console: &mut Console) -> Result<u8, Stop> {
    let (out, status) = match config.mode {
        Mode::ListRules => (list(&active(config, console)), 0),
        Mode::ShowRule => match show(&active(config, console), &config.rule) {
            Some(out) => (out, 0),
            None => {
                console.failure("there is no rule of this id");
                return Ok(1);
            }
        },
        Mode::VerifyRules => {
            let mut folders: Vec<(Source, Folder)> = vec![(Source::User, config.user_rules())];
            let named = config
                .folders
                .iter()
                .map(|folder| (Source::Project, layers::read(folder, Source::Project)));
            folders.extend(named);
            let report = verify::rules(&folders);
            (line(report.json()), u8::from(!report.is_clean()))
        }
        _ => {
            let reducer = config.reducer(false, console);
            let report = verify::fixtures(&reducer, &config.folders, config.shows);
            (line(report.json()), u8::from(!report.is_clean()))
        }
    };
    Target::stdout()?.write(&out)?;
    Ok(status)
}

fn line(mut json: Vec<u8>) -> Vec<u8> {
    json.push(b'\n');
    json
}

/// The rules that apply here. What of the user's is not used is told, as it is where they are used.
fn active(config: &Config, console: &mut Console) -> Rules {
    let folder = config.user_rules();
    rules::warn(&folder, console);
    let rules = Rules::default().with(folder.rules, Trust::Full);
    let here = std::env::current_dir().ok().filter(|_| config.host.trust != Trust::Off);
    let project = here.map(|folder| layers::project(&folder)).unwrap_or_default();
    rules.with(project, config.host.trust)
}

fn list(rules: &Rules) -> Vec<u8> {
    let mut usable: Vec<_> = rules.usable().collect();
    usable.sort_by(|one, other| one.id.cmp(&other.id));
    let mut out = Vec::new();
    for rule in usable {
        let mut object = Object::new(&mut out);
        object.string("id", &rule.id);
        object.string("family", &rule.family);
        object.string("source", rule.source.name());
        object.string("engine", rule.engine_name());
        object.end();
        out.push(b'\n');
    }
    out
}

/// The rule as it was read.
fn show(rules: &Rules, id: &str) -> Option<Vec<u8>> {
    let rule = rules.active().iter().find(|rule| rule.id == id)?;
    Some(format!("{}\n", rule.text).into_bytes())
}
