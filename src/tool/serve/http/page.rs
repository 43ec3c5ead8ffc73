//! The page to try it on: three files that are part of the program, and ask for nothing elsewhere.

use super::answer::Answer;
use hyper::body::Bytes;
use hyper::header::{CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY};

/// A file of the page.
#[derive(Debug)]
pub(super) struct Asset {
    path: &'static str,
    media: &'static str,
    text: &'static str,
}

/// Every file of the page.
static ASSETS: &[Asset] = &[
    Asset { path: "/", media: "text/html; charset=utf-8", text: include_str!("page/index.html") },
    Asset {
        path: "/style.css",
        media: "text/css; charset=utf-8",
        text: include_str!("page/style.css"),
    },
    Asset { path: "/script.js", media: "text/javascript; charset=utf-8", text: SCRIPT },
];

/// The script. Its parts see each other, as in one file; the last one begins.
const SCRIPT: &str = concat!(
    include_str!("page/script/base.js"),
    include_str!("page/script/try.js"),
    include_str!("page/script/player.js"),
    include_str!("page/script/agent.js"),
    include_str!("page/script/call.js"),
    include_str!("page/script/begin.js"),
);

/// What the page may load and speak to: its own server, and nothing written into it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

impl Asset {
    /// The file at a path.
    pub(super) fn at(path: &str) -> Option<&'static Asset> {
        ASSETS.iter().find(|asset| asset.path == path)
    }

    pub(super) fn answer(&self) -> Answer {
        let media = HeaderValue::from_static(self.media);
        Answer::of(200, media, Bytes::from_static(self.text.as_bytes()))
            .with((CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)))
            .with((REFERRER_POLICY, HeaderValue::from_static("no-referrer")))
    }
}
