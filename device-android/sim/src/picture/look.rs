//! How each kind of node looks.

use retap_cache::screen::{Family, Flags, Rect};

use super::canvas::{Canvas, Colour};
use super::font::{ADVANCE, HEIGHT};
use super::icon;
use super::scene::Shape;

const INK: Colour = Colour(33, 33, 33);
const PALE: Colour = Colour(150, 150, 150);
const WHITE: Colour = Colour(255, 255, 255);
const FOCUS: Colour = Colour(255, 111, 0);
const CHECK: Colour = Colour(46, 125, 50);
const SELECTED: Colour = Colour(3, 155, 229);
const BAR: Colour = Colour(28, 30, 34);
const KEYS: Colour = Colour(55, 71, 79);
const KEY: Colour = Colour(96, 125, 139);
/// The rows of the keyboard.
const LETTERS: [&str; 4] = ["qwertyuiop", "asdfghjkl", "zxcvbnm", " "];

/// The fill of a family.
fn fill(family: Family) -> Colour {
    match family {
        Family::Button => Colour(57, 73, 171),
        Family::Field => Colour(255, 253, 231),
        Family::Toggle => Colour(232, 245, 233),
        Family::Text => Colour(250, 250, 250),
        Family::Image => Colour(255, 224, 178),
        Family::List => Colour(227, 242, 253),
        Family::Scroll => Colour(224, 247, 250),
        Family::Web => Colour(243, 229, 245),
        Family::View => Colour(236, 239, 241),
    }
}

/// Sizes that follow the density.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pen {
    /// Pixels of a thin line.
    pub(super) line: i32,
    /// Pixels of a dot of a letter.
    pub(super) dot: i32,
}

impl Pen {
    pub(super) fn new(density: u32) -> Self {
        let dp = |n: i32| (n * density as i32 / 160).max(1);
        Self {
            line: dp(1),
            dot: dp(2),
        }
    }

    /// The dot with which so many letters fit a box.
    fn dot_for(self, letters: usize, lines: usize, area: Rect) -> i32 {
        let (letters, lines) = (letters.max(1) * ADVANCE, lines.max(1) * (HEIGHT + 1));
        self.dot
            .min(area.width() / letters as i32)
            .min(area.height() / lines as i32)
            .max(1)
    }
}

/// Draws one node over what is there.
pub(super) fn node(canvas: &mut Canvas, shape: &Shape, pen: Pen) {
    let area = shape.bounds;
    let has = |flag| shape.flags.has(flag);
    let mut ground = fill(shape.family);
    let mut ink = if shape.family == Family::Button {
        WHITE
    } else {
        INK
    };
    if !has(Flags::ENABLED) {
        (ground, ink) = (ground.mixed(Colour(224, 224, 224), 200), PALE);
    }
    if has(Flags::SELECTED) {
        ground = ground.mixed(SELECTED, 90);
    }
    canvas.fill_grained(area, ground);
    let (edge, thick) = if has(Flags::FOCUSED) {
        (FOCUS, 3 * pen.line)
    } else if has(Flags::CLICKABLE) {
        (ground.mixed(INK, 150), pen.line)
    } else {
        (ground.mixed(INK, 40), 1)
    };
    canvas.frame(area, thick, edge);
    let mut inner = inset(area, 6 * pen.line);
    if shape.icon.is_some() {
        return sign(canvas, shape, inner, ink);
    }
    match shape.family {
        Family::Toggle => inner.left = mark(canvas, shape, inner, pen),
        Family::Image => canvas.frame(inner, pen.line, ground.mixed(INK, 90)),
        Family::Field => {
            let bottom = Rect::new(inner.left, inner.bottom - pen.line, inner.right, inner.bottom);
            canvas.fill(bottom, if has(Flags::FOCUSED) { FOCUS } else { PALE });
        }
        _ => {}
    }
    label(canvas, shape, inner, pen, ink);
}

/// The icon of a node in its middle, half as large as it.
fn sign(canvas: &mut Canvas, shape: &Shape, area: Rect, ink: Colour) {
    let side = icon::SIDE as i32;
    let dot = (shape.bounds.width().min(shape.bounds.height()) / 2 / side).max(1);
    let middle = shape.bounds.center();
    let (left, top) = (middle.x - side * dot / 2, middle.y - side * dot / 2);
    for (row, dots) in shape.icon.into_iter().flatten().zip(0..).map(|(d, r)| (r, d)) {
        for (column, _) in (0..).zip(dots.bytes()).filter(|(_, b)| *b != b' ') {
            let (x, y) = (left + column * dot, top + row * dot);
            canvas.fill(Rect::new(x, y, x + dot, y + dot).intersect(&area), ink);
        }
    }
}

fn inset(area: Rect, by: i32) -> Rect {
    let (x, y) = (by.min(area.width() / 4), by.min(area.height() / 4));
    Rect::new(area.left + x, area.top + y, area.right - x, area.bottom - y)
}

/// The text of a node: of buttons in the middle, of others from the left.
fn label(canvas: &mut Canvas, shape: &Shape, area: Rect, pen: Pen, ink: Colour) {
    if shape.label.is_empty() || area.is_empty() {
        return;
    }
    let lines: Vec<&str> = shape.label.lines().collect();
    let longest = lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let dot = pen.dot_for(longest, lines.len(), area);
    let step = (HEIGHT as i32 + 1) * dot;
    let top = area.top + (area.height() - step * lines.len() as i32).max(0) / 2;
    for (i, line) in lines.iter().enumerate() {
        let width = (line.chars().count() * ADVANCE) as i32 * dot;
        let left = match shape.family {
            Family::Button | Family::Image => area.left + (area.width() - width).max(0) / 2,
            _ => area.left,
        };
        let at = (left, top + i as i32 * step);
        canvas.text(at, line, dot, area, ink);
    }
    if shape.family == Family::Field && shape.flags.has(Flags::FOCUSED) && lines.len() == 1 {
        let left = area.left + (longest * ADVANCE) as i32 * dot;
        let cursor = Rect::new(left, top, left + pen.line, top + step);
        canvas.fill(cursor.intersect(&area), FOCUS);
    }
}

/// The box, ring or slider of a toggle; where the rest of it begins.
fn mark(canvas: &mut Canvas, shape: &Shape, area: Rect, pen: Pen) -> i32 {
    let side = (11 * pen.dot).min(area.height()).min(area.width() / 2).max(1);
    let on = shape.flags.has(Flags::CHECKED);
    let colour = if on { CHECK } else { PALE };
    let top = area.top + (area.height() - side) / 2;
    let square = |left: i32| Rect::new(left, top, left + side, top + side);
    if shape.slides {
        let track = Rect::new(area.left, top, area.left + 2 * side, top + side);
        canvas.fill(track, colour);
        canvas.frame(track, pen.line, INK);
        let thumb = square(if on { area.left + side } else { area.left });
        canvas.fill(inset(thumb, 2 * pen.line), WHITE);
        return track.right + 3 * pen.dot;
    }
    let square = square(area.left);
    canvas.fill(square, WHITE);
    canvas.frame(square, 2 * pen.line, colour);
    if on {
        canvas.fill(inset(square, side / 4), CHECK);
    }
    square.right + 3 * pen.dot
}

/// The keyboard, with its keys.
pub(super) fn keyboard(canvas: &mut Canvas, area: Rect, pen: Pen) {
    canvas.fill_grained(area, KEYS);
    let height = area.height() / LETTERS.len() as i32;
    for (row, letters) in LETTERS.iter().enumerate() {
        let n = letters.len() as i32;
        let width = if n == 1 {
            area.width() / 2
        } else {
            area.width() / 10
        };
        let left = area.left + (area.width() - n * width) / 2;
        for (i, letter) in letters.chars().enumerate() {
            let (x, y) = (left + i as i32 * width, area.top + row as i32 * height);
            let key = inset(Rect::new(x, y, x + width, y + height), 2 * pen.line);
            canvas.fill(key, KEY);
            let at = (
                key.left + (key.width() - ADVANCE as i32 * pen.dot) / 2,
                key.top + (key.height() - HEIGHT as i32 * pen.dot) / 2,
            );
            canvas.text(at, letter.encode_utf8(&mut [0; 4]), pen.dot, key, WHITE);
        }
    }
}

/// Status bar or navigation bar, with what it says.
pub(super) fn bar(canvas: &mut Canvas, area: Rect, text: &str, pen: Pen) {
    canvas.fill_grained(area, BAR);
    let dot = pen.dot_for(text.chars().count(), 1, area);
    let width = (text.chars().count() * ADVANCE) as i32 * dot;
    let at = (
        area.left + (area.width() - width) / 2,
        area.top + (area.height() - HEIGHT as i32 * dot) / 2,
    );
    canvas.text(at, text, dot, area, WHITE);
}
