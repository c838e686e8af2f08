//! Checks that everything in an SVG picture lies within its view box.

use scraper::{ElementRef, Html, Selector};

/// The mean width of a character as a share of the font size, in DejaVu Sans, which is a wide font.
const CHARACTER: f64 = 0.6;

/// Panics if a text or a mark of the picture lies outside its view box. Text widths are those of a wide font.
pub(crate) fn assert_inside(picture: &str) {
    let page = Html::parse_fragment(picture);
    let svg = page.select(&Selector::parse("svg").expect("a selector")).next().expect("a picture");
    let view: Vec<f64> = numbers(svg.attr("viewBox").expect("a view box"));
    let inside = |what: &str, x: f64, y: f64| {
        let fits = (view[0]..=view[0] + view[2]).contains(&x) && (view[1]..=view[1] + view[3]).contains(&y);
        assert!(fits, "({x:.1}, {y:.1}) of '{what}' lies outside {view:?}");
    };
    let all = |selector: &str| {
        let selector = Selector::parse(selector).expect("a selector");
        svg.select(&selector).collect::<Vec<ElementRef>>()
    };
    for text in all("text:not([transform])") {
        let words: String = text.text().collect();
        let size = text.attr("font-size").map_or(12.0, |size| size.parse().expect("a number"));
        let width = words.chars().count() as f64 * CHARACTER * size;
        let (x, y) = (number(text, "x"), number(text, "y"));
        let left = match text.attr("text-anchor").or(text.attr("class")) {
            Some("end") => x - width,
            Some("middle" | "mid") => x - width / 2.0,
            _ => x,
        };
        inside(&words, left, y - size);
        inside(&words, left + width, y + 0.25 * size);
    }
    for circle in all("circle") {
        let (x, y, r) = (number(circle, "cx"), number(circle, "cy"), number(circle, "r"));
        inside("a circle", x - r, y - r);
        inside("a circle", x + r, y + r);
    }
    for line in all("line") {
        inside("a line", number(line, "x1"), number(line, "y1"));
        inside("a line", number(line, "x2"), number(line, "y2"));
    }
    for points in all("polyline, polygon").iter().filter_map(|line| line.attr("points")) {
        numbers(points).chunks_exact(2).for_each(|p| inside("a polyline", p[0], p[1]));
    }
    for path in all("path.line").iter().filter_map(|path| path.attr("d")) {
        numbers(path).chunks_exact(2).for_each(|p| inside("a path", p[0], p[1]));
    }
}

fn number(element: ElementRef, name: &str) -> f64 {
    element
        .attr(name)
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("{name} of {}", element.html()))
}

fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    words.filter(|word| !word.is_empty()).map(|word| word.parse().expect("a number")).collect()
}
