//! Fixtures made of fixtures: the same output between much that says nothing, and as a hostile program
//! would write it.

use serde_json::Value;

/// The fixture without what is expected of its other forms.
pub(super) fn as_it_is(fixture: &Value) -> Value {
    with_expectation(fixture.clone(), "kept", Value::Null)
}

/// The output between much more that says nothing. What had to be told still has to,
/// in 4000 characters, and of its own lines those are shown that the fixture says are `kept`.
pub(super) fn huge(fixture: &Value) -> Value {
    let filler =
        |name: &str| (0..600).map(|n| format!("{name} {n} of many went by\n")).collect::<String>();
    let made = with_text(fixture, |text| {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        format!("{}{text}{end}{}", filler("step"), filler("stage"))
    });
    let made = with_expectation(made, "maxChars", 4000.into());
    with_expectation(made, "kept", fixture["expect"]["kept"].clone())
}

/// The output with colours, frames that are written over, a title, and a line that is no ASCII.
#[must_use]
pub fn hostile(fixture: &Value) -> Value {
    with_text(fixture, |text| {
        let mut out = String::from("\u{1b}]0;title\u{7}\u{1b}[?25l");
        for (nth, line) in text.split_inclusive('\n').enumerate() {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\r\n"));
            // Colour before and behind the line, a frame that is written over, a line that is no ASCII.
            out.push_str(&format!("0%\r50%\r\u{1b}[2K\u{1b}[1;3{}m{line}\u{1b}[0m{end}", nth % 8));
            if nth == 0 {
                out.push_str("👩\u{200d}👩\u{200d}👧 日本語 \0 \u{9b}31m e\u{301}\u{202e}\r\n");
            }
        }
        out + "\u{1b}[?25h\u{1b}["
    })
}

/// The fixture with another output, of which only the parts are expected that had to be told.
fn with_text(fixture: &Value, write: impl Fn(&str) -> String) -> Value {
    let own = fixture["input"]["stdout"].as_str().unwrap_or_default();
    // A rule knows its own output by its shape, which is another one now: no rule is expected.
    let mut made =
        serde_json::json!({"input": fixture["input"], "options": fixture["options"], "own": own});
    made["input"]["stdout"] = write(own).into();
    with_expectation(made, "contains", fixture["expect"]["contains"].clone())
}

fn with_expectation(mut fixture: Value, name: &str, value: Value) -> Value {
    fixture["expect"][name] = value;
    fixture
}
