//! Controls of values, made from the library's description of legal values.

use std::ops::Bound;

use eframe::egui::{ComboBox, Id, Response, Slider, SliderClamping, TextEdit, Ui};
use lacuna::graph::{KeyKind, Limits};
use lacuna::recipe::{Param, ParamValue};
use lacuna::{Color, Number};
use toml_edit::Value;

use crate::document::{has_params, rounded, within};
use crate::theme;

/// The width of the number field next to a slider, in points.
const FIELD: f32 = 80.0;
/// The most whole numbers that are shown as buttons side by side.
const MOST_BUTTONS: u64 = 8;
const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// A change that a control requests.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asked {
    /// The part after the key: nothing, or indices of elements, `[1][0]`.
    pub(super) suffix: String,
    /// The new value in TOML syntax; `None` removes the element.
    pub(super) text: Option<String>,
    /// Set while the value is being typed, so that errors are not shown yet.
    pub(super) is_typing: bool,
}

/// The state of the controls of one panel.
#[derive(Debug, Default)]
pub(super) struct Controls {
    /// The field being typed in, and its text.
    typing: Option<(Id, String)>,
    /// The slider being dragged, whose ends stay meanwhile.
    held: Option<(Id, Track)>,
    /// Set if the typed value is invalid.
    pub(super) is_wrong: bool,
    /// Set if a gesture ended.
    pub(super) has_ended: bool,
    asked: Vec<Asked>,
}

/// The value that a control belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Of<'a> {
    /// Its name for assistive technology.
    pub(super) name: &'a str,
    /// The part after the key.
    pub(super) suffix: &'a str,
    /// The number at the centre of sliders.
    pub(super) usual: f64,
    /// The label with the name, if there is one.
    pub(super) label: Option<Id>,
}

impl Of<'_> {
    /// Gives a control its name for assistive technology.
    pub(super) fn named(&self, response: Response) -> Response {
        match self.label {
            Some(label) => response.labelled_by(label),
            None => response.accessible_name(self.name),
        }
    }
}

/// The range of a slider.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Track {
    least: f64,
    most: f64,
    is_logarithmic: bool,
    /// The distance between its numbers, if they are not just short decimals.
    step: Option<f64>,
}

/// Returns the least of 1, 2 and 5 times powers of ten that is not below a number.
fn nice(number: f64) -> f64 {
    let mut power = 1e-9;
    while power < 1e30 {
        for step in [1.0, 2.0, 5.0] {
            if power * step * (1.0 + 1e-12) >= number {
                return power * step;
            }
        }
        power *= 10.0;
    }
    power
}

impl Track {
    /// Returns a slider around the usual number, with a logarithmic scale if numbers have no lower limit but 0, or span decades.
    fn of(limits: Option<&Limits>, usual: f64, present: f64) -> Self {
        let edge = |bound: Bound<f64>| match bound {
            Bound::Included(edge) | Bound::Excluded(edge) => Some(edge),
            Bound::Unbounded => None,
        };
        let least = limits.and_then(|limits| edge(limits.least));
        let most = limits.and_then(|limits| edge(limits.most));
        let size = usual.abs();
        let (low, high) = (least.unwrap_or(f64::MIN), most.unwrap_or(f64::MAX));
        let is_positive = limits.is_some_and(|limits| matches!(limits.least, Bound::Excluded(0.0)));
        // Small counts, in whole numbers.
        let is_whole = low > 0.0 && low < 1.0 && (8.0..=64.0).contains(&high);
        let is_logarithmic = !is_whole && (is_positive || low > 0.0 && high / low > 100.0);
        let step = is_whole.then_some(1.0);
        let mut track = if is_whole {
            Self { least: 1.0, most: nice(2.0 * size).max(8.0).min(high), is_logarithmic, step }
        } else if is_logarithmic {
            let middle = if size > 0.0 { size } else { 1.0 };
            Self { least: (middle / 100.0).max(low), most: (middle * 100.0).min(high), is_logarithmic, step }
        } else if low >= 0.0 {
            Self { least: low, most: if high <= 4.0 { high } else { nice(4.0 * size.max(0.25)).min(high) }, is_logarithmic, step }
        } else {
            let reach = nice(2.0 * size.max(0.5));
            Self { least: (-reach).max(low), most: reach.min(high), is_logarithmic, step }
        };
        if present > track.most {
            track.most = nice(present).clamp(present, high.max(present));
        }
        if present < track.least && (present > 0.0 || !is_logarithmic) {
            track.least = if present < 0.0 { -nice(-present) } else { present }.max(low.min(present));
        }
        track
    }

    /// Returns the slider of a parameter: from one limit to the other. Where it has none, the slider reaches as far as the present number asks.
    fn of_param(param: &Param, present: f64) -> Self {
        let limit = |limit: &Option<Number>| limit.as_ref().map(|limit| limit.to_f64());
        let step = limit(&param.step).filter(|step| *step > 0.0);
        let (least, most) = match (limit(&param.min), limit(&param.max)) {
            (Some(least), Some(most)) => (least, most),
            (Some(least), None) => (least, least + nice(2.0 * (present - least).max(0.5))),
            (None, Some(most)) => (most - nice(2.0 * (most - present).max(0.5)), most),
            (None, None) => return Self { step, ..Self::of(None, present, present) },
        };
        Self { least, most, is_logarithmic: false, step }
    }

    /// Returns a number of the slider as a decimal of few digits.
    fn decimal(&self, number: f64, limits: Option<&Limits>) -> Number {
        let digits = |size: f64| {
            let quantum = nice(size) / 1000.0;
            (number / quantum).round() * quantum
        };
        let number = match (self.step, self.is_logarithmic) {
            (Some(step), _) => self.least + ((number - self.least) / step).round() * step,
            (None, true) => digits(number),
            (None, false) => digits(self.most - self.least),
        };
        let number = number.clamp(self.least, self.most);
        rounded(limits.map_or(number, |limits| within(limits, number)))
    }
}

/// Formats a value in TOML syntax, without the whitespace and comments around it.
pub(super) fn written(value: &Value) -> String {
    let mut value = value.clone();
    value.decor_mut().clear();
    value.to_string().trim().to_owned()
}

/// Returns documentation without Markdown.
pub(super) fn plain(doc: &str) -> String {
    doc.replace('`', "").replace("**", "")
}

/// Returns true for a text with parameters, which no other control can show.
fn is_formula(value: Option<&Value>) -> bool {
    value.and_then(Value::as_str).is_some_and(has_params)
}

fn number_of(text: &str) -> Option<f64> {
    text.trim_matches(['"', '\'']).replace('_', "").parse::<Number>().ok().map(Number::to_f64)
}

impl Controls {
    /// Returns the changes requested since the last call.
    pub(super) fn asked(&mut self) -> Vec<Asked> {
        std::mem::take(&mut self.asked)
    }

    pub(super) fn ask(&mut self, suffix: &str, text: impl Into<String>) {
        self.asked.push(Asked { suffix: suffix.to_owned(), text: Some(text.into()), is_typing: false });
    }

    fn ask_to_remove(&mut self, suffix: &str) {
        self.asked.push(Asked { suffix: suffix.to_owned(), text: None, is_typing: false });
    }

    /// Draws the control of a value.
    pub(super) fn show(&mut self, ui: &mut Ui, of: Of<'_>, kind: &KeyKind, value: Option<&Value>) {
        ui.push_id(of.suffix, |ui| match kind {
            KeyKind::Number(limits) => self.number(ui, of, Some(limits), value),
            _ if is_formula(value) => self.typed(ui, of, value),
            KeyKind::Whole { least, most } if most.saturating_sub(*least) < MOST_BUTTONS => self.buttons(ui, of, *least, *most, value),
            KeyKind::Whole { .. } => self.typed(ui, of, value),
            KeyKind::Truth => {
                let mut truth = value.and_then(Value::as_bool).unwrap_or_default();
                let told = if truth { "on" } else { "off" };
                if of.named(ui.checkbox(&mut truth, told)).changed() {
                    self.ask(of.suffix, truth.to_string());
                }
            }
            KeyKind::Choice(choices) => {
                let word = value.and_then(Value::as_str).unwrap_or_default();
                self.words(ui, of, word, choices.iter().map(|choice| (choice.name, Some(choice.doc()))));
            }
            KeyKind::Color => self.color(ui, of, value),
            KeyKind::PerAxis { of: kind } => self.axes(ui, of, kind, value),
            KeyKind::Tuple { of: kinds } => self.tuple(ui, of, kinds, value),
            KeyKind::List { of: kind, least, most } => self.list(ui, of, kind, [*least, *most], value),
            _ => self.typed(ui, of, value),
        });
    }

    /// Draws a slider, and the exact number next to it.
    pub(super) fn number(&mut self, ui: &mut Ui, of: Of<'_>, limits: Option<&Limits>, value: Option<&Value>) {
        let present = value.and_then(|value| number_of(&written(value))).unwrap_or(of.usual);
        self.on_track(ui, of, Track::of(limits, of.usual, present), limits, value);
    }

    /// Draws the control of a parameter.
    pub(super) fn param(&mut self, ui: &mut Ui, of: Of<'_>, param: &Param, value: Option<&Value>) {
        match &param.value {
            ParamValue::Number(number) => {
                let present = value.and_then(|value| number_of(&written(value))).unwrap_or(number.to_f64());
                self.on_track(ui, of, Track::of_param(param, present), None, value);
            }
            ParamValue::Truth(_) => self.show(ui, of, &KeyKind::Truth, value),
            ParamValue::Word(_) if !is_formula(value) => {
                let word = value.and_then(Value::as_str).unwrap_or_default();
                self.words(ui, of, word, param.choices.iter().map(|choice| (choice.as_str(), None)));
            }
            _ => self.show(ui, of, &KeyKind::Color, value),
        }
    }

    /// Draws the choice of a word. Each has its documentation, if there is one.
    pub(super) fn words<'w>(&mut self, ui: &mut Ui, of: Of<'_>, word: &str, words: impl Iterator<Item = (&'w str, Option<String>)>) {
        let combo = ComboBox::from_id_salt("choice").selected_text(word).width(ui.available_width()).show_ui(ui, |ui| {
            for (choice, doc) in words {
                let entry = ui.selectable_label(choice == word, choice);
                let entry = if let Some(doc) = doc { entry.on_hover_text(plain(&doc)) } else { entry };
                if entry.clicked() {
                    self.ask(of.suffix, quoted(choice));
                }
            }
        });
        of.named(combo.response);
    }

    /// Draws a slider on a track, and the exact number next to it; the number alone if it is computed from parameters.
    fn on_track(&mut self, ui: &mut Ui, of: Of<'_>, track: Track, limits: Option<&Limits>, value: Option<&Value>) {
        let text = value.map(written).unwrap_or_default();
        let present = number_of(&text).unwrap_or(of.usual);
        let name = format!("{}, exact", of.name);
        ui.horizontal(|ui| {
            if is_formula(value) {
                let width = ui.available_width();
                return self.field(ui, of, Some(&name), &text, width, value_of);
            }
            let id = ui.make_persistent_id("track");
            let track = self.held.filter(|(held, _)| *held == id).map_or(track, |(_, track)| track);
            let mut next = present;
            let room = ui.available_width() - FIELD - ui.spacing().item_spacing.x;
            ui.spacing_mut().slider_width = room.max(theme::STEP * 8.0);
            let slider = Slider::new(&mut next, track.least..=track.most)
                .logarithmic(track.is_logarithmic)
                .clamping(SliderClamping::Edits)
                .show_value(false);
            let slider = if let Some(step) = track.step { slider.step_by(step) } else { slider };
            let response = of.named(ui.add(slider));
            if response.drag_started() || response.is_pointer_button_down_on() {
                self.held = Some((id, track));
            }
            if response.changed() && next != present {
                self.ask(of.suffix, track.decimal(next, limits).to_string());
            }
            if response.drag_stopped() || response.lost_focus() {
                self.held = None;
                self.has_ended = true;
            }
            self.field(ui, of, Some(&name), &text, FIELD, value_of);
        });
    }

    /// Draws a field for any value.
    pub(super) fn typed(&mut self, ui: &mut Ui, of: Of<'_>, value: Option<&Value>) {
        let width = ui.available_width();
        self.field(ui, of, None, &value.map(written).unwrap_or_default(), width, value_of);
    }

    /// Draws a field for an expression, or for anything else that is a text.
    pub(super) fn expression(&mut self, ui: &mut Ui, of: Of<'_>, name: Option<&str>, text: &str) {
        let width = ui.available_width();
        self.field(ui, of, name, text, width, |typed| Some(text_value_of(typed)));
    }

    /// Draws a field for a typed value, which keeps the text while it is typed.
    fn field(&mut self, ui: &mut Ui, of: Of<'_>, name: Option<&str>, text: &str, width: f32, value_of: fn(&str) -> Option<String>) {
        let id = ui.make_persistent_id("typed");
        let typed = self.typing.as_ref().filter(|(typing, _)| *typing == id).map(|(_, typed)| typed.clone());
        let is_typing = typed.is_some();
        let mut buffer = typed.unwrap_or_else(|| text.trim_matches(['"', '\'']).to_owned());
        let color = (is_typing && self.is_wrong).then(|| theme::warning(ui.theme()));
        let edit = TextEdit::singleline(&mut buffer)
            .id(id)
            .desired_width(width - 2.0 * theme::STEP)
            .hint_text("default")
            .text_color_opt(color)
            .clip_text(true);
        let response = ui.add(edit);
        let response = match name {
            Some(name) => response.accessible_name(name),
            None => of.named(response),
        };
        if response.changed() {
            self.asked.push(Asked { suffix: of.suffix.to_owned(), text: value_of(&buffer), is_typing: true });
            self.typing = Some((id, buffer));
        }
        if response.lost_focus() {
            if let Some((_, typed)) = self.typing.take_if(|(typing, _)| *typing == id) {
                self.asked.push(Asked { suffix: of.suffix.to_owned(), text: value_of(&typed), is_typing: false });
            }
            self.is_wrong = false;
            self.has_ended = true;
        }
    }

    /// Draws a few whole numbers as buttons side by side.
    fn buttons(&mut self, ui: &mut Ui, of: Of<'_>, least: u64, most: u64, value: Option<&Value>) {
        let present = value.and_then(|value| number_of(&written(value)));
        ui.horizontal_wrapped(|ui| {
            for number in least..=most {
                let is_present = present == Some(number as f64);
                let button = ui.selectable_label(is_present, number.to_string()).accessible_name(format!("{} {number}", of.name));
                if button.clicked() {
                    self.ask(of.suffix, number.to_string());
                }
            }
        });
    }

    fn color(&mut self, ui: &mut Ui, of: Of<'_>, value: Option<&Value>) {
        let hex = value.and_then(Value::as_str).and_then(|text| text.parse::<Color>().ok());
        let channels = || {
            let list = value?.as_array()?;
            let channel = |index| list.get(index).and_then(|value| number_of(&written(value)));
            Some(Color::from([channel(0)?, channel(1)?, channel(2)?]))
        };
        let present = hex.or_else(channels).unwrap_or(Color::Hex([0; 3])).channels().map(|channel| (channel * 255.0).round() as u8);
        // Alpha is kept.
        let alpha = value.and_then(Value::as_str).and_then(|text| text.get(7..9)).unwrap_or_default();
        let mut next = present;
        let response = ui.color_edit_button_srgb(&mut next);
        let response = of.named(response);
        if response.changed() && next != present {
            let [red, green, blue] = next;
            self.ask(of.suffix, format!("\"#{red:02x}{green:02x}{blue:02x}{alpha}\""));
        }
    }

    /// Draws one value for all axes, or one per axis.
    fn axes(&mut self, ui: &mut Ui, of: Of<'_>, kind: &KeyKind, value: Option<&Value>) {
        let Some(list) = value.and_then(Value::as_array) else {
            self.show(ui, of, kind, value);
            let one = value.map_or_else(|| rounded(of.usual).to_string(), written);
            if ui.small_button("Per axis").accessible_name(format!("{} per axis", of.name)).clicked() {
                self.ask(of.suffix, format!("[{one}, {one}, {one}]"));
            }
            return;
        };
        for (index, (value, axis)) in list.iter().zip(AXES).enumerate() {
            ui.horizontal(|ui| {
                ui.label(axis);
                let (name, suffix) = (format!("{} {axis}", of.name), format!("{}[{index}]", of.suffix));
                self.show(ui, Of { name: &name, suffix: &suffix, label: None, ..of }, kind, Some(value));
            });
        }
        ui.horizontal(|ui| {
            let last = list.iter().last().map(written);
            let first = list.iter().next().map(written);
            if let Some(last) = last.filter(|_| list.len() < AXES.len()) {
                let name = format!("{} for one axis more", of.name);
                if ui.small_button("Axis more").accessible_name(name).clicked() {
                    self.ask(&format!("{}[{}]", of.suffix, list.len()), last);
                }
            }
            let name = format!("{} for one axis less", of.name);
            if list.len() > 1 && ui.small_button("Axis less").accessible_name(name).clicked() {
                self.ask_to_remove(&format!("{}[{}]", of.suffix, list.len() - 1));
            }
            if let Some(first) = first {
                let name = format!("one {} for all axes", of.name);
                if ui.small_button("One for all").accessible_name(name).clicked() {
                    self.ask(of.suffix, first);
                }
            }
        });
    }

    fn tuple(&mut self, ui: &mut Ui, of: Of<'_>, kinds: &[KeyKind], value: Option<&Value>) {
        let Some(list) = value.and_then(Value::as_array) else {
            self.typed(ui, of, value);
            return;
        };
        for (index, (value, kind)) in list.iter().zip(kinds).enumerate() {
            let (name, suffix) = (format!("{} {}", of.name, index + 1), format!("{}[{index}]", of.suffix));
            self.show(ui, Of { name: &name, suffix: &suffix, label: None, ..of }, kind, Some(value));
        }
    }

    fn list(&mut self, ui: &mut Ui, of: Of<'_>, kind: &KeyKind, [least, most]: [usize; 2], value: Option<&Value>) {
        let Some(list) = value.and_then(Value::as_array) else {
            self.typed(ui, of, value);
            return;
        };
        for (index, value) in list.iter().enumerate() {
            let (name, suffix) = (format!("{} {}", of.name, index + 1), format!("{}[{index}]", of.suffix));
            ui.horizontal(|ui| {
                if list.len() > least && ui.small_button("-").accessible_name(format!("Remove {name}")).clicked() {
                    self.ask_to_remove(&suffix);
                }
                ui.vertical(|ui| self.show(ui, Of { name: &name, suffix: &suffix, label: None, ..of }, kind, Some(value)));
            });
        }
        let last = list.iter().last().map(next_of);
        if let Some(last) = last.filter(|_| list.len() < most) {
            let button = ui.small_button("Add").accessible_name(format!("Add to {}", of.name));
            if button.clicked() {
                self.ask(&format!("{}[{}]", of.suffix, list.len()), last);
            }
        }
    }
}

/// Returns the typed text as a value; `None` if it is empty.
fn value_of(typed: &str) -> Option<String> {
    Some(typed.trim().to_owned()).filter(|typed| !typed.is_empty())
}

/// Returns the typed text as a text in quotes, or as the table that it is.
fn text_value_of(typed: &str) -> String {
    let typed = typed.trim();
    if typed.starts_with('{') && typed.parse::<Value>().is_ok() { typed.to_owned() } else { quoted(typed) }
}

/// Returns a text in TOML syntax.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the element after the last one of a list: a copy, at the next position if it has one.
fn next_of(last: &Value) -> String {
    let mut next = last.clone();
    if let Some(position) = next.as_array_mut().and_then(|list| list.get_mut(0))
        && let Some(present) = number_of(&written(position))
        && let Ok(after) = rounded(present + 1.0).to_string().parse()
    {
        *position = after;
    }
    written(&next)
}

#[cfg(test)]
mod tests {
    use lacuna::graph::NODE_KINDS;

    use super::*;

    #[test]
    fn tracks_hold_the_present_number_and_stay_within_limits() {
        for kind in NODE_KINDS {
            for key in kind.keys {
                let KeyKind::Number(limits) = key.kind else { continue };
                for usual in [0.0, 0.001, 0.5, 1.0, 8.0, 1000.0] {
                    for present in [-3.7, 0.0, 0.013, 1.0, 7.5, 1e6] {
                        if !limits.contains(rounded(present)) || !limits.contains(rounded(usual)) {
                            continue;
                        }
                        let track = Track::of(Some(&limits), usual, present);
                        let place = format!("{}.{}: {usual}, {present}: {track:?}", kind.name, key.name);
                        assert!(track.least < track.most, "{place}");
                        assert!((track.least..=track.most).contains(&present) || track.step.is_some(), "{place}");
                        for number in [track.least, track.most, (track.least + track.most) / 2.0] {
                            let decimal = track.decimal(number, Some(&limits));
                            assert!(limits.contains(decimal) || limits.is_without_zero && decimal.is_zero(), "{place}: {decimal}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn sliders_give_short_decimals() {
        let track = Track { least: 0.0, most: 2.0, is_logarithmic: false, step: None };
        assert_eq!(track.decimal(0.512_345, None).to_string(), "0.512");
        let track = Track { least: 0.01, most: 100.0, is_logarithmic: true, step: None };
        assert_eq!(track.decimal(3.456_789, None).to_string(), "3.455");
        let track = Track { least: 1.0, most: 16.0, is_logarithmic: false, step: Some(1.0) };
        assert_eq!(track.decimal(6.4, None).to_string(), "6");
    }

    #[test]
    fn a_list_goes_on_at_the_next_position() {
        assert_eq!(next_of(&"[0.5, \"#ffffff\"]".parse().unwrap()), "[1.5, \"#ffffff\"]");
        assert_eq!(next_of(&"0.25".parse().unwrap()), "0.25");
    }
}
