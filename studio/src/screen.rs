//! The pictures on the screen as textures, and the requests of the worker for them.

use eframe::egui::{self, Color32, ColorImage, TextureHandle, TextureId, TextureOptions};

use crate::map::{Palette, Place, Shown};
use crate::work::{Picture, Task};
use crate::worker::{Slot, Worker};

/// A picture that was made.
pub struct Painted {
    /// The texture that is drawn.
    pub texture: TextureHandle,
    /// The picture with its samples.
    pub picture: Picture,
    /// The part of the plane that it shows; `None` for terrain and for tiles.
    pub place: Option<Place>,
    /// Set for a map, or a tile of one.
    pub is_map: bool,
    /// Set if it is every fourth pixel.
    is_coarse: bool,
}

impl Painted {
    /// Returns the picture in the form that the map draws.
    pub fn shown(&self) -> Option<Shown> {
        Some(Shown { texture: self.texture.id(), size: self.picture.size, at: self.place?, is_coarse: self.is_coarse })
    }
}

/// A request for a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// The task.
    pub task: Task,
    /// The part of the plane that it shows; `None` for terrain and for tiles.
    pub place: Option<Place>,
    /// Set for a map, or a tile of one.
    pub is_map: bool,
}

/// A picture in two steps: first every fourth pixel, then all.
#[derive(Default)]
pub struct Screen {
    asked: Option<(Ask, Ask)>,
    /// The tickets of the running tasks, and 0 for each that is done.
    tickets: [u64; 2],
    /// Set if a newer picture is requested as soon as the coarse one is done. The coarse one is completed, so that something is visible during movement.
    is_waiting: bool,
    /// Every fourth pixel.
    pub coarse: Option<Painted>,
    /// All pixels.
    pub full: Option<Painted>,
    /// The picture that the window's GPU drew, on top of all others.
    pub drawn: Option<Shown>,
    /// The terrain that the window's GPU rendered, and its size. If there is one, the CPU engine has no request.
    pub rendered: Option<(TextureId, [u32; 2])>,
    /// The number of pictures taken so far.
    pub taken: u64,
    /// The reason why there is no newer picture.
    pub failure: Option<String>,
    palette: Option<Palette>,
}

impl Screen {
    /// Returns `true` if a picture was requested.
    pub fn is_asked(&self, full: &Ask) -> bool {
        self.asked.as_ref().is_some_and(|(_, asked)| asked == full)
    }

    /// Requests a picture, unless it was requested already.
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

    /// Shows the terrain that the window's GPU rendered on request, or the reason why it did not.
    pub fn show_rendered(&mut self, full: &Ask, rendered: Result<(TextureId, [u32; 2]), String>) {
        self.asked = Some((full.clone(), full.clone()));
        self.taken += 1;
        match rendered {
            Ok(rendered) => (self.rendered, self.failure) = (Some(rendered), None),
            Err(message) => self.failure = Some(message),
        }
    }

    /// Cancels all requests of the CPU engine, as the window's GPU makes the pictures.
    pub fn rest(&mut self, worker: &mut Worker) {
        for (slot, ticket) in [Slot::Coarse, Slot::Full].into_iter().zip(&mut self.tickets) {
            if std::mem::take(ticket) != 0 {
                worker.cancel(slot);
            }
        }
        self.is_waiting = false;
    }

    /// Drops the last request, so that it is made again.
    pub fn ask_again(&mut self) {
        self.asked = None;
    }

    /// Returns `true` if the last requested picture is complete.
    pub fn is_done(&self) -> bool {
        self.tickets[1] == 0 && !self.is_waiting && self.asked.is_some()
    }

    /// Takes a requested picture, and drops outdated ones.
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

    /// Returns the texture of a picture, which reuses the previous one.
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

    /// Returns the palette of pictures of one channel.
    pub fn palette(&self) -> Option<Palette> {
        self.palette
    }

    /// Sets the palette of pictures of one channel.
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

/// Returns the colours of a picture.
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
