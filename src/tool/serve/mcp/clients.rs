//! How the clients of the Model Context Protocol are told of this server.

use crate::json;

/// A client.
#[derive(Debug)]
pub(in crate::tool::serve) struct Client {
    /// The name that the command line calls it by.
    pub(in crate::tool::serve) name: &'static str,
    /// Where what is printed belongs.
    pub(in crate::tool::serve) place: &'static str,
    /// What is printed, for the path of this program and its arguments.
    text: fn(&str, &[String]) -> String,
}

/// Every client.
pub(in crate::tool::serve) static CLIENTS: &[Client] = &[
    Client { name: "cursor", place: "~/.cursor/mcp.json or .cursor/mcp.json", text: servers },
    Client { name: "vscode", place: ".vscode/mcp.json", text: vscode },
    Client { name: "codex", place: "~/.codex/config.toml", text: codex },
    Client { name: "zed", place: "settings.json", text: zed },
    Client { name: "claude", place: "a shell; or, for a project, .mcp.json", text: claude },
    Client { name: "claude-desktop", place: "claude_desktop_config.json", text: servers },
    Client { name: "windsurf", place: "~/.codeium/windsurf/mcp_config.json", text: servers },
    Client { name: "cline", place: "cline_mcp_settings.json", text: servers },
];

impl Client {
    /// What is printed, with its line end.
    pub(in crate::tool::serve) fn text(&self, program: &str, arguments: &[String]) -> String {
        format!("{}\n", (self.text)(program, arguments))
    }
}

fn servers(program: &str, arguments: &[String]) -> String {
    let (program, arguments) = (quoted(program), list(arguments));
    format!("{{\"mcpServers\":{{\"jsonmend\":{{\"command\":{program},\"args\":{arguments}}}}}}}")
}

fn vscode(program: &str, arguments: &[String]) -> String {
    let (program, arguments) = (quoted(program), list(arguments));
    format!(
        "{{\"servers\":{{\"jsonmend\":{{\"type\":\"stdio\",\"command\":{program},\"args\":{arguments}}}}}}}"
    )
}

/// Older releases want to know that the server is none of their own.
fn zed(program: &str, arguments: &[String]) -> String {
    let (program, arguments) = (quoted(program), list(arguments));
    format!(
        "{{\"context_servers\":{{\"jsonmend\":{{\"source\":\"custom\",\"command\":{program},\
         \"args\":{arguments},\"env\":{{}}}}}}}}"
    )
}

/// Strings of TOML and of JSON are escaped alike.
fn codex(program: &str, arguments: &[String]) -> String {
    let (program, arguments) = (quoted(program), list(arguments));
    format!("[mcp_servers.jsonmend]\ncommand = {program}\nargs = {arguments}")
}

fn claude(program: &str, arguments: &[String]) -> String {
    let words = std::iter::once(program).chain(arguments.iter().map(String::as_str));
    let words = words.map(word).collect::<Vec<_>>().join(" ");
    format!("claude mcp add --transport stdio jsonmend -- {words}")
}

/// A word of a shell.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn list(arguments: &[String]) -> String {
    let quoted: Vec<_> = arguments.iter().map(|argument| quoted(argument)).collect();
    format!("[{}]", quoted.join(","))
}

fn quoted(text: &str) -> String {
    let mut out = Vec::new();
    json::string_without(&mut out, text, char::is_control);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_whatever_is_in_it() {
        for path in ["/usr/bin/jm-serve", "/a b/it's/\"x\"\\\u{7f}\né"] {
            for client in CLIENTS {
                let text = client.text(path, &["--mcp".to_owned()]);
                if let Ok(value) = serde_json::from_str::<serde_json::Value>(&text) {
                    let servers = value.as_object().and_then(|root| root.values().next());
                    assert_eq!(
                        servers.map(|found| &found["jsonmend"]["command"]),
                        Some(&path.into())
                    );
                } else {
                    assert!(matches!(client.name, "codex" | "claude"), "{text}");
                }
            }
        }
        assert!(claude("/a b/it's", &["--mcp".to_owned()]).ends_with(r"-- '/a b/it'\''s' --mcp"));
    }
}
