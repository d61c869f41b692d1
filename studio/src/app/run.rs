//! The work between two frames: news of the worker, keys, files, and the next requests.

use eframe::egui;

use super::{Mode, Notice, Studio};
use crate::actions::Action;
use crate::document::Nudge;
use crate::map::Shown;
use crate::material::Material;
use crate::panels::out::{Pressed, What};
use crate::runner::Outcome;
use crate::terrain::TerrainAction;
use crate::work::{Make, Task};
use crate::worker::{Answer, News, Slot};
use crate::{command, files, link};

impl Studio {
    /// Handles everything that happened since the last frame.
    pub(super) fn update(&mut self, context: &egui::Context) {
        if !self.watch_device(context) {
            return;
        }
        for answer in self.worker.poll() {
            self.take(context, answer);
        }
        self.take_files(context);
        for action in self.pressed(context) {
            self.perform(context, action);
        }
        let is_typing = context.text_edit_focused();
        self.is_showing_b =
            self.document.b().is_some() && !is_typing && context.input(|input| input.key_down(egui::Key::B) && input.modifiers.is_none());
        self.play(context);
        self.ask(context);
        self.ask_small();
        let title = format!("{}{} - lacuna studio", self.name, if self.document.is_changed() { " *" } else { "" });
        if self.title != title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn take(&mut self, context: &egui::Context, Answer { slot, ticket, news }: Answer) {
        match (slot, news) {
            (Slot::Bake, News::Progress(done)) => self.out.progress = Some(done),
            (_, News::Progress(_)) => {}
            (Slot::Bake, News::Failed(message)) => (self.out.progress, self.out.result) = (None, Some(Err(message))),
            (Slot::Bake, News::Done(outcome)) => {
                self.out.progress = None;
                self.out.result = Some(match outcome {
                    Outcome::Written(paths) => Ok(format!("Written: {}", paths.join(", "))),
                    Outcome::Files(all) => all
                        .iter()
                        .map(|(name, bytes)| files::download_or_save(name, bytes))
                        .collect::<Result<Vec<_>, _>>()
                        .map(|all| all.join(", ")),
                    Outcome::Picture(_) | Outcome::Ground(_) => Err("a picture came instead of a file".to_owned()),
                });
            }
            (Slot::Coarse | Slot::Full, News::Done(Outcome::Picture(picture))) => self.screen.take(context, slot, ticket, Ok(picture)),
            (Slot::Coarse | Slot::Full, News::Failed(message)) => self.screen.take(context, slot, ticket, Err(message)),
            (Slot::Ground, News::Done(Outcome::Ground(ground))) => self.take_ground(ticket, Ok(ground)),
            (Slot::Ground, News::Failed(message)) => self.take_ground(ticket, Err(message)),
            (Slot::Seed(number), News::Done(Outcome::Picture(picture))) => self.seeds.take(number, context, picture.size, &picture.rgba),
            (Slot::Preset(number), News::Done(Outcome::Picture(picture))) => {
                self.gallery.take(number, context, picture.size, &picture.rgba);
            }
            (Slot::Seed(number), News::Failed(_)) => self.seeds.take(number, context, [0; 2], &[]),
            (Slot::Preset(number), News::Failed(_)) => self.gallery.take(number, context, [0; 2], &[]),
            (_, News::Done(_)) => {}
        }
    }

    /// Requests the picture to show.
    fn ask(&mut self, context: &egui::Context) {
        if self.room[0] < 8 || self.room[1] < 8 {
            return;
        }
        if !self.is_framed {
            self.is_framed = true;
            let region = self.own_region().map(lacuna::Number::to_f64);
            self.map.frame(region, self.room);
            // The first view was composed for the first recipe.
            if **self.document.recipe_text() != *super::FIRST {
                self.terrain.frame(region);
                self.terrain.fit(self.own_range());
            }
        }
        match self.asks(self.room) {
            Ok((_, full)) if self.mode == Mode::Terrain && self.render(context, &full) => {}
            Ok((coarse, full)) => {
                let (task, place) = (full.task.clone(), full.place);
                let is_new = !self.screen.is_asked(&full) || self.screen.palette() != self.palette();
                self.screen.ask(&mut self.worker, coarse, full);
                // If the GPU draws, the CPU's picture provides the values under the pointer.
                if let (Some(gpu), Some(place), true) = (&mut self.gpu, place, is_new || self.screen.drawn.is_none()) {
                    let drawn = gpu.draw(context, &task, self.map.palette);
                    self.screen.drawn = drawn.map(|(texture, size)| Shown { texture, size, at: place, is_coarse: false });
                }
            }
            Err(message) => {
                self.screen.failure = Some(message);
                // It is requested again once the recipe is valid.
                self.screen.ask_again();
            }
        }
        self.screen.set_palette(self.palette());
    }

    /// Requests the next thumbnail.
    fn ask_small(&mut self) {
        let small = |recipe: &str| {
            let mut task = Task { recipe: recipe.into(), output: None, job: lacuna_bake::Job::default(), make: Make::Picture };
            let area = lacuna_bake::read_recipe(recipe).map(|recipe| lacuna_bake::Area::of_recipe(&recipe)).unwrap_or_default();
            let size = lacuna_bake::Size { width: 128, height: 128 };
            let edges = area.region.or(Some(lacuna_bake::Region([0, 0, 8, 8].map(lacuna::Number::from))));
            task.job = lacuna_bake::Job::Picture(lacuna_bake::Area { size, region: edges, ..area });
            task
        };
        if self.is_gallery_open
            && let Some((number, text)) = self.gallery.wanted()
        {
            self.worker.submit(Slot::Preset(number), small(text));
        }
        if self.are_seeds_open
            && let Some((number, text)) = self.seeds.wanted(&self.document)
        {
            self.worker.submit(Slot::Seed(number), small(&text));
        }
    }

    /// Performs the action of a key or a button.
    pub(super) fn perform(&mut self, context: &egui::Context, action: Action) {
        match action {
            Action::Wireframe => self.terrain.perform(TerrainAction::ToggleWireframe),
            Action::Light => self.terrain.perform(TerrainAction::CycleLight),
            Action::Water => self.terrain.perform(TerrainAction::ToggleWater),
            Action::Brighter => self.terrain.perform(TerrainAction::Brighter),
            Action::Darker => self.terrain.perform(TerrainAction::Darker),
            Action::Fly => self.terrain.perform(TerrainAction::ToggleFlying),
            Action::MoreOctaves => self.nudge(Nudge::Octaves(1)),
            Action::FewerOctaves => self.nudge(Nudge::Octaves(-1)),
            Action::MoreGain => self.nudge(Nudge::Gain(0.1)),
            Action::LessGain => self.nudge(Nudge::Gain(-0.1)),
            Action::HigherFrequency => self.nudge(Nudge::Frequency(1.25)),
            Action::LowerFrequency => self.nudge(Nudge::Frequency(0.8)),
            Action::NewSeed => {
                let random = self.next_random();
                if let Err(problem) = self.document.new_seed(random) {
                    self.tell(problem.message, true);
                }
            }
            Action::Undo => {
                self.document.undo();
                if let Some(file) = self.loads.undone(self.document.shared_text(), &self.file()) {
                    self.set_file(file);
                }
            }
            Action::Redo => {
                self.document.redo();
                if let Some(file) = self.loads.redone(self.document.shared_text(), &self.file()) {
                    self.set_file(file);
                }
            }
            Action::KeepB => {
                self.document.keep_b();
                self.tell("Kept as B; hold the key B to see it.", false);
            }
            Action::Map => self.mode = Mode::Map,
            Action::Terrain => self.mode = Mode::Terrain,
            Action::Material => self.mode = Mode::Material,
            Action::Tiling => {
                self.mode = Mode::Map;
                self.map.is_tiled ^= true;
            }
            Action::Play => self.toggle_play(context),
            Action::Home => {
                self.is_framed = false;
                self.map.is_tiled = false;
                self.material = Material::default();
                let before = std::mem::take(&mut self.terrain);
                (self.terrain.z, self.terrain.w) = (before.z, before.w);
            }
            Action::Panel => self.is_panel_open ^= true,
            Action::Help => self.is_help_open ^= true,
            Action::Presets => self.is_gallery_open ^= true,
            Action::Seeds => self.are_seeds_open ^= true,
            Action::Bake => {
                self.out.is_open ^= true;
                self.out.name.clone_from(&self.name);
            }
            Action::Open => self.open(context),
            Action::Save => self.save(),
            Action::SaveAs => self.save_as(),
            Action::CopyLink => {
                let link = link::url(&self.link());
                context.copy_text(link);
                self.tell("The link was copied; it holds the recipe and the view.", false);
            }
            Action::CopyCommand => {
                let shown = self.asks(self.room).map(|(_, full)| full.task);
                let name = self.out.file();
                let task = shown.map(|task| Task { make: Make::Files { name, depth: Some(8), is_replacing: false }, ..task });
                self.copy_command(context, task);
            }
            Action::CopyShader => self.copy_shader(context),
        }
    }

    fn nudge(&mut self, nudge: Nudge) {
        if let Err(problem) = self.document.nudge(nudge, &self.shown) {
            self.tell(problem.message, true);
        }
    }

    /// Takes a step of SplitMix64 (Steele, Lea and Flood 2014).
    pub(super) fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns the height of the shown area at a width, in pixels.
    fn height_of(&self, width: u32) -> u32 {
        let height = u64::from(width) * u64::from(self.room[1]) / u64::from(self.room[0].max(1));
        u32::try_from(height.max(1)).unwrap_or(u32::MAX)
    }

    /// Returns the task of a bake into a file.
    fn bake_task(&self) -> Result<Task, String> {
        let (recipe, output) = self.shown_task()?;
        let width = self.out.width;
        let job = match (&self.out.what, self.mode) {
            (What::Recipe, _) => {
                let area = lacuna_bake::Area::of_recipe(self.document.recipe());
                let height = u64::from(width) * u64::from(area.size.height) / u64::from(area.size.width.max(1));
                lacuna_bake::Job::Picture(lacuna_bake::Area {
                    size: lacuna_bake::Size { width, height: u32::try_from(height.max(1)).unwrap_or(u32::MAX) },
                    ..area
                })
            }
            (What::Shown, Mode::Map) => {
                let place = self.map.place(self.room);
                let height = self.height_of(width);
                let size = lacuna_bake::Size { width, height };
                lacuna_bake::Job::Picture(lacuna_bake::Area {
                    size,
                    region: Some(place.region(self.room)),
                    z: self.map.z.number(),
                    w: self.map.w.number(),
                })
            }
            (What::Shown, Mode::Terrain) => {
                let height = self.height_of(width);
                self.terrain.job([width, height], 1024, 2, self.drape())
            }
            (What::Shown, Mode::Material) => self.material_job([width, self.height_of(width)], width.min(2048)),
        };
        let is_material = matches!(job, lacuna_bake::Job::Preview(_));
        let name = self.out.file();
        Ok(Task {
            recipe,
            output: output.filter(|_| !is_material),
            job,
            make: Make::Files { name, depth: self.out.depth, is_replacing: self.out.is_replacing },
        })
    }

    /// Handles a button of the window of bakes.
    pub(super) fn bake(&mut self, context: &egui::Context, pressed: Pressed) {
        match pressed {
            Pressed::Cancel => {
                self.worker.cancel(Slot::Bake);
                self.out.progress = None;
                self.out.result = Some(Ok("Cancelled".to_owned()));
            }
            Pressed::Copy => {
                let task = self.bake_task();
                self.copy_command(context, task);
            }
            Pressed::Bake => match self.bake_task() {
                Ok(task) => {
                    self.worker.submit(Slot::Bake, task);
                    (self.out.progress, self.out.result) = (Some(0.0), None);
                }
                Err(message) => self.out.result = Some(Err(message)),
            },
        }
    }

    /// Copies the command that does a task.
    fn copy_command(&mut self, context: &egui::Context, task: Result<Task, String>) {
        match task {
            Ok(task) => {
                let preset =
                    lacuna::presets::Preset::of(&self.name).filter(|preset| preset.text == &*task.recipe).map(|preset| preset.name);
                let path = self.file().path.filter(|_| !self.document.is_changed()).map(|path| path.display().to_string());
                let is_whole = *task.recipe == **self.document.recipe_text();
                let source = if is_whole { preset.or(path.as_deref()) } else { None };
                context.copy_text(command::command(&task, source, &self.out.file()));
                self.tell("The command was copied.", false);
            }
            Err(message) => self.tell(message, true),
        }
    }

    fn copy_shader(&mut self, context: &egui::Context) {
        use lacuna::gpu::TargetKind;
        use lacuna::internal::link_per_sample;
        let shader = self.shown_task().and_then(|(recipe, output)| {
            let recipe = lacuna_bake::read_recipe(&recipe).map_err(|error| error.to_string())?;
            let graph = output.map_or_else(|| recipe.graph(), |output| recipe.graph_of(&output)).map_err(|error| error.to_string())?;
            lacuna::Program::new(&graph).map_err(|error| error.to_string())
        });
        match shader {
            Ok(program) => {
                context.copy_text(link_per_sample(program.structure(), lacuna::DomainKind::Grid, TargetKind::Buffer));
                self.tell("The shader was copied.", false);
            }
            Err(message) => self.tell(message, true),
        }
    }

    /// Closes the message.
    pub(super) fn close_notice(&mut self) -> Option<Notice> {
        self.notice.take()
    }
}
