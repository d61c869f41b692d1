//! The window: a picture with panels around it.

mod bar;
mod file;
mod loads;
mod play;
mod relief;
mod run;
mod time;
mod window;

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui;
use lacuna::presets::Preset;
use lacuna_bake::jobs::View;
use lacuna_bake::{Area, Job, Region, Size};
use serde::{Deserialize, Serialize};

use crate::actions::{Action, action_of};
use crate::device::Device;
use crate::document::{Document, Shown};
use crate::files::Inbox;
#[cfg(not(target_arch = "wasm32"))]
use crate::files::Watched;
use crate::gpu::Gpu;
use crate::link;
use crate::map::{Map, Place};
use crate::material::Material;
use crate::panels;
use crate::screen::{Ask, Screen};
use crate::terrain::Terrain;
use crate::theme;
use crate::work::{Make, Task};
use crate::worker::Worker;

pub(crate) use window::MOST_LOSSES;

/// Samples along the longer side of a terrain on the screen.
const TERRAIN: u32 = 512;
/// Samples along a side of a material's maps on the screen.
const MAP: u32 = 1024;

/// The recipe that is shown first.
const FIRST: &str = include_str!("first.toml");

/// The settings that the studio starts with.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// The name of a preset or of a kind of node, or that of a file.
    pub name: Option<String>,
    /// The recipe's text; by default the preset of that name, or mountains with lakes.
    pub text: Option<String>,
    /// The file, if there is one.
    pub path: Option<PathBuf>,
    /// The hash of a share link, which takes precedence.
    pub link: Option<String>,
    /// An earlier error to show.
    pub problem: Option<String>,
    /// The engine for maps.
    pub engine: Engine,
}

/// The engine that evaluates maps. It has no influence on the pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    /// The GPU that draws the window if it is hardware, the CPU engine otherwise.
    #[default]
    Auto,
    /// The CPU engine.
    Cpu,
    /// The GPU, even a software one.
    Gpu,
}

/// The kind of picture in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The endless plane.
    Map,
    /// A block of terrain seen from one side.
    Terrain,
    /// The material on a shape, in light.
    Material,
}

/// The view that a share link stores with the recipe.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SharedView {
    mode: Mode,
    shown: Shown,
    map: Map,
    terrain: Terrain,
    #[serde(default)]
    material: Material,
}

/// The panels next to the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tab {
    Parameters,
    Graph,
    Text,
    View,
}

/// A message that stays until it is closed.
struct Notice {
    text: String,
    is_error: bool,
}

/// The studio.
pub struct Studio {
    document: Document,
    /// The name of the recipe: a preset's, or a file's without its extension.
    name: String,
    /// The title of the window.
    title: String,
    #[cfg(not(target_arch = "wasm32"))]
    watched: Option<Watched>,
    inbox: Inbox,
    shown: Shown,
    selected: Option<String>,
    mode: Mode,
    map: Map,
    terrain: Terrain,
    material: Material,
    worker: Worker,
    screen: Screen,
    /// The device that draws the window.
    device: Option<Device>,
    /// The number of lost devices, and whether the present one is lost.
    losses: u32,
    is_lost: bool,
    /// The engine that the command line requests.
    engine: Engine,
    /// The GPU that draws the window, if it also makes pictures.
    gpu: Option<Gpu>,
    /// The ground that the worker evaluates for the GPU, with its ticket.
    ground: Option<(crate::relief::Key, u64)>,
    /// A ground that could not be made.
    no_ground: Option<crate::relief::Key>,
    /// Dark or light.
    theme: egui::Theme,
    tab: Tab,
    is_panel_open: bool,
    is_help_open: bool,
    /// The box for the name of a file to open or to save.
    file_box: Option<FileBox>,
    parameters: panels::parameters::Panel,
    outline: panels::outline::Panel,
    text: panels::text::Panel,
    gallery: panels::gallery::Panel,
    is_gallery_open: bool,
    seeds: panels::seeds::Panel,
    are_seeds_open: bool,
    out: panels::out::Panel,
    notice: Option<Notice>,
    playing: Option<time::Playing>,
    is_showing_b: bool,
    /// The pixels of the last picture area, and whether the recipe's region was framed in it.
    room: [u32; 2],
    fixed_room: Option<[u32; 2]>,
    /// The position of the picture in the window, in pixels: left and top.
    rect: [u32; 2],
    is_framed: bool,
    random: u64,
    /// The position and the samples under the pointer.
    pointed: Option<([crate::map::Fixed; 2], Vec<f32>)>,
    /// Set while the picture has the keyboard's focus.
    is_picture_focused: bool,
    /// The recipes that were loaded, which undo and redo cross.
    loads: loads::Loads,
}

/// A box for the name of a file.
struct FileBox {
    name: String,
    is_saving: bool,
    /// The path of an existing file, once the user was warned that saving again replaces it.
    #[cfg(not(target_arch = "wasm32"))]
    replaces: Option<String>,
}

impl Studio {
    /// Starts in a context, which need not have a window.
    pub fn in_context(context: &egui::Context, start: Start) -> Self {
        theme::apply(context);
        let mut studio = Self {
            document: Document::new(FIRST).expect("the first recipe is right"),
            name: "mountains".to_owned(),
            title: String::new(),
            #[cfg(not(target_arch = "wasm32"))]
            watched: None,
            inbox: Inbox::default(),
            shown: Shown::Output(None),
            selected: None,
            mode: Mode::Terrain,
            map: Map::default(),
            terrain: Terrain::default(),
            material: Material::default(),
            worker: Worker::new(context.clone()),
            screen: Screen::default(),
            device: None,
            losses: 0,
            is_lost: false,
            engine: start.engine,
            gpu: None,
            ground: None,
            no_ground: None,
            theme: egui::Theme::Dark,
            tab: Tab::Parameters,
            is_panel_open: true,
            is_help_open: false,
            file_box: None,
            parameters: Default::default(),
            outline: Default::default(),
            text: Default::default(),
            gallery: Default::default(),
            is_gallery_open: false,
            seeds: Default::default(),
            are_seeds_open: false,
            out: Default::default(),
            notice: None,
            playing: None,
            is_showing_b: false,
            room: [0; 2],
            fixed_room: None,
            rect: [0; 2],
            is_framed: false,
            random: 0x9E37_79B9_7F4A_7C15,
            pointed: None,
            is_picture_focused: false,
            loads: loads::Loads::default(),
        };
        studio.selected = studio.first_node();
        studio.begin(start);
        studio
    }

    fn begin(&mut self, start: Start) {
        if let Some(problem) = start.problem {
            self.tell(problem, true);
        }
        if let Some(hash) = start.link {
            match link::decode(&hash) {
                Ok(shared) => return self.restore(&shared),
                Err(problem) => self.tell(format!("The link can't be opened: {problem}"), true),
            }
        }
        let name = start.name.unwrap_or_default();
        let text = start.text.or_else(|| Preset::of(&name).map(|preset| preset.text.to_owned()));
        if let Some(text) = text {
            self.load(&name, &text, start.path);
        }
    }

    /// Shows a message until it is closed.
    fn tell(&mut self, text: impl Into<String>, is_error: bool) {
        self.notice = Some(Notice { text: text.into(), is_error });
    }

    /// Shows another recipe. The previous one is an entry of the history. Returns `true` if the text is a valid recipe.
    fn load(&mut self, name: &str, text: &str, path: Option<PathBuf>) -> bool {
        let before = Arc::clone(self.document.shared_text());
        if let Err(problem) = self.document.replace(text) {
            self.tell(format!("{name}: {}", problem.message), true);
            return false;
        }
        let file = self.file();
        self.loads.record([&before, self.document.shared_text()], file);
        self.document.mark_saved();
        self.set_file(loads::File { name: if name.is_empty() { "noise".to_owned() } else { name.to_owned() }, path });
        self.shown = Shown::Output(None);
        self.selected = self.first_node();
        if !self.document.params().is_empty() {
            self.tab = Tab::Parameters;
        }
        self.is_framed = false;
        // Heights of one channel are shown as terrain, colours as a map.
        let is_height = self.document.recipe().graph().is_ok_and(|graph| graph.outputs.len() == 1);
        if !is_height {
            self.mode = Mode::Map;
        }
        self.notice = None;
        true
    }

    /// Opens a share link: the part after its `#`, or the whole URL.
    pub fn open_link(&mut self, hash: &str) {
        match link::decode(hash) {
            Ok(shared) => self.restore(&shared),
            Err(problem) => self.tell(problem, true),
        }
    }

    /// Returns the node that the default output shows, or the first node.
    fn first_node(&self) -> Option<String> {
        let name = self.document.recipe().default_output().ok();
        let output = self.document.outputs().iter().find(|output| Some(output.name.as_str()) == name);
        let shown = output.and_then(|output| output.inputs.first()?.link.paths().first().cloned());
        shown.or_else(|| self.document.nodes().first().map(|node| node.path.clone()))
    }

    fn restore(&mut self, shared: &link::Shared) {
        let view = serde_json::from_value::<SharedView>(shared.view.clone());
        if !self.load("shared", &shared.recipe, None) {
            return;
        }
        match view {
            Ok(SharedView { mode, shown, mut map, terrain, material }) => {
                map.hold();
                (self.mode, self.shown, self.map, self.terrain, self.material) = (mode, shown, map, terrain, material);
                self.is_framed = true;
            }
            Err(error) => self.tell(format!("the link's view can't be read ({error}); the recipe is shown as a whole"), true),
        }
    }

    /// Returns the hash of a link to the present view.
    pub fn link(&self) -> String {
        let (map, terrain, material) = (self.map.clone(), self.terrain.clone(), self.material.clone());
        let view = SharedView { mode: self.mode, shown: self.shown.clone(), map, terrain, material };
        let view = serde_json::to_value(view).expect("a view is JSON");
        link::encode(&link::Shared { recipe: self.document.recipe_text().to_string(), view })
    }

    /// Returns the state of the studio, for tests and scripts.
    pub fn state(&self) -> serde_json::Value {
        let picture = self.screen.full.as_ref().map(|painted| &painted.picture);
        serde_json::json!({
            "recipe": &**self.document.recipe_text(),
            "text": self.document.text(),
            "problem": self.document.problem().map(|problem| &problem.message),
            "revision": self.document.revision(),
            "mode": self.mode,
            "map": self.map,
            "terrain": self.terrain,
            "material": self.material,
            "job": self.asks(self.room).map(|(_, full)| full.task.job).ok(),
            "rect": self.rect,
            "picture": self.screen.rendered.map(|(_, size)| size).or(picture.map(|picture| picture.size)),
            "sum": picture.map(|picture| crate::work::sum(&picture.rgba)),
            "is_done": self.screen.is_done(),
            "engine": self.engine(),
            "losses": self.losses(),
            "name": self.name,
            "failure": self.screen.failure,
            "notice": self.notice.as_ref().map(|notice| &notice.text),
        })
    }

    /// Returns the picture of the CPU engine on the screen, once it is complete.
    pub fn picture(&self) -> Option<&crate::work::Picture> {
        let is_here = self.screen.is_done() && self.screen.failure.is_none() && self.screen.rendered.is_none();
        self.screen.full.as_ref().filter(|_| is_here).map(|painted| &painted.picture)
    }

    /// Returns the name of the engine that made the picture on the screen.
    pub fn engine(&self) -> &str {
        match &self.gpu {
            Some(gpu) if self.mode == Mode::Map && self.screen.drawn.is_some() => gpu.name(),
            Some(gpu) if self.mode == Mode::Terrain && self.screen.rendered.is_some() => gpu.name(),
            _ => "CPU engine",
        }
    }

    /// Returns the number of pictures so far, coarse ones included.
    pub fn pictures(&self) -> u64 {
        self.screen.taken
    }

    /// Returns the reason why there is no picture, if there is none.
    pub fn failure(&self) -> Option<&str> {
        self.screen.failure.as_deref().filter(|_| self.screen.is_done())
    }

    /// Returns `true` once the picture is complete and, where it applies, drawn by the window's GPU.
    pub fn is_complete(&self) -> bool {
        let is_compiling = self.gpu.as_ref().is_some_and(Gpu::is_compiling);
        match self.mode {
            Mode::Material => self.picture().is_some(),
            Mode::Map => self.picture().is_some() && (self.screen.drawn.is_some() || !is_compiling),
            Mode::Terrain => {
                let is_rendered = self.screen.rendered.is_some() && self.screen.is_done() && self.screen.failure.is_none();
                (is_rendered || self.picture().is_some() && !is_compiling) && !self.terrain.is_moving()
            }
        }
    }

    /// Returns the document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the document, to change it from outside.
    pub fn document_mut(&mut self) -> &mut Document {
        &mut self.document
    }

    /// Sets the size of pictures in pixels, whatever the window's size is.
    pub fn set_room(&mut self, room: Option<[u32; 2]>) {
        self.fixed_room = room;
    }

    /// Shows the map, the terrain or the material.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Returns the text and the output of the recipe that is shown.
    fn shown_task(&self) -> Result<(Arc<str>, Option<String>), String> {
        if self.is_showing_b && self.document.b().is_some() {
            return self.document.b_shown_as(&self.shown).map_err(|problem| problem.message);
        }
        self.document.shown_as(&self.shown).map_err(|problem| problem.message)
    }

    /// Returns the palette of the map, for outputs without colours of their own.
    fn palette(&self) -> Option<crate::map::Palette> {
        (self.mode == Mode::Map).then_some(self.map.palette)
    }

    /// Returns the region of the recipe, or the default one.
    fn own_region(&self) -> [lacuna::Number; 4] {
        let recipe = self.document.recipe();
        let height = recipe.size.map_or(8.0, |[width, height]| 8.0 * f64::from(height) / f64::from(width.max(1)));
        recipe.region.unwrap_or_else(|| [0.into(), 0.into(), 8.into(), height.into()])
    }

    /// Returns the range of the shown output, from black to white.
    fn own_range(&self) -> [f64; 2] {
        let recipe = self.document.recipe();
        let name = recipe.default_output();
        let plan = name.and_then(|name| recipe.plan(&[name]));
        match plan.map(|plan| plan.pictures[0].range) {
            Ok(lacuna::recipe::OutputRange::Between([low, high])) => [low.to_f64(), high.to_f64()],
            _ => [-1.0, 1.0],
        }
    }

    /// Returns the task that shows the map, the terrain or the material at this size in pixels, and the task for every fourth pixel.
    fn asks(&self, size: [u32; 2]) -> Result<(Ask, Ask), String> {
        let (recipe, output) = self.shown_task()?;
        let task = |job| Task { recipe: Arc::clone(&recipe), output: output.clone(), job, make: Make::Picture };
        let quarter = size.map(|side| side.div_ceil(crate::map::COARSE).max(2));
        match self.mode {
            Mode::Map => {
                if self.map.is_tiled {
                    let ask = |size: [u32; 2]| {
                        let area = Area {
                            size: Size { width: size[0], height: size[1] },
                            region: Some(Region(self.own_region())),
                            z: self.map.z.number(),
                            w: self.map.w.number(),
                        };
                        Ask { task: task(Job::Picture(area)), place: None, is_map: true }
                    };
                    let tile = self.tile(size);
                    return Ok((ask(tile.map(|side| side.div_ceil(crate::map::COARSE))), ask(tile)));
                }
                let ask = |place: Place, size: [u32; 2]| Ask { task: task(self.map.job(place, size)), place: Some(place), is_map: true };
                let place = self.map.place(size);
                Ok((ask(place.coarse(), size.map(|side| side.div_ceil(crate::map::COARSE))), ask(place, size)))
            }
            Mode::Material => {
                // Maps are evaluated for all outputs, whichever is chosen.
                let ask = |size: [u32; 2], map: u32| {
                    let task = Task { output: None, ..task(self.material_job(size, map)) };
                    Ask { task, place: None, is_map: false }
                };
                Ok((ask(quarter, MAP / 4), ask(size, MAP)))
            }
            Mode::Terrain => {
                // While the camera moves the picture is coarse and quick, at rest it is fine.
                let drape = self.drape();
                let coarse = Ask { task: task(self.terrain.job(quarter, 256, 1, drape.clone())), place: None, is_map: false };
                let full = Ask {
                    task: task(self.terrain.job(size, TERRAIN, if self.terrain.is_moving() { 1 } else { 2 }, drape)),
                    place: None,
                    is_map: false,
                };
                Ok((coarse, full))
            }
        }
    }

    /// Returns the job of the material at this size in pixels, with maps of `map` samples.
    pub(super) fn material_job(&self, size: [u32; 2], map: u32) -> Job {
        let b = self.document.b_recipe().filter(|_| self.is_showing_b);
        let recipe = b.unwrap_or(self.document.recipe());
        self.material.job(recipe, size, map, [self.map.z.number(), self.map.w.number()])
    }

    /// Returns the output whose colours the terrain of the shown recipe has. A node alone has no other outputs.
    pub(super) fn drape(&self) -> Option<String> {
        let b = self.document.b_recipe().filter(|_| self.is_showing_b);
        let recipe = b.or(Some(self.document.recipe()));
        let is_draped = self.terrain.is_draped && matches!(self.shown, Shown::Output(_));
        recipe.filter(|_| is_draped).and_then(|recipe| View::usual_drape(recipe))
    }

    /// Returns the size in pixels of one copy of the recipe's own region, when three by three are shown.
    fn tile(&self, room: [u32; 2]) -> [u32; 2] {
        let [x0, y0, x1, y1] = self.own_region().map(lacuna::Number::to_f64);
        let side = (f64::from(room[0].min(room[1])) / 3.2).max(1.0);
        let scale = f64::min(side / (x1 - x0), side / (y1 - y0));
        [((x1 - x0) * scale) as u32, ((y1 - y0) * scale) as u32].map(|side| side.max(1))
    }

    /// Returns the actions whose keys were pressed, in order, unless the focused element uses the keys itself.
    fn pressed(&self, context: &egui::Context) -> Vec<Action> {
        let is_typing = context.text_edit_focused();
        let is_on_widget = context.memory(|memory| memory.focused().is_some()) && !self.is_picture_focused;
        let is_flown = self.mode == Mode::Terrain && self.terrain.is_flying();
        let belongs = |key: egui::Key, modifiers: egui::Modifiers, action: Action| {
            // Undo belongs to the text being typed, Space to the focused button.
            let is_others = is_typing && (!modifiers.command || matches!(action, Action::Undo | Action::Redo))
                || is_on_widget && key == egui::Key::Space
                || is_flown && !modifiers.command && "WASD".contains(key.name());
            !is_others
        };
        let mut pressed = Vec::new();
        context.input_mut(|input| {
            input.events.retain(|event| {
                let egui::Event::Key { key, pressed: true, repeat, modifiers, .. } = *event else { return true };
                let Some(action) = action_of(key, modifiers).filter(|&action| belongs(key, modifiers, action)) else { return true };
                if !repeat || action.repeats() {
                    pressed.push(action);
                }
                false
            });
        });
        pressed
    }
}

impl eframe::App for Studio {
    fn logic(&mut self, context: &egui::Context, _frame: &mut eframe::Frame) {
        self.update(context);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}
