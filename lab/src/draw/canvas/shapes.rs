//! A drawing as SVG elements. Styles are collected as classes, and numbers have two decimals, so that files stay small.

use super::area::{Area, Xy};
use crate::draw::theme::Color;
use std::fmt::Write;

/// Larger coordinates are cut off.
const FAR: f32 = 1e5;

/// The SVG elements of a drawing. [`super::Canvas::vector`] draws on it.
#[derive(Debug, Default)]
pub struct SvgShapes {
    elements: String,
    /// The CSS of each class.
    styles: Vec<String>,
    /// The part of the canvas that the last element is in.
    part: Option<Area>,
}

impl SvgShapes {
    /// The whole document, with a title.
    pub fn document(mut self, (width, height): (u32, u32), title: &str) -> String {
        self.enter(None);
        let css: String =
            self.styles.iter().enumerate().map(|(k, css)| format!(".{}{{{css}}}\n", class(k))).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <title>{}</title>\n<style>\ntext{{font-family:\"Noto Sans Mono\",\"DejaVu Sans Mono\",monospace;white-space:pre}}\n\
             {css}</style>\n{}</svg>\n",
            escaped_xml(title),
            self.elements
        )
    }

    /// Adds an element in a part of the canvas: its name and attributes, and its CSS.
    pub(super) fn add(&mut self, part: Option<Area>, element: std::fmt::Arguments, css: String) {
        self.enter(part);
        let class = self.class_of(css);
        // Writing to a string cannot fail.
        let _ = writeln!(self.elements, "<{element} class=\"{class}\"/>");
    }

    /// Adds a line of text with its baseline at `y`, exactly `width` pixels wide.
    pub(super) fn text(
        &mut self,
        part: Option<Area>,
        (x, y): (i32, i32),
        width: i32,
        text: &str,
        css: String,
    ) {
        self.enter(part);
        let (class, text) = (self.class_of(css), escaped_xml(text));
        let _ = writeln!(
            self.elements,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" class=\"{class}\">{text}</text>"
        );
    }

    /// Makes the following elements part of an area, which clips them.
    fn enter(&mut self, part: Option<Area>) {
        if self.part == part {
            return;
        }
        if self.part.is_some() {
            self.elements += "</svg>\n";
        }
        if let Some(Area { x, y, width, height }) = part {
            let _ = writeln!(
                self.elements,
                "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
            );
        }
        self.part = part;
    }

    fn class_of(&mut self, css: String) -> String {
        // The latest are the likeliest.
        let known = self.styles.iter().rposition(|other| *other == css);
        class(known.unwrap_or_else(|| {
            self.styles.push(css);
            self.styles.len() - 1
        }))
    }
}

/// The name of a class: a, b, … z, ba, bb, …
fn class(mut k: usize) -> String {
    let mut name = Vec::new();
    loop {
        name.push(b'a' + (k % 26) as u8);
        k /= 26;
        if k == 0 {
            break;
        }
    }
    name.reverse();
    String::from_utf8_lossy(&name).into_owned()
}

/// The CSS of a filled shape.
pub(super) fn fill(color: Color) -> String {
    format!("fill:{}{}", hex(color), opacity("fill", color))
}

/// The CSS of a line.
pub(super) fn stroke(color: Color, width: f32) -> String {
    let round = "stroke-linecap:round;stroke-linejoin:round";
    format!(
        "fill:none;stroke:{};stroke-width:{};{round}{}",
        hex(color),
        number(width),
        opacity("stroke", color)
    )
}

pub(super) fn hex(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

fn opacity(of: &str, color: Color) -> String {
    if color.a == 255 {
        String::new()
    } else {
        format!(";{of}-opacity:{}", number(f32::from(color.a) / 255.0))
    }
}

/// A number with at most two decimals.
pub(super) fn number(v: f32) -> String {
    let text = format!("{:.2}", v.clamp(-FAR, FAR));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The path through points.
pub(super) fn path(points: &[Xy]) -> String {
    let mut path = String::new();
    for (k, (x, y)) in points.iter().enumerate() {
        path += if k == 0 { "M" } else { "L" };
        path += &number(*x);
        path += " ";
        path += &number(*y);
    }
    path
}

/// Text for XML, without the control characters that XML forbids.
fn escaped_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')) {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_short() {
        assert_eq!([1.0, 0.25, -0.001, 2.34567, 1e30].map(number), ["1", "0.25", "0", "2.35", "100000"]);
        assert_eq!([0, 25, 26, 51].map(class), ["a", "z", "ba", "bz"]);
        assert_eq!(escaped_xml("a<b> & \u{1}c"), "a&lt;b&gt; &amp; c");
    }
}
