//! Small pictures that act as buttons.

use eframe::egui::{
    self, Align2, Color32, ColorImage, CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui,
    Vec2, WidgetInfo, pos2,
};

use crate::theme;

/// The state of a picture.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It has to be made.
    #[default]
    Wanted,
    /// It is being made.
    Asked,
    /// An outdated one is being made; afterwards another has to be made.
    Stale,
    /// It exists, or could not be made.
    Made,
}

/// Pictures that are made one by one.
#[derive(Default)]
pub(super) struct Pictures {
    places: Vec<(State, Option<TextureHandle>)>,
}

impl Pictures {
    /// Returns this many places, all of which need a picture.
    pub(super) fn of(count: usize) -> Self {
        Self { places: vec![(State::Wanted, None); count] }
    }

    /// Makes all pictures again. Until then the old ones are shown.
    pub(super) fn renew(&mut self) {
        for (state, _) in &mut self.places {
            *state = if matches!(state, State::Asked | State::Stale) { State::Stale } else { State::Wanted };
        }
    }

    /// Returns the first place that needs a picture, once.
    pub(super) fn wanted(&mut self) -> Option<u8> {
        let place = self.places.iter().position(|(state, _)| *state == State::Wanted)?;
        self.places[place].0 = State::Asked;
        u8::try_from(place).ok()
    }

    /// Takes the picture of a place; `None` if it failed.
    pub(super) fn take(&mut self, place: u8, picture: Option<TextureHandle>) {
        if let Some((state, present)) = self.places.get_mut(usize::from(place)) {
            *state = if *state == State::Stale { State::Wanted } else { State::Made };
            *present = picture.or(present.take());
        }
    }

    pub(super) fn get(&self, place: usize) -> Option<&TextureHandle> {
        self.places.get(place)?.1.as_ref()
    }
}

/// Returns the texture of a picture: red, green, blue and alpha of each pixel, row by row. `None` if the number of bytes does not fit the size.
pub(super) fn texture(context: &egui::Context, name: &str, size: [u32; 2], rgba: &[u8]) -> Option<TextureHandle> {
    let size = size.map(|side| side as usize);
    if rgba.len() != 4 * size[0] * size[1] || rgba.is_empty() {
        return None;
    }
    let image = ColorImage::from_rgba_unmultiplied(size, rgba);
    Some(context.load_texture(name, image, TextureOptions::LINEAR))
}

/// Draws a picture as a button, or a placeholder until it exists.
pub(super) fn button(
    ui: &mut Ui,
    name: &str,
    caption: Option<&str>,
    texture: Option<&TextureHandle>,
    side: f32,
    is_chosen: bool,
) -> Response {
    let below = if caption.is_some() { 5.0 * theme::STEP } else { 0.0 };
    let (rect, response) = ui.allocate_exact_size(Vec2::new(side, side + below), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let picture = Rect::from_min_size(rect.min, Vec2::splat(side));
    let radius = CornerRadius::same(6);
    let visuals = ui.style().interact(&response);
    let painter = ui.painter();
    match texture {
        Some(texture) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let shape = egui::epaint::RectShape::filled(picture, radius, Color32::WHITE).with_texture(texture.id(), whole);
            painter.add(shape);
        }
        None => {
            painter.rect_filled(picture, radius, ui.visuals().extreme_bg_color);
        }
    }
    let accent = theme::accent(ui.theme());
    let stroke = match (is_chosen || response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, accent),
        (false, true) => Stroke::new(1.0, accent),
        (false, false) => ui.visuals().widgets.noninteractive.bg_stroke,
    };
    painter.rect_stroke(picture, radius, stroke, StrokeKind::Inside);
    if let Some(caption) = caption {
        let font = egui::TextStyle::Small.resolve(ui.style());
        let color = visuals.text_color();
        let mut job = egui::text::LayoutJob::simple_singleline(caption.to_owned(), font, color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(side);
        let galley = painter.layout_job(job);
        let at = Align2::CENTER_TOP
            .align_size_within_rect(galley.size(), Rect::from_min_max(pos2(rect.left(), picture.bottom() + 2.0), rect.max));
        painter.galley(at.min, galley, color);
    }
    response
}

/// Returns the width of thumbnails, so that `columns` of them fit side by side.
pub(super) fn side(ui: &Ui, columns: usize) -> f32 {
    let gaps = ui.spacing().item_spacing.x * (columns - 1) as f32;
    ((ui.available_width() - gaps) / columns as f32).floor().max(8.0 * theme::STEP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_asked_for_once_and_again_when_they_are_renewed() {
        let mut pictures = Pictures::of(2);
        assert_eq!((pictures.wanted(), pictures.wanted(), pictures.wanted()), (Some(0), Some(1), None));
        pictures.take(0, None);
        pictures.renew();
        assert_eq!((pictures.wanted(), pictures.wanted()), (Some(0), None), "the other is still being made");
        pictures.take(1, None);
        assert_eq!((pictures.wanted(), pictures.wanted()), (Some(1), None), "it was made of what was there before");
    }
}
