//! The fonts of the page: subsets of egui's own, see `fonts/README.md`. The browser draws the missing characters.

use std::sync::Arc;

use eframe::egui::{FontData, FontDefinitions, FontFamily};

/// The fonts of labels, and of recipes and numbers.
const FONTS: [(FontFamily, &str, &[u8]); 2] = [
    (FontFamily::Proportional, "Ubuntu Light derivative lacuna", include_bytes!("../fonts/ubuntu-light-derivative-lacuna.ttf")),
    (FontFamily::Monospace, "Hack subset lacuna", include_bytes!("../fonts/hack-subset-lacuna.ttf")),
];

/// Returns the fonts, for `Context::set_fonts`. Each family falls back on the other's.
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    let names = FONTS.each_ref().map(|(_, name, _)| (*name).to_owned());
    for (family, name, bytes) in FONTS {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        let others = names.iter().filter(|other| **other != *name).cloned();
        fonts.families.insert(family, std::iter::once(name.to_owned()).chain(others).collect());
    }
    fonts
}

#[cfg(test)]
mod tests {
    use eframe::egui::epaint::text::{Fonts, TextOptions};
    use eframe::egui::{FontFamily, FontId};

    use crate::actions::ACTIONS;

    #[test]
    fn the_page_has_a_glyph_for_every_character_that_the_studio_shows() {
        let mut fonts = Fonts::new(TextOptions::default(), super::fonts());
        let mut shown: String = ('!'..='~').chain("°±×·–—’“”…üäöß".chars()).collect();
        for description in ACTIONS {
            shown += description.name;
            shown += description.help;
        }
        for kind in lacuna::graph::NODE_KINDS {
            shown += &kind.doc();
            shown.extend(kind.keys.iter().map(|key| key.doc().to_string()));
        }
        for preset in lacuna::presets::PRESETS {
            shown += preset.text;
        }
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            let mut view = fonts.with_pixels_per_point(1.0);
            let missing: String =
                shown.chars().filter(|&c| !c.is_whitespace() && !view.has_glyph(&FontId::new(14.0, family.clone()), c)).collect();
            assert_eq!(missing, "", "{family}");
        }
    }
}
