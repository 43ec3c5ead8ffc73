//! An agent that asks a model for the arguments of a tool, checks each answer, and sends back what
//! was wrong with it until the call may be executed. The model here is a script.
//!
//!     cargo run --example agent_loop

use jsonmend::{Options, ProviderEnd, Schema, analyze};
use std::sync::Arc;

/// One answer of the model: its text, and how the provider's stream ended.
type Answer = (&'static str, ProviderEnd);

/// What is asked for, and what the model answers, one after the other.
struct Episode {
    title: &'static str,
    /// What the tool declares its arguments to be.
    schema: &'static str,
    answers: &'static [Answer],
}

const EPISODES: &[Episode] = &[
    Episode {
        title: "two readings",
        schema: "{!paths:[string]}",
        answers: &[
            (r#"{"paths": ["/srv/app" "/tmp"]}"#, ProviderEnd::Complete),
            (r#"{"paths": ["/srv/app", "/tmp"]}"#, ProviderEnd::Complete),
        ],
    },
    Episode {
        title: "cut off",
        schema: "{!to:string,!text:string}",
        answers: &[
            (r#"{"to": "ann@example.org", "text": "The meeting is"#, ProviderEnd::MaxTokens),
            (r#"{"to": "ann@example.org", "text": "Meeting: 9:00."}"#, ProviderEnd::Complete),
        ],
    },
    Episode {
        title: "not what the tool takes",
        schema: "{!city:string,!days:integer(minimum=1)}",
        answers: &[
            (r#"{"city": "Oslo", "days": "three"}"#, ProviderEnd::Complete),
            (r#"{"city": "Oslo", "days": 3}"#, ProviderEnd::Complete),
        ],
    },
    Episode {
        title: "no progress",
        schema: "{!query:string}",
        answers: &[
            (r#"{"query": "24" tv"}"#, ProviderEnd::Complete),
            (r#"{"query": "24" tv"}"#, ProviderEnd::Complete),
            (r#"{"query": "24 inch tv"}"#, ProviderEnd::Complete),
        ],
    },
];

/// How an episode ends.
enum End {
    /// The call may be executed with these arguments.
    Execute(String),
    /// It may not, and the model does not do better.
    GiveUp(&'static str),
}

/// How often a model is asked at most.
const TRIES: usize = 4;

/// Asks until an answer may be executed. `ask` gets the prompt that says what was wrong with the
/// answer before.
fn heal(schema: &Arc<Schema>, mut ask: impl FnMut(Option<&str>) -> Answer) -> End {
    let mut options = Options::for_agent();
    options.schema = Some(Arc::clone(schema));
    let mut prompt: Option<String> = None;
    for _ in 0..TRIES {
        let (text, end) = ask(prompt.as_deref());
        options.gate.end = Some(end);
        let plan = analyze(text, &options);
        if plan.is_executable() {
            return End::Execute(plan.text.unwrap_or_default());
        }
        let again = plan.prompt().map(str::to_owned);
        if again == prompt {
            return End::GiveUp("the same mistake again");
        }
        prompt = again;
    }
    End::GiveUp("too many tries")
}

fn main() {
    print!("{}", play());
}

/// Plays all episodes and gives the script of them.
pub(crate) fn play() -> String {
    let mut script = String::new();
    for episode in EPISODES {
        script.push_str(&format!("# {}\n", episode.title));
        let mut answers = episode.answers.iter();
        let schema =
            Arc::new(Schema::parse(episode.schema).expect("the skeletons above are sound"));
        let end = heal(&schema, |prompt| {
            for line in prompt.into_iter().flat_map(str::lines) {
                script.push_str(&format!("  gate: {line}\n"));
            }
            let answer = answers.next().copied().unwrap_or(("", ProviderEnd::Interrupted));
            script.push_str(&format!("model: {}\n", answer.0));
            answer
        });
        script.push_str(&match end {
            End::Execute(arguments) => format!("agent: executes {arguments}\n\n"),
            End::GiveUp(why) => format!("agent: gives up: {why}\n\n"),
        });
    }
    script
}
