//! What is on the screen: pictures as textures, and what was asked of the worker for them.

use eframe::egui::{self, Color32, ColorImage, TextureHandle, TextureId, TextureOptions};

use crate::map::{Palette, Place, Shown};
use crate::work::{Picture, Task};
use crate::worker::{Slot, Worker};

/// A picture that was made.
pub struct Painted {
    /// Where it is kept to be drawn.
    pub texture: TextureHandle,
    /// What it shows, with its samples.
    pub picture: Picture,
    /// The part of the plane that it shows; none for terrain and for tiles.
    pub place: Option<Place>,
    /// Whether it is a map, or a tile of one.
    pub is_map: bool,
    /// Whether it is every fourth pixel.
    is_coarse: bool,
}

impl Painted {
    /// As the map draws it.
    pub fn shown(&self) -> Option<Shown> {
        Some(Shown { texture: self.texture.id(), size: self.picture.size, at: self.place?, is_coarse: self.is_coarse })
    }
}

/// A picture that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// What is to be done.
    pub task: Task,
    /// The part of the plane that it shows; none for terrain and for tiles.
    pub place: Option<Place>,
    /// Whether it is a map, or a tile of one.
    pub is_map: bool,
}

/// A picture in two steps: first every fourth pixel, then all.
#[derive(Default)]
pub struct Screen {
    asked: Option<(Ask, Ask)>,
    /// Those of the tasks that are not done, and otherwise 0.
    tickets: [u64; 2],
    /// Whether something newer is asked for as soon as the coarse picture is there, which is let be finished, so that something is seen while all moves.
    is_waiting: bool,
    /// Every fourth pixel.
    pub coarse: Option<Painted>,
    /// All pixels.
    pub full: Option<Painted>,
    /// The picture that the window's GPU drew, above all others.
    pub drawn: Option<Shown>,
    /// The terrain that the window's GPU rendered, and its pixels. Where there is one, the CPU engine was asked for none.
    pub rendered: Option<(TextureId, [u32; 2])>,
    /// How many pictures were taken so far.
    pub taken: u64,
    /// Why there is no newer picture.
    pub failure: Option<String>,
    palette: Option<Palette>,
}

impl Screen {
    /// Whether a picture was asked for.
    pub fn is_asked(&self, full: &Ask) -> bool {
        self.asked.as_ref().is_some_and(|(_, asked)| asked == full)
    }

    /// Asks for a picture, unless it was asked for already.
    pub fn ask(&mut self, worker: &mut Worker, coarse: Ask, full: Ask) {
        self.rendered = None;
        let asked = (coarse, full);
        if self.asked.as_ref() == Some(&asked) && !self.is_waiting {
            return;
        }
        self.drawn = None;
        if self.tickets[0] != 0 {
            if !self.is_waiting {
                worker.cancel(Slot::Full);
                (self.is_waiting, self.tickets[1]) = (true, 0);
            }
            return;
        }
        self.is_waiting = false;
        self.tickets = [worker.submit(Slot::Coarse, asked.0.task.clone()), worker.submit(Slot::Full, asked.1.task.clone())];
        self.asked = Some(asked);
    }

    /// Shows what the window's GPU rendered for the terrain that is asked for, or why it did not.
    pub fn show_rendered(&mut self, full: &Ask, rendered: Result<(TextureId, [u32; 2]), String>) {
        self.asked = Some((full.clone(), full.clone()));
        self.taken += 1;
        match rendered {
            Ok(rendered) => (self.rendered, self.failure) = (Some(rendered), None),
            Err(message) => self.failure = Some(message),
        }
    }

    /// Asks the CPU engine for nothing more, as the window's GPU makes the pictures.
    pub fn rest(&mut self, worker: &mut Worker) {
        for (slot, ticket) in [Slot::Coarse, Slot::Full].into_iter().zip(&mut self.tickets) {
            if std::mem::take(ticket) != 0 {
                worker.cancel(slot);
            }
        }
        self.is_waiting = false;
    }

    /// Forgets what was asked, so that it is asked again.
    pub fn ask_again(&mut self) {
        self.asked = None;
    }

    /// Whether the picture that was asked for last is there.
    pub fn is_done(&self) -> bool {
        self.tickets[1] == 0 && !self.is_waiting && self.asked.is_some()
    }

    /// Takes a picture that was asked for; others are too late.
    pub fn take(&mut self, context: &egui::Context, slot: Slot, ticket: u64, result: Result<Picture, String>) {
        let step = usize::from(slot == Slot::Full);
        if self.tickets[step] != ticket {
            return;
        }
        self.tickets[step] = 0;
        let Some((coarse, full)) = &self.asked else { return };
        let Ask { place, is_map, .. } = *if slot == Slot::Full { full } else { coarse };
        match result {
            Err(message) => self.failure = Some(message),
            Ok(picture) => {
                self.failure = None;
                self.taken += 1;
                let texture = self.texture(context, slot, &picture);
                let painted = Some(Painted { texture, picture, place, is_map, is_coarse: slot == Slot::Coarse });
                if slot == Slot::Full {
                    self.full = painted;
                    self.coarse = None;
                } else {
                    self.coarse = painted;
                }
            }
        }
    }

    /// The texture of a picture: that of the one before it, where there is one.
    fn texture(&mut self, context: &egui::Context, slot: Slot, picture: &Picture) -> TextureHandle {
        let image = image(picture, self.palette);
        let (name, before) = match slot {
            Slot::Full => ("full", self.full.take()),
            _ => ("coarse", self.coarse.take()),
        };
        match before {
            Some(Painted { mut texture, .. }) => {
                texture.set(image, TextureOptions::NEAREST);
                texture
            }
            None => context.load_texture(name, image, TextureOptions::NEAREST),
        }
    }

    /// The palette of pictures of one channel.
    pub fn palette(&self) -> Option<Palette> {
        self.palette
    }

    /// Shows pictures of one channel in the colours of a palette.
    pub fn set_palette(&mut self, palette: Option<Palette>) {
        if self.palette == palette {
            return;
        }
        self.palette = palette;
        for painted in [&mut self.coarse, &mut self.full].into_iter().flatten() {
            painted.texture.set(image(&painted.picture, palette), TextureOptions::NEAREST);
        }
    }
}

/// The colours of a picture.
fn image(picture: &Picture, palette: Option<Palette>) -> ColorImage {
    let size = picture.size.map(|side| side as usize);
    match palette {
        Some(palette) if picture.channels == 1 && palette != Palette::Grey => {
            let colors: Vec<Color32> = (0..=255).map(|level| palette.color(level)).map(|[r, g, b]| Color32::from_rgb(r, g, b)).collect();
            let pixels = picture.rgba.chunks_exact(4).map(|pixel| colors[usize::from(pixel[0])]).collect();
            ColorImage::new(size, pixels)
        }
        _ => ColorImage::from_rgba_unmultiplied(size, &picture.rgba),
    }
}
