//! Panels of lines in a fixed-width font, as SVG.

use std::fmt::Write as _;

/// The height of a line, and the width of a character, in pixels.
const LINE: usize = 17;
const CHARACTER: f64 = 7.23;
/// The space around the text of a panel.
const MARGIN: usize = 14;
/// The height of a panel's heading.
const HEADING: usize = 30;

/// The colours of a panel.
#[derive(Clone, Copy)]
pub enum Theme {
    Paper,
    Terminal,
}

/// The colour of a piece of text.
#[derive(Clone, Copy, PartialEq)]
pub enum Colour {
    Plain,
    Comment,
    Marked,
    Error,
    Place,
    Bold,
}

/// A line: its pieces of text, and whether its background is marked.
pub struct Line {
    pub pieces: Vec<(Colour, String)>,
    pub is_marked: bool,
}

impl Line {
    pub fn new(colour: Colour, text: &str) -> Self {
        Self {
            pieces: vec![(colour, text.to_owned())],
            is_marked: false,
        }
    }

    fn len(&self) -> usize {
        self.pieces
            .iter()
            .map(|(_, text)| text.chars().count())
            .sum()
    }
}

/// A heading above lines.
pub struct Panel {
    pub heading: String,
    pub lines: Vec<Line>,
}

impl Panel {
    fn width(&self) -> usize {
        let longest = self.lines.iter().map(Line::len).max().unwrap_or(0);
        let longest = longest.max(self.heading.chars().count());
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a line has fewer than a thousand characters"
        )]
        let pixels = (longest as f64 * CHARACTER).ceil() as usize;
        pixels + 2 * MARGIN
    }

    fn height(&self) -> usize {
        HEADING + self.lines.len() * LINE + MARGIN
    }
}

/// Returns a picture of rows of panels. The label describes it to a screen reader.
pub fn draw(label: &str, theme: Theme, rows: &[Vec<Panel>]) -> String {
    const GAP: usize = 12;
    let width_of = |row: &Vec<Panel>| row.iter().map(|panel| panel.width() + GAP).sum::<usize>();
    let width = rows
        .iter()
        .map(width_of)
        .max()
        .unwrap_or(0)
        .saturating_sub(GAP);
    let mut body = String::new();
    let mut y = 0;
    for row in rows {
        let height = row.iter().map(Panel::height).max().unwrap_or(0);
        let mut x = 0;
        for (at, panel) in row.iter().enumerate() {
            let is_last = at + 1 == row.len();
            let size = (if is_last { width - x } else { panel.width() }, height);
            draw_panel(&mut body, panel, (x, y), size);
            x += panel.width() + GAP;
        }
        y += height + GAP;
    }
    let height = y - GAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" xml:space=\"preserve\" role=\"img\" \
         aria-label=\"{}\">\n<style>{}</style>\n{body}</svg>\n",
        escape(label),
        style(theme),
    )
}

fn style(theme: Theme) -> &'static str {
    match theme {
        Theme::Paper => {
            "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#24292f;white-space:pre}\
             .panel{fill:#fff;stroke:#d0d7de}.heading{font-weight:600}.mark{fill:#fff2b8}.comment{fill:#57606a}.marked{fill:#7d4e00}"
        }
        Theme::Terminal => {
            "text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d6dbe1;white-space:pre}\
             .panel{fill:#1c2128;stroke:#444c56}.heading{fill:#8b949e}.error{fill:#ff7b72;font-weight:600}\
             .place{fill:#6cb6ff;font-weight:600}.bold{font-weight:600;fill:#fff}"
        }
    }
}

fn draw_panel(
    to: &mut String,
    panel: &Panel,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
) {
    let (left, right) = (x + MARGIN, width - 2);
    _ = writeln!(
        to,
        "<rect class=\"panel\" x=\"{x}.5\" y=\"{y}.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
        width - 1,
        height - 1
    );
    _ = writeln!(
        to,
        "<text class=\"heading\" x=\"{left}\" y=\"{}\">{}</text>",
        y + 20,
        escape(&panel.heading)
    );
    for (row, line) in panel.lines.iter().enumerate() {
        let top = y + HEADING + row * LINE;
        if line.is_marked {
            _ = writeln!(
                to,
                "<rect class=\"mark\" x=\"{}\" y=\"{top}\" width=\"{right}\" height=\"{LINE}\"/>",
                x + 1
            );
        }
        _ = write!(to, "<text x=\"{left}\" y=\"{}\">", top + 13);
        for (colour, text) in &line.pieces {
            let text = escape(text);
            _ = match class(*colour) {
                Some(class) => write!(to, "<tspan class=\"{class}\">{text}</tspan>"),
                None => write!(to, "{text}"),
            };
        }
        to.push_str("</text>\n");
    }
}

fn class(colour: Colour) -> Option<&'static str> {
    match colour {
        Colour::Plain => None,
        Colour::Comment => Some("comment"),
        Colour::Marked => Some("marked"),
        Colour::Error => Some("error"),
        Colour::Place => Some("place"),
        Colour::Bold => Some("bold"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
