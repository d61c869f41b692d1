//! The recipe as text, beside the picture.

use std::ops::Range;
use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{self, Color32, Galley, Label, RichText, Stroke, TextEdit, TextStyle, Theme, Ui, Vec2};

use crate::document::{Document, Gesture};
use crate::theme;

/// The seconds without a key after which typing ends, and becomes an entry of the history.
const PAUSE: f64 = 1.0;
/// The height above the text for an error, in points: three lines, so that the text does not move when there is one.
const PROBLEM: f32 = 12.0 * theme::STEP;

/// The recipe as text.
#[derive(Debug, Default)]
pub struct Panel {
    buffer: String,
    /// The time of the last key.
    typed: Option<f64>,
    colored: Option<Colored>,
}

/// The coloured text, with the problem and the theme that determine its colours.
#[derive(Debug)]
struct Colored {
    problem: Option<Range<usize>>,
    theme: Theme,
    job: LayoutJob,
}

impl Panel {
    /// Draws the text editor, and the error in the text.
    pub fn show(&mut self, ui: &mut Ui, document: &mut Document) {
        if self.buffer != document.text() {
            document.text().clone_into(&mut self.buffer);
        }
        ui.allocate_ui(Vec2::new(ui.available_width(), PROBLEM), |ui| {
            ui.set_min_size(Vec2::new(ui.available_width(), PROBLEM));
            match document.problem() {
                Some(problem) => {
                    let text = RichText::new(&problem.message).small().color(theme::warning(ui.theme()));
                    ui.add(Label::new(text).wrap()).on_hover_text("The picture shows the last valid recipe.");
                }
                None => {
                    ui.label(RichText::new("The picture shows this recipe.").small().weak());
                }
            }
        });
        let problem = document.problem().and_then(|problem| problem.span.clone());
        let colored = &mut self.colored;
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, width: f32| -> Arc<Galley> {
            let theme = ui.theme();
            let is_fresh = |colored: &Colored| colored.problem == problem && colored.theme == theme && colored.job.text == text.as_str();
            if !colored.as_ref().is_some_and(is_fresh) {
                let job = colored_text(text.as_str(), problem.as_ref(), ui);
                *colored = Some(Colored { problem: problem.clone(), theme, job });
            }
            let mut job = colored.as_ref().map(|colored| colored.job.clone()).unwrap_or_default();
            job.wrap.max_width = width;
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let edit = TextEdit::multiline(&mut self.buffer)
            .id_salt("recipe")
            .code_editor()
            .desired_width(f32::INFINITY)
            .desired_rows(24)
            .layouter(&mut layouter);
        let response = ui.add(edit).accessible_name("Recipe as text");
        let time = ui.input(|input| input.time);
        if response.changed() {
            document.edit_text(self.buffer.as_str(), &Gesture::Of("text".to_owned()));
            self.typed = Some(time);
        }
        if let Some(typed) = self.typed {
            if time - typed >= PAUSE || response.lost_focus() {
                document.end_gesture();
                self.typed = None;
            } else {
                ui.ctx().request_repaint_after_secs((PAUSE - (time - typed)) as f32);
            }
        }
    }
}

/// The kind of a part of a recipe's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Plain,
    Comment,
    Key,
    Header,
    Text,
    Number,
}

/// Returns the parts of a text in order, each with the byte at which it ends. Any text has parts.
fn parts(text: &str) -> Vec<(Part, usize)> {
    let mut parts: Vec<(Part, usize)> = Vec::new();
    let mut at = 0;
    let mut is_line_start = true;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let until = |end: &str| rest.find(end).unwrap_or(rest.len());
        let (part, length) = match first {
            '#' => (Part::Comment, until("\n")),
            '[' if is_line_start => (Part::Header, until("\n").min(until("#"))),
            '"' | '\'' => (Part::Text, length_of_text(rest, first)),
            c if is_bare(c) => {
                let length = rest.find(|c| !is_bare(c)).unwrap_or(rest.len());
                let word = &rest[..length];
                let is_key = rest[length..].trim_start_matches([' ', '\t']).starts_with('=');
                let is_number = word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
                    || matches!(word, "true" | "false" | "inf" | "nan");
                (
                    if is_key {
                        Part::Key
                    } else if is_number {
                        Part::Number
                    } else {
                        Part::Plain
                    },
                    length,
                )
            }
            c => (Part::Plain, c.len_utf8()),
        };
        is_line_start = first == '\n' || is_line_start && first.is_whitespace();
        at += length;
        match parts.last_mut() {
            Some((last, end)) if *last == part => *end = at,
            _ => parts.push((part, at)),
        }
    }
    parts
}

fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.')
}

/// Returns the length in bytes of the quoted text at the start of `rest`. A text without an end ends with its line.
fn length_of_text(rest: &str, quote: char) -> usize {
    let three: String = [quote; 3].iter().collect();
    if let Some(inner) = rest.strip_prefix(three.as_str()) {
        return inner.find(three.as_str()).map_or(rest.len(), |end| end + 6);
    }
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' if quote == '"' => is_escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// Returns a text with its colours, and with a line under the error.
fn colored_text(text: &str, problem: Option<&Range<usize>>, ui: &Ui) -> LayoutJob {
    let (theme, visuals) = (ui.theme(), ui.visuals());
    let font = TextStyle::Monospace.resolve(ui.style());
    let color = |part| match (part, theme) {
        (Part::Plain, _) => visuals.text_color(),
        (Part::Comment, _) => visuals.weak_text_color(),
        (Part::Key, Theme::Dark) => Color32::from_rgb(0x9C, 0xC7, 0xE8),
        (Part::Key, Theme::Light) => Color32::from_rgb(0x1B, 0x5A, 0x8C),
        (Part::Header, _) => theme::accent(theme),
        (Part::Text, Theme::Dark) => Color32::from_rgb(0xA9, 0xD1, 0x8E),
        (Part::Text, Theme::Light) => Color32::from_rgb(0x3B, 0x6E, 0x22),
        (Part::Number, Theme::Dark) => Color32::from_rgb(0xE0, 0xC5, 0xF0),
        (Part::Number, Theme::Light) => Color32::from_rgb(0x73, 0x3A, 0x95),
    };
    let mut job = LayoutJob::default();
    let mut start = 0;
    for (part, end) in parts(text) {
        let format = TextFormat { font_id: font.clone(), color: color(part), ..TextFormat::default() };
        let wrong = problem.map_or(end..end, |span| span.start.clamp(start, end)..span.end.clamp(start, end));
        let marked = TextFormat { underline: Stroke::new(2.0, theme::warning(theme)), ..format.clone() };
        for (piece, format) in [(start..wrong.start, &format), (wrong.clone(), &marked), (wrong.end..end, &format)] {
            if let Some(piece) = text.get(piece).filter(|piece| !piece.is_empty()) {
                job.append(piece, 0.0, format.clone());
            }
        }
        start = end;
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_text_follow_each_other_to_its_end() {
        let told = |text: &str| {
            let mut start = 0;
            let of = |(part, end)| (part, text[std::mem::replace(&mut start, end)..end].trim().to_owned());
            parts(text).into_iter().map(of).filter(|(_, piece)| !piece.is_empty()).collect::<Vec<_>>()
        };
        let expected = [
            (Part::Header, "[nodes.a]"),
            (Part::Comment, "# über"),
            (Part::Key, "kind"),
            (Part::Plain, "="),
            (Part::Text, "\"a \\\" b\""),
            (Part::Key, "x"),
            (Part::Plain, "= ["),
            (Part::Number, "-1.5e3"),
            (Part::Plain, ","),
            (Part::Number, "true"),
            (Part::Plain, "]"),
        ];
        let found = told("[nodes.a] # über\nkind = \"a \\\" b\"\nx = [-1.5e3, true]\n");
        assert_eq!(found, expected.map(|(part, piece)| (part, piece.to_owned())));
        for preset in lacuna::presets::PRESETS {
            assert_eq!(parts(preset.text).last().map(|(_, end)| *end), Some(preset.text.len()));
        }
        for odd in ["", "\"", "'''", "\"\"\"ü", "[", "ü = ü", "a = \"\\"] {
            assert_eq!(parts(odd).last().map_or(0, |(_, end)| *end), odd.len(), "{odd}");
        }
    }
}
