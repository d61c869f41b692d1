//! The values of the picture: a histogram, and a summary.

use eframe::egui::{self, Rect, Sense, Vec2};

use crate::theme;
use crate::work::Statistics;

/// Shows the statistics of a picture.
pub fn show(ui: &mut egui::Ui, statistics: &Statistics) {
    let Statistics { least, greatest, mean, deviation, saturated, range, histogram } = statistics;
    let size = Vec2::new(ui.available_width(), 12.0 * theme::STEP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Histogram"));
    let most = histogram.iter().copied().max().unwrap_or(0).max(1) as f32;
    let width = rect.width() / histogram.len().max(1) as f32;
    let color = theme::accent(ui.theme());
    for (part, &count) in histogram.iter().enumerate() {
        let left = rect.left() + part as f32 * width;
        let top = rect.bottom() - rect.height() * count as f32 / most;
        let bar = Rect::from_min_max(egui::pos2(left, top), egui::pos2(left + width, rect.bottom()));
        ui.painter().rect_filled(bar, 0.0, color);
    }
    ui.horizontal(|ui| {
        ui.small(format!("{}", range[0]));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.small(format!("{}", range[1])));
    });
    egui::Grid::new("statistics").num_columns(4).show(ui, |ui| {
        let rows = [[("Least", f64::from(*least)), ("Mean", *mean)], [("Greatest", f64::from(*greatest)), ("Deviation", *deviation)]];
        for row in rows {
            for (name, value) in row {
                ui.label(name);
                ui.monospace(short(value));
            }
            ui.end_row();
        }
    });
    ui.label(format!("{} % outside of the range", short(100.0 * saturated)));
}

fn short(value: f64) -> String {
    format!("{value:.4}")
}
