//! Readiness as a picture: the same bars and curve as SVG.

use super::{NAME, percent, short};
use crate::cli::xml;
use crate::watch::Readiness;
use std::fmt::{self, Write as _};

/// Where the bars begin and how wide all of them is, in pixels.
const LEFT: usize = 240;
const WIDTH: usize = 480;
/// From one bar to the next.
const ROW: usize = 22;
/// How high the curve is.
const CURVE: usize = 120;

const STYLE: &str = "text{font:13px ui-monospace,monospace;fill:#1f2328}.bar{fill:#4c8dd6}\
.sum{fill:#3fa66a}.axis{stroke:#8b949e}.curve{fill:none;stroke:#d2762c;stroke-width:2}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}svg{background:#0d1117}}";

/// Draws it.
pub(super) fn svg(ready: &Readiness) -> String {
    let mut out = String::new();
    draw(&mut out, ready).expect("a string takes every write");
    out
}

fn draw(out: &mut String, ready: &Readiness) -> fmt::Result {
    let fields = ready.fields.fields();
    let rows = fields.len() + 3;
    let (wide, high) = (LEFT + WIDTH + 80, rows * ROW + CURVE + 70);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
         height=\"{high}\" role=\"img\">\n<title>When each member was final</title>\n<style>{STYLE}</style>"
    )?;
    let mut top = 16;
    for field in fields {
        bar(out, top, "bar", field.path, ready.permille(field.ready_at))?;
        top += ROW;
    }
    top += 12;
    for (name, at) in
        [("syntax", ready.syntax), ("schema", ready.schema), ("settled", ready.settled)]
    {
        bar(out, top, "sum", name, ready.permille(at))?;
        top += ROW;
    }
    curve(out, top + 8, ready)?;
    writeln!(out, "</svg>")
}

fn bar(out: &mut String, top: usize, class: &str, name: &str, share: i64) -> fmt::Result {
    let width = usize::try_from(share).unwrap_or(0) * WIDTH / 1000;
    let base = top + 13;
    let percent = percent(share);
    writeln!(
        out,
        "<text x=\"{}\" y=\"{base}\" text-anchor=\"end\"><title>{}</title>{}</text>\
         <rect class=\"{class}\" x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"16\" rx=\"2\"/>\
         <text x=\"{}\" y=\"{base}\">{percent}</text>",
        LEFT - 8,
        xml::text(name),
        xml::text(&short(name, NAME)),
        LEFT + width + 6,
    )
}

/// The share of members that are final, over the share of the input that has been read.
fn curve(out: &mut String, top: usize, ready: &Readiness) -> fmt::Result {
    let fields = ready.fields.fields();
    let all = fields.len();
    let bottom = top + CURVE;
    let mut points = format!("{LEFT},{bottom}");
    let ready_at = fields.filter_map(|field| field.ready_at);
    let mut done = 0;
    for at in ready_at {
        let x = LEFT + (at * WIDTH as u64 / ready.length.max(1)) as usize;
        let (from, to) = (height(done, all), height(done + 1, all));
        write!(points, " {x},{} {x},{}", bottom - from, bottom - to)?;
        done += 1;
    }
    write!(points, " {},{}", LEFT + WIDTH, bottom - height(done, all))?;
    writeln!(
        out,
        "<path class=\"axis\" d=\"M{LEFT} {top}V{bottom}H{right}\" fill=\"none\"/>\
         <polyline class=\"curve\" points=\"{points}\"/>\
         <text x=\"{LEFT}\" y=\"{low}\">0%</text><text x=\"{middle}\" y=\"{low}\" \
         text-anchor=\"middle\">of the input read</text><text x=\"{right}\" y=\"{low}\" \
         text-anchor=\"end\">100%</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">members final</text>",
        LEFT - 8,
        top + 13,
        right = LEFT + WIDTH,
        middle = LEFT + WIDTH / 2,
        low = bottom + 18,
    )
}

fn height(done: usize, all: usize) -> usize {
    done * CURVE / all.max(1)
}
