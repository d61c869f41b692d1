//! Playing: the recipe's own time in a loop.

use eframe::egui;
use lacuna::Program;

use super::time::{Playing, Time, TimeAxis};
use super::{Mode, Studio};
use crate::map::Fixed;

impl Studio {
    pub(super) fn toggle_play(&mut self, context: &egui::Context) {
        if self.playing.take().is_some() {
            return;
        }
        let began = context.input(|input| input.time);
        match self.time() {
            Ok(time) => {
                let from = match self.mode {
                    Mode::Map | Mode::Material => [self.map.z, self.map.w],
                    Mode::Terrain => [self.terrain.z, self.terrain.w].map(|place| Fixed::of(place.to_f64())),
                };
                self.playing = Some(Playing { began, from, time, of: (self.document.revision(), self.shown.clone()) });
            }
            Err(message) => self.tell(message, true),
        }
    }

    /// Returns the time axis of the shown output.
    fn time(&self) -> Result<Time, String> {
        let (recipe, output) = self.shown_task()?;
        let recipe = lacuna_bake::read_recipe(&recipe).map_err(|error| error.to_string())?;
        let graph = output.map_or_else(|| recipe.graph(), |output| recipe.graph_of(&output)).map_err(|error| error.to_string())?;
        let program = Program::new(&graph).map_err(|error| error.to_string())?;
        Time::of(&program).ok_or_else(|| "nothing moves: the noise is the same all along z and w; give it three dimensions".to_owned())
    }

    /// Advances the time while playing.
    pub(super) fn play(&mut self, context: &egui::Context) {
        let Some(mut playing) = self.playing.take() else { return };
        let of = (self.document.revision(), self.shown.clone());
        if playing.of != of {
            match self.time() {
                Ok(time) => (playing.time, playing.of) = (time, of),
                Err(message) => return self.tell(message, true),
            }
        }
        let units = playing.time.at(context.input(|input| input.time) - playing.began);
        let axis = usize::from(playing.time.axis == TimeAxis::W);
        let mut place = playing.from;
        place[axis] = Fixed::of(place[axis].to_f64() + units);
        match self.mode {
            Mode::Map | Mode::Material => [self.map.z, self.map.w] = place,
            Mode::Terrain => [self.terrain.z, self.terrain.w] = place.map(Fixed::number),
        }
        self.playing = Some(playing);
        context.request_repaint();
    }
}
