//! The endless map: the exact part of the plane that is shown.

use eframe::egui::{self, Color32, Pos2, Rect, Sense, Stroke, TextureId, Vec2};
use lacuna::Number;
use lacuna_bake::{Area, Job, Region, Size};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Decimals of a [`Fixed`].
const DECIMALS: u32 = 15;
const ONE: i128 = 10_i128.pow(DECIMALS);
/// The farthest distance of the middle of the map from the origin, in units.
const FARTHEST: i128 = 1_000_000_000_000 * ONE;
/// The least and the most units per pixel.
const FINEST: i128 = 1_000;
const COARSEST: i128 = 1_000_000 * ONE;
/// The distance of neighbouring pixels of the coarse picture, in pixels.
pub const COARSE: u32 = 4;

/// A decimal with 15 digits after the point, whose sums are exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixed(i128);

impl Fixed {
    /// Returns the nearest value to a number, within ±10^12; 0 for NaN.
    pub fn of(value: f64) -> Self {
        Self(((value * 1e15) as i128).clamp(-FARTHEST, FARTHEST))
    }

    /// Parses a decimal. Digits after the 15th place are dropped.
    pub fn parse(text: &str) -> Option<Self> {
        let number: Number = text.parse().ok()?;
        // A number with an exponent goes through f64.
        let text = if text.contains(['e', 'E']) { return Some(Self::of(number.to_f64())) } else { text.trim() };
        let (sign, digits) = text.strip_prefix('-').map_or((1, text.trim_start_matches('+')), |rest| (-1, rest));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let part: String = part.chars().chain(std::iter::repeat('0')).take(DECIMALS as usize).collect();
        let whole: i128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let value = whole.checked_mul(ONE)?.checked_add(part.parse().ok()?)?;
        (value <= FARTHEST).then_some(Self(sign * value))
    }

    /// Returns the exact number.
    pub fn number(self) -> Number {
        self.to_string().parse().expect("a decimal is a number")
    }

    /// Returns `true` for 0.
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// Returns the nearest f64.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 1e15
    }
}

impl std::fmt::Display for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, part) = (self.0.unsigned_abs() / ONE.unsigned_abs(), self.0.unsigned_abs() % ONE.unsigned_abs());
        let sign = if self.0 < 0 { "-" } else { "" };
        let part = format!("{part:015}");
        match part.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            part => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

impl Serialize for Fixed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fixed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("no decimal within ±10^12"))
    }
}

/// The part of the plane that is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// The middle of the picture.
    pub middle: [Fixed; 2],
    /// The units per pixel: 10^-12 to 10^6.
    pub pixel: Fixed,
    /// The position of the plane along z.
    pub z: Fixed,
    /// Its position along w, which only 4-D noise reads.
    #[serde(default, skip_serializing_if = "Fixed::is_zero")]
    pub w: Fixed,
    /// The colours of levels of grey.
    pub palette: Palette,
    /// Shows three by three copies of the recipe's own region.
    pub is_tiled: bool,
}

impl Default for Map {
    fn default() -> Self {
        Self { middle: [Fixed(4 * ONE); 2], pixel: Fixed(ONE / 128), z: Fixed(0), w: Fixed(0), palette: Palette::Grey, is_tiled: false }
    }
}

/// The colours of levels of grey.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Palette {
    /// Black to white, as files hold them.
    Grey,
    /// Dark violet over red to light yellow, rising evenly in lightness.
    Heat,
    /// Blue below the middle, white at it, and red above.
    Signed,
    /// Water, beaches, woods, rock and snow.
    Land,
    /// Grey with a line at every eighth of the range.
    Lines,
}

impl Palette {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Grey, Self::Heat, Self::Signed, Self::Land, Self::Lines];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey => "Grey",
            Self::Heat => "Heat",
            Self::Signed => "Signed",
            Self::Land => "Land",
            Self::Lines => "Lines",
        }
    }

    /// Returns the colour of a level.
    pub fn color(self, level: u8) -> [u8; 3] {
        let stops: &[(u8, [u8; 3])] = match self {
            Self::Grey => return [level; 3],
            Self::Lines => return if level % 32 == 31 { [242, 166, 90] } else { [level; 3] },
            Self::Heat => &[(0, [0, 0, 4]), (64, [87, 16, 110]), (128, [188, 55, 84]), (192, [249, 142, 9]), (255, [252, 255, 164])],
            Self::Signed => {
                &[(0, [33, 62, 140]), (64, [110, 160, 205]), (128, [247, 247, 247]), (192, [220, 125, 95]), (255, [135, 20, 35])]
            }
            Self::Land => &[
                (0, [16, 44, 92]),
                (118, [70, 130, 180]),
                (128, [226, 206, 150]),
                (140, [106, 142, 74]),
                (190, [74, 98, 58]),
                (220, [128, 120, 112]),
                (255, [250, 250, 250]),
            ],
        };
        let place = stops.partition_point(|&(start, _)| start <= level);
        let (from, start) = stops[place - 1];
        let Some(&(to, end)) = stops.get(place) else { return start };
        let share = |a: u8, b: u8| {
            let (a, b, t, length) = (i32::from(a), i32::from(b), i32::from(level - from), i32::from(to - from));
            (a + (b - a) * t / length) as u8
        };
        std::array::from_fn(|channel| share(start[channel], end[channel]))
    }
}

/// A picture on the screen, and the part of the plane that it shows.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// The picture.
    pub texture: TextureId,
    /// Its pixels.
    pub size: [u32; 2],
    /// The place that it shows.
    pub at: Place,
    /// Set for a coarse picture: every fourth pixel.
    pub is_coarse: bool,
}

/// A part of the plane: the edge of its first pixel, and the units per pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    first: [Fixed; 2],
    pixel: Fixed,
}

impl Place {
    /// Returns the region of a picture of a size in pixels that starts here.
    pub fn region(self, [width, height]: [u32; 2]) -> Region {
        let end = |axis: usize, count: u32| Fixed(self.first[axis].0 + i128::from(count) * self.pixel.0);
        Region([self.first[0], self.first[1], end(0, width), end(1, height)].map(Fixed::number))
    }

    /// Returns every fourth pixel of this place, each with exactly its sample: the pixels 2, 6, 10 and so on.
    #[must_use]
    pub fn coarse(self) -> Self {
        // Their centres are half a pixel behind those of pixels four times as wide.
        let first = self.first.map(|first| Fixed(first.0 + self.pixel.0 / 2));
        Self { first, pixel: Fixed(i128::from(COARSE) * self.pixel.0) }
    }

    /// Returns the centre of a pixel.
    pub fn center(self, pixel: [i64; 2]) -> [Fixed; 2] {
        std::array::from_fn(|axis| Fixed(self.first[axis].0 + i128::from(pixel[axis]) * self.pixel.0 + self.pixel.0 / 2))
    }
}

impl Map {
    /// Shows all of a region in a picture of this size in pixels.
    pub fn frame(&mut self, [x0, y0, x1, y1]: [f64; 4], [width, height]: [u32; 2]) {
        let pixel = f64::max((x1 - x0) / f64::from(width.max(1)), (y1 - y0) / f64::from(height.max(1)));
        self.middle = [Fixed::of((x0 + x1) / 2.0), Fixed::of((y0 + y1) / 2.0)];
        self.set_pixel(Fixed::of(pixel).0);
    }

    /// Sets an even number of 10^-15, so that half a pixel is exact.
    fn set_pixel(&mut self, pixel: i128) {
        self.pixel = Fixed((pixel / 2 * 2).clamp(FINEST, COARSEST));
    }

    /// Returns the part of the plane that a picture of a size in pixels shows.
    pub fn place(&self, size: [u32; 2]) -> Place {
        let first = std::array::from_fn(|axis| Fixed(self.middle[axis].0 - self.pixel.0 / 2 * i128::from(size[axis])));
        Place { first, pixel: self.pixel }
    }

    /// Returns the job of a picture.
    pub fn job(&self, place: Place, [width, height]: [u32; 2]) -> Job {
        let region = Some(place.region([width, height]));
        Job::Picture(Area { size: Size { width, height }, region, z: self.z.number(), w: self.w.number() })
    }

    /// Clamps all numbers to their limits, for views from outside.
    pub(crate) fn hold(&mut self) {
        self.set_pixel(self.pixel.0);
    }

    /// Moves by a number of pixels.
    pub fn pan(&mut self, pixels: [f64; 2]) {
        for (middle, pixels) in self.middle.iter_mut().zip(pixels) {
            let moved = middle.0 - (pixels as i128) * self.pixel.0;
            *middle = Fixed(moved.clamp(-FARTHEST, FARTHEST));
        }
    }

    /// Shows `factor` times as much in each direction, around a place given in pixels from the middle.
    pub fn zoom(&mut self, factor: f64, about: [f64; 2]) {
        let before = self.pixel.0;
        self.set_pixel((before as f64 * factor.clamp(0.01, 100.0)) as i128);
        for (middle, about) in self.middle.iter_mut().zip(about) {
            let moved = middle.0 + (about as i128) * (before - self.pixel.0);
            *middle = Fixed(moved.clamp(-FARTHEST, FARTHEST));
        }
    }

    /// Returns the point under a pixel of a picture of a size.
    pub fn under(&self, pixel: [i64; 2], size: [u32; 2]) -> [Fixed; 2] {
        self.place(size).center(pixel)
    }

    /// Draws the available pictures, the finer ones on top, and handles the pointer. Returns whether the place changed.
    pub fn show(&mut self, ui: &mut egui::Ui, rect: Rect, pictures: &[Shown], size: [u32; 2]) -> (egui::Response, bool) {
        let response = ui.interact(rect, ui.scope_id().with("map"), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Map"));
        let points = ui.pixels_per_point();
        let before = self.clone();
        if response.dragged() {
            let by = response.drag_delta() * points;
            if ui.input(|input| input.modifiers.shift) {
                // By the width of a pixel for each pixel: up along z, to the right along w.
                let moved = |place: Fixed, pixels: f32| {
                    Fixed((place.0 + (f64::from(pixels) * self.pixel.0 as f64) as i128).clamp(-FARTHEST, FARTHEST))
                };
                if by.y.abs() >= by.x.abs() {
                    self.z = moved(self.z, -by.y);
                } else {
                    self.w = moved(self.w, by.x);
                }
            } else {
                self.pan([f64::from(by.x.round()), f64::from(by.y.round())]);
            }
        }
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = libm::exp2(-f64::from(scroll) / 200.0) / f64::from(pinch);
            if factor != 1.0 {
                let about = (at - rect.center()) * points;
                self.zoom(factor, [about.x.into(), about.y.into()]);
            }
        }
        if response.has_focus() {
            self.keys(ui, size);
        }
        let place = self.place(size);
        let painter = ui.painter().with_clip_rect(rect);
        for shown in pictures {
            painter.image(
                shown.texture,
                over(shown, place, rect, points),
                Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0)),
                Color32::WHITE,
            );
        }
        (response, *self != before)
    }

    /// Handles keys: the arrows move by an eighth of the picture, plus and minus zoom.
    fn keys(&mut self, ui: &egui::Ui, size: [u32; 2]) {
        use egui::Key;
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let step = size.map(|side| f64::from(side / 8));
        for (key, direction) in
            [(Key::ArrowLeft, [1.0, 0.0]), (Key::ArrowRight, [-1.0, 0.0]), (Key::ArrowUp, [0.0, 1.0]), (Key::ArrowDown, [0.0, -1.0])]
        {
            if pressed(key) {
                self.pan([direction[0] * step[0], direction[1] * step[1]]);
            }
        }
        for (key, factor) in [(Key::Plus, 0.5), (Key::Equals, 0.5), (Key::Minus, 2.0)] {
            if pressed(key) {
                self.zoom(factor, [0.0; 2]);
            }
        }
    }
}

/// Returns the rectangle on the screen of a picture of another place.
fn over(shown: &Shown, place: Place, rect: Rect, points: f32) -> Rect {
    let scale = shown.at.pixel.0 as f64 / place.pixel.0 as f64;
    // Its samples are those of the third of every four pixels.
    let offset: [f64; 2] = std::array::from_fn(|axis| {
        let begins = shown.at.first[axis].0 - if shown.is_coarse { shown.at.pixel.0 / (2 * i128::from(COARSE)) } else { 0 };
        (begins - place.first[axis].0) as f64 / place.pixel.0 as f64
    });
    let limit = |value: f64| value.clamp(-1e6, 1e6) as f32;
    let min = rect.min + Vec2::new(limit(offset[0]), limit(offset[1])) / points;
    let size = Vec2::new(limit(f64::from(shown.size[0]) * scale), limit(f64::from(shown.size[1]) * scale)) / points;
    Rect::from_min_size(min, size)
}

/// Draws three by three copies of a picture of one period, with marked seams between them.
pub fn show_tiles(ui: &egui::Ui, rect: Rect, texture: TextureId, size: [u32; 2], accent: Color32) {
    let painter = ui.painter().with_clip_rect(rect);
    let tile = Vec2::new(size[0] as f32, size[1] as f32) / ui.pixels_per_point();
    let first = rect.center() - tile * 1.5;
    let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    for row in 0..3_u8 {
        for column in 0..3_u8 {
            let min = first + Vec2::new(f32::from(column) * tile.x, f32::from(row) * tile.y);
            painter.image(texture, Rect::from_min_size(min, tile), uv, Color32::WHITE);
        }
    }
    // Short marks at the edges, so that the seam itself stays visible.
    let stroke = Stroke::new(2.0, accent);
    let all = Rect::from_min_size(first, tile * 3.0);
    for seam in 1..3_u8 {
        let x = first.x + f32::from(seam) * tile.x;
        let y = first.y + f32::from(seam) * tile.y;
        for [from, to] in [[all.top() - 12.0, all.top()], [all.bottom(), all.bottom() + 12.0]] {
            painter.line_segment([Pos2::new(x, from), Pos2::new(x, to)], stroke);
        }
        for [from, to] in [[all.left() - 12.0, all.left()], [all.right(), all.right() + 12.0]] {
            painter.line_segment([Pos2::new(from, y), Pos2::new(to, y)], stroke);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_decimal_is_read_as_it_is_written() {
        for text in ["0", "-0.000000000000001", "1000000000.000000000000001", "-12.5", "3"] {
            assert_eq!(Fixed::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Fixed::parse("1e3"), Some(Fixed(1000 * ONE)));
        assert_eq!(Fixed::parse("1e30"), Some(Fixed(FARTHEST)));
        for text in ["", "a", "--1", "nan", "9999999999999999999"] {
            assert_eq!(Fixed::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_zoom_keeps_the_point_under_the_pointer_far_from_the_origin() {
        let mut map = Map { middle: [Fixed::parse("1000000000.125").unwrap(), Fixed::parse("-999999999.5").unwrap()], ..Map::default() };
        let size = [800, 600];
        // The edge between the pixels 699 and 700: 300 pixels from the middle.
        let edge = |map: &Map| std::array::from_fn::<_, 2, _>(|axis| map.place(size).first[axis].0 + [700, 100][axis] * map.pixel.0);
        let before = edge(&map);
        for factor in [0.5, 0.77, 1.9, 0.1, 3.0] {
            map.zoom(factor, [300.0, -200.0]);
            assert_eq!(edge(&map), before);
        }
    }

    #[test]
    fn the_coarse_place_has_exactly_every_fourth_pixel() {
        let map = Map { middle: [Fixed::parse("123456789.000001").unwrap(), Fixed(7)], pixel: Fixed(123_456), ..Map::default() };
        let place = map.place([64, 64]);
        for pixel in 0..16 {
            assert_eq!(place.coarse().center([pixel, 0]), place.center([4 * pixel + 2, 2]));
        }
    }

    #[test]
    fn palettes_are_grey_or_meet_their_ends() {
        for level in 0..=255 {
            assert_eq!(Palette::Grey.color(level), [level; 3]);
        }
        for palette in Palette::ALL {
            let colors: Vec<_> = (0..=255).map(|level| palette.color(level)).collect();
            assert_ne!(colors.first(), colors.last(), "{}", palette.name());
        }
    }
}
