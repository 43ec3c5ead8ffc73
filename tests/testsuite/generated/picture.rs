//! docs/pipe.svg: pipes at work as a terminal shows them, run now.

use console::AnsiCodeIterator;
use std::fmt::Write;

use crate::support::console as shell;

/// What is typed.
const COMMANDS: &[&str] = &[
    r#"echo "{'city': 'Oslo', days: 3, // tomorrow on" | jm-repair"#,
    r#"echo '{"paths": ["/srv/app" "/tmp"]}' | jm-check --format human"#,
    r#"echo '{"paths": ["/srv/app" "/tmp"]}' | jm-repair --for-execution"#,
    "model | jm-llm --follow | jm-watch --until-ready --schema '{!city:string,!days:integer}' --only deltas",
];

/// A model: it goes on for as long as it is listened to.
const MODEL: &str = r#"
export CLICOLOR_FORCE=1
said() {
    printf 'data: {"choices":[{"delta":{"tool_calls":[{"index":0,%s}]}}]}\n\n' "$1"
}
model() {
    said '"id":"call_1","function":{"name":"weather","arguments":""}'
    said '"function":{"arguments":"{\"city\": \"Os"}'
    said '"function":{"arguments":"lo\", \"days\": 3, \"why\": \"bec"}'
    sleep 2
    said '"function":{"arguments":"ause they asked\"}"}'
    printf 'data: [DONE]\n\n'
}
"#;

/// How wide a character is, how high a line, and what is left free around the text, in pixels.
const CELL: f64 = 8.2;
const LINE: usize = 20;
const MARGIN: usize = 18;

const STYLE: &str = "\
    text { font: 13.5px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1f2328 }
    rect { fill: #f6f8fa; stroke: #d0d7de }
    .bold { font-weight: 600 }
    .dim { fill: #59636e }
    .red { fill: #cf222e } .yellow { fill: #8a5d00 } .green { fill: #116329 } .cyan { fill: #1b6f78 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      rect { fill: #0d1117; stroke: #30363d }
      .dim { fill: #9198a1 }
      .red { fill: #ff7b72 } .yellow { fill: #e3b341 } .green { fill: #56d364 } .cyan { fill: #56d4dd }
    }
";

/// Text in one look.
struct Span {
    text: String,
    class: String,
}

/// The picture.
pub(super) fn svg() -> String {
    let mut lines: Vec<Vec<Span>> = COMMANDS.iter().flat_map(|command| screen(command)).collect();
    lines.pop();
    let columns = lines.iter().map(|line| line.iter().map(Span::columns).sum()).max();
    let width = (columns.unwrap_or(0) as f64 * CELL).ceil() as usize + 2 * MARGIN;
    let height = lines.len() * LINE + 2 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>JSON from a language model, mended, checked, refused and watched in pipes</title>\n\
         <style>\n{STYLE}</style>\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"8\"/>\n",
        width - 1,
        height - 1
    );
    for (row, line) in lines.iter().enumerate() {
        let mut column = 0;
        for span in line {
            span.write(&mut out, column, MARGIN + row * LINE + LINE * 3 / 4);
            column += span.columns();
        }
    }
    out.push_str("</svg>\n");
    out
}

/// A command, what it shows, and an empty line.
fn screen(command: &str) -> Vec<Vec<Span>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (shown, _) = shell::run(&format!("{MODEL}\n{{ {command}; }} 2>&1"), folder.path());
    let prompt = Span { text: "$ ".to_owned(), class: "green bold".to_owned() };
    let typed = Span { text: command.to_owned(), class: "bold".to_owned() };
    let mut lines = vec![vec![prompt, typed]];
    let mut class = String::new();
    lines.extend(shown.lines().map(|line| spans(line, &mut class)));
    lines.push(Vec::new());
    lines
}

/// The parts of a line; `class` is how the text looks where it begins.
fn spans(line: &str, class: &mut String) -> Vec<Span> {
    let mut spans = Vec::new();
    for (part, is_code) in AnsiCodeIterator::new(line) {
        if is_code {
            *class = look(part);
        } else {
            spans.push(Span { text: part.to_owned(), class: class.clone() });
        }
    }
    spans
}

/// The classes of a code for colours.
fn look(code: &str) -> String {
    let numbers = code.trim_start_matches("\u{1b}[").trim_end_matches('m').split(';');
    let names = numbers.map(|number| match number {
        "0" => "",
        "1" => "bold",
        "2" => "dim",
        "31" => "red",
        "32" => "green",
        "33" => "yellow",
        "36" => "cyan",
        other => unreachable!("no style for {other}"),
    });
    names.collect::<Vec<_>>().join(" ")
}

impl Span {
    fn columns(&self) -> usize {
        self.text.chars().count()
    }

    /// Appends the text at a column and a base line; its length is given, so that no font makes it wider.
    fn write(&self, out: &mut String, column: usize, y: usize) {
        let text = self.text.trim_start();
        let column = column + self.columns() - text.chars().count();
        if text.is_empty() {
            return;
        }
        let x = MARGIN as f64 + column as f64 * CELL;
        let long = text.chars().count() as f64 * CELL;
        let class = if self.class.is_empty() { "plain" } else { &self.class };
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y}\" textLength=\"{long:.1}\" class=\"{class}\" xml:space=\"preserve\">{text}</text>"
        )
        .expect("a string can be written to");
    }
}
