//! The engine's options as command lines write them, for cases that are data.

use jsonmend::engine::EngineOptions;
use jsonmend::engine::options::{DuplicateKeys, MultiRoot, NonFinite};
use jsonmend::repair::{Rule, RuleSet};

/// The options that `line` sets; `None` if one of them is unknown.
pub(crate) fn parse(line: &str) -> Option<EngineOptions> {
    let mut options = EngineOptions::default();
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--skip-prose" => options.skip_prose = true,
            "--quote-lookahead" => options.quote_lookahead = true,
            "--unwrap-string" => options.unwrap_string = true,
            "--decode-entities" => options.decode_entities = true,
            "--replace-bytes" => options.replace_bytes = true,
            "--duplicate-keys" => options.duplicate_keys = duplicate_keys(words.next()?)?,
            "--multi-root" => options.multi_root = multi_root(words.next()?)?,
            "--non-finite" => options.non_finite = non_finite(words.next()?)?,
            "--disable" => options.disabled = rules(words.next()?)?,
            "--max-depth" => options.max_depth = words.next()?.parse().ok()?,
            "--max-length" => options.max_length = Some(words.next()?.parse().ok()?),
            "--max-token" => {
                options.max_token = words.next()?.parse().ok()?;
                options.max_string = Some(options.max_token);
            }
            _ => return None,
        }
    }
    Some(options)
}

fn duplicate_keys(word: &str) -> Option<DuplicateKeys> {
    Some(match word {
        "pass" => DuplicateKeys::Pass,
        "flag" => DuplicateKeys::Flag,
        "first" => DuplicateKeys::First,
        "last" => DuplicateKeys::Last,
        "error" => DuplicateKeys::Error,
        _ => return None,
    })
}

fn multi_root(word: &str) -> Option<MultiRoot> {
    Some(match word {
        "first" => MultiRoot::First,
        "array" => MultiRoot::Array,
        "lines" => MultiRoot::Lines,
        "error" => MultiRoot::Error,
        _ => return None,
    })
}

fn non_finite(word: &str) -> Option<NonFinite> {
    Some(match word {
        "null" => NonFinite::Null,
        "string" => NonFinite::String,
        "error" => NonFinite::Error,
        _ => return None,
    })
}

fn rules(list: &str) -> Option<RuleSet> {
    list.split(',').try_fold(RuleSet::default(), |set, code| Some(set.with(Rule::from_code(code)?)))
}
