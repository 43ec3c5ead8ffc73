//! The options of jm-serve and the flags that set them.

use crate::cli::flag::{Arity, Flag, Group, Kind, Layer, Rejected, Spec};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::options::Options;
use crate::protocol::Defaults;
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags;
use crate::tool::rules::{self, UserRules};
use std::ffi::OsString;

/// The options of jm-serve.
#[derive(Clone, Debug, Default)]
pub struct Config {
    common: Common,
    pub(super) serve: ServeOptions,
    /// The defaults for the parameters of a request.
    pub(super) options: Defaults,
    pub(super) declaration: Declaration,
    pub(super) rules: UserRules,
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// How it is spoken to.
#[derive(Clone, Debug, Default)]
pub(super) struct ServeOptions {
    pub(super) carrier: Carrier,
    pub(super) http: HttpOptions,
    /// For whom to print how it is configured, instead of serving.
    pub(super) print_config: Option<ClientName>,
}

/// What carries requests and answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Carrier {
    /// Lines of protocol v1 on standard input and output.
    #[default]
    Stdio,
    /// HTTP.
    Http,
    /// Messages of the Model Context Protocol on standard input and output.
    Mcp,
}

/// A client of the Model Context Protocol that asks how to be told of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientName {
    Cursor,
    Vscode,
    Codex,
    Zed,
    Claude,
    ClaudeDesktop,
    Windsurf,
    Cline,
}

/// Who may ask over HTTP, and where.
#[derive(Clone, Debug, Default)]
pub(super) struct HttpOptions {
    /// HOST:PORT or PORT.
    pub(super) address: Option<String>,
    pub(super) allow_remote: bool,
    /// Whose first line every request has to name.
    pub(super) token_file: Option<OsString>,
    pub(super) allow_origin: Option<String>,
}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-serve.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Serving", SERVE, |c| &mut c.serve),
    &EachDefault(default(PASS, flags::PROFILES).presets()),
    &EachDefault(default(PASS, flags::SAFETY)),
    &Flags::new(PASS, declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &EachDefault(default("Reading", flags::READING).brief()),
    &EachDefault(default("Limits", flags::LIMITS).brief()),
    &EachDefault(default("Snapshots", flags::SNAPSHOT).brief()),
    &Flags::new("Outputs of tools", rules::FLAGS, |c| &mut c.rules).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

const PASS: &str = "What may pass, unless a request says otherwise";

const fn default(title: &'static str, flags: &'static [Flag<Options>]) -> Layer<Options, Options> {
    Layer::new(title, flags, |options| options)
}

/// Flags that set the same in the defaults of every method.
struct EachDefault(Layer<Options, Options>);

impl Group<Config> for EachDefault {
    fn title(&self) -> &'static str {
        self.0.title
    }

    fn brief(&self) -> bool {
        self.0.brief
    }

    fn specs(&self) -> Vec<Spec> {
        self.0.specs()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.0.find(name)
    }

    fn presets(&self) -> bool {
        self.0.presets
    }

    fn arity(&self, index: usize) -> Arity {
        self.0.arity(index)
    }

    fn set(&self, index: usize, value: OsString, config: &mut Config) -> Result<(), Rejected> {
        config.options.each().try_for_each(|options| self.0.set(index, value.clone(), options))
    }
}

/// Which of them go together.
pub(super) const RULES: Rules = Rules {
    one_of: &[&["stdio", "http", "mcp"], declaration::ONE_OF],
    conflicts: &[],
    needs: &[
        declaration::NEED,
        (&["allow-remote", "token-file", "allow-origin"], "http"),
        (&["allow-remote"], "token-file"),
        (&["print-config"], "mcp"),
    ],
};

/// An origin as browsers send it: in lower case, and without the port that its scheme implies.
fn as_sent(origin: &str) -> String {
    let origin = origin.to_ascii_lowercase();
    let implied = [("http://", ":80"), ("https://", ":443")];
    let mut short = implied.iter().filter(|(scheme, _)| origin.starts_with(scheme));
    let short = short.find_map(|(_, port)| origin.strip_suffix(port));
    short.unwrap_or(&origin).to_owned()
}

const SERVE: &[Flag<ServeOptions>] = &[
    Flag {
        name: "stdio",
        kind: Kind::Switch(|o| o.carrier = Carrier::Stdio),
        short: "requests on standard input, answers on standard output",
        long: "The default.",
    },
    Flag {
        name: "http",
        kind: Kind::Optional("ADDR", |o, address| {
            o.carrier = Carrier::Http;
            o.http.address = Some(address.to_owned()).filter(|address| !address.is_empty());
            Ok(())
        }),
        short: "requests over HTTP",
        long: "ADDR is HOST:PORT or PORT, 127.0.0.1 and a free port unless given. Where it listens is said on standard error. POST /v1/METHOD \
               takes the parameters and answers as over stdio, without id; GET /openapi.json \
               describes it; GET /healthz says that it is there.",
    },
    Flag {
        name: "allow-remote",
        kind: Kind::Switch(|o| o.http.allow_remote = true),
        short: "let ADDR be one that other machines reach",
        long: "Requests then may name the address that they came to as their host. There is no \
               encryption: put a proxy in front that has it.",
    },
    Flag {
        name: "token-file",
        kind: Kind::File(|o, file| o.http.token_file = Some(file)),
        short: "answer only requests that bear the token in FILE",
        long: "As Authorization: Bearer TOKEN. White space around the token in FILE is ignored.",
    },
    Flag {
        name: "allow-origin",
        kind: Kind::Text("ORIGIN", |o, origin| {
            let is_origin = origin.split_once("://").is_some_and(|(scheme, host)| {
                !scheme.is_empty() && !host.is_empty() && !host.contains(['/', ' ', ','])
            });
            let is_text = origin.bytes().all(|byte| byte.is_ascii_graphic());
            o.http.allow_origin = Some(as_sent(origin));
            let accepted = "an origin, such as https://app.example";
            if is_origin && is_text { Ok(()) } else { Err(accepted.into()) }
        }),
        short: "let the pages of one other origin ask",
        long: "",
    },
    Flag {
        name: "mcp",
        kind: Kind::Switch(|o| o.carrier = Carrier::Mcp),
        short: "tools of the Model Context Protocol over stdio",
        long: "The tools are gate, repair, validate, readiness and reduce; with --http, POST /mcp has them too.",
    },
    Flag {
        name: "print-config",
        kind: Kind::Choice(
            "NAME",
            &[
                ("cursor", |o| o.print_config = Some(ClientName::Cursor)),
                ("vscode", |o| o.print_config = Some(ClientName::Vscode)),
                ("codex", |o| o.print_config = Some(ClientName::Codex)),
                ("zed", |o| o.print_config = Some(ClientName::Zed)),
                ("claude", |o| o.print_config = Some(ClientName::Claude)),
                ("claude-desktop", |o| o.print_config = Some(ClientName::ClaudeDesktop)),
                ("windsurf", |o| o.print_config = Some(ClientName::Windsurf)),
                ("cline", |o| o.print_config = Some(ClientName::Cline)),
            ],
        ),
        short: "with --mcp: print what a client has to be told",
        long: "Where it belongs is said on standard error.",
    },
];
