//! The looks: one accent colour, dark and light, distances in steps of 4 points.

use eframe::egui::{self, Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Theme, Vec2, Visuals};

/// The step of all distances, in points.
pub const STEP: f32 = 4.0;
/// The height of buttons, in points: enough for a finger.
pub const TOUCH: f32 = 28.0;
/// The width of the panel next to the picture.
pub const PANEL: f32 = 320.0;
/// Windows narrower than this have the panel below the picture.
pub const NARROW: f32 = 720.0;

/// The accent colour.
pub fn accent(theme: Theme) -> Color32 {
    match theme {
        Theme::Dark => Color32::from_rgb(0xF2, 0xA6, 0x5A),
        Theme::Light => Color32::from_rgb(0xA8, 0x55, 0x0A),
    }
}

/// Returns the colour of errors.
pub fn warning(theme: Theme) -> Color32 {
    match theme {
        Theme::Dark => Color32::from_rgb(0xFF, 0x8A, 0x80),
        Theme::Light => Color32::from_rgb(0xB0, 0x1B, 0x1B),
    }
}

/// Sets the looks of a context, for dark and light.
pub fn apply(context: &egui::Context) {
    if cfg!(target_arch = "wasm32") {
        context.set_fonts(crate::fonts::fonts());
    }
    // Pictures are judged best on dark.
    context.set_theme(Theme::Dark);
    for theme in [Theme::Dark, Theme::Light] {
        context.style_mut_of(theme, |style| {
            style.visuals = visuals(theme);
            let font = |size| FontId::new(size, FontFamily::Proportional);
            style.text_styles = [
                (TextStyle::Small, font(12.0)),
                (TextStyle::Body, font(14.0)),
                (TextStyle::Button, font(14.0)),
                (TextStyle::Heading, font(18.0)),
                (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
            ]
            .into();
            let spacing = &mut style.spacing;
            spacing.item_spacing = Vec2::splat(2.0 * STEP);
            spacing.button_padding = Vec2::new(2.0 * STEP, STEP);
            spacing.interact_size = Vec2::new(10.0 * STEP, TOUCH);
            spacing.slider_width = 32.0 * STEP;
            spacing.indent = 4.0 * STEP;
            style.animation_time = 0.1;
        });
    }
}

fn visuals(theme: Theme) -> Visuals {
    let accent = accent(theme);
    let (mut visuals, ground, field, line) = match theme {
        Theme::Dark => {
            (Visuals::dark(), Color32::from_rgb(0x17, 0x1A, 0x1E), Color32::from_rgb(0x0E, 0x10, 0x13), Color32::from_gray(0x34))
        }
        Theme::Light => (Visuals::light(), Color32::from_rgb(0xF6, 0xF4, 0xF0), Color32::WHITE, Color32::from_gray(0xD0)),
    };
    visuals.panel_fill = ground;
    visuals.window_fill = ground;
    visuals.extreme_bg_color = field;
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals.hyperlink_color = accent;
    visuals.selection.bg_fill = accent.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.5, accent);
    visuals.slider_trailing_fill = true;
    let radius = CornerRadius::same(6);
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = radius;
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = radius;
    }
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
    // The keyboard's focus has to be visible.
    visuals.widgets.active.bg_stroke = Stroke::new(2.0, accent);
    visuals.widgets.hovered.bg_stroke = Stroke::new(1.0, accent);
    visuals
}
