//! A terrain in Bevy, drawn in two ways that make the same picture.
//!
//! ```text
//! cargo run -- module              a vertex shader calls lacuna's functions
//! cargo run -- texture             lacuna fills a texture on Bevy's device, and a vertex shader reads it
//! cargo run -- texture hills.png   the same, saves the picture and ends
//! ```

mod kernel;

use std::f32::consts::TAU;

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::extract_resource::ExtractResource;
use bevy::render::render_resource::AsBindGroup;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::render::{RenderApp, RenderPlugin};
use bevy::shader::ShaderRef;
use lacuna::export::{Language, ModuleOptions, with_gradient};
use lacuna::nodes::Perlin;
use lacuna::{Graph, NodeExt as _, Program};

/// The side of the terrain in units.
const EXTENT: u32 = 64;
/// Vertices along a side, eight to a unit.
const SIDE: u32 = 8 * EXTENT + 1;

/// Heights, followed by their derivatives along x and z.
#[derive(Resource, Clone, ExtractResource)]
#[extract_app(RenderApp)]
struct Hills(Program);

/// The place of the picture.
#[derive(Resource)]
struct Picture(String);

/// A material whose vertex shader calls lacuna's functions.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
struct ModuleMaterial {
    /// The number 0, which the compiler of the shader must not know.
    #[uniform(0)]
    zero: u32,
    /// The functions, which no file has: a shader that is imported lives as long as its handle.
    _functions: Handle<Shader>,
}

impl Material for ModuleMaterial {
    fn vertex_shader() -> ShaderRef {
        "module.wesl".into()
    }

    fn fragment_shader() -> ShaderRef {
        "terrain.wesl".into()
    }
}

/// A material whose vertex shader reads a texture.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
struct TextureMaterial {
    #[texture(0, sample_type = "float", filterable = false)]
    hills: Handle<Image>,
}

impl Material for TextureMaterial {
    fn vertex_shader() -> ShaderRef {
        "texture.wesl".into()
    }

    fn fragment_shader() -> ShaderRef {
        "terrain.wesl".into()
    }
}

fn main() -> Result<AppExit> {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().unwrap_or_default();
    let mut app = App::new();
    // Frames wait for shaders, so that no picture lacks the terrain.
    app.add_plugins(DefaultPlugins.set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() }));
    app.insert_resource(Hills(Program::new(with_gradient(&hills())?)?)).add_systems(Startup, camera);
    match mode.as_str() {
        "module" => app.add_plugins(MaterialPlugin::<ModuleMaterial>::default()).add_systems(Startup, by_module),
        "texture" => app.add_plugins((MaterialPlugin::<TextureMaterial>::default(), kernel::plugin)).add_systems(Startup, by_texture),
        _ => return Err("say how to draw, as in `cargo run -- module`: there are module and texture".into()),
    };
    if let Some(path) = arguments.next() {
        app.insert_resource(Picture(path)).add_systems(Update, save);
    }
    Ok(app.run())
}

fn hills() -> Graph {
    Perlin::new().dimensions(2).seed(7).frequency(0.05).fbm().octaves(8).scale_offset(6, 0).into()
}

fn camera(mut commands: Commands) {
    let place = Transform::from_xyz(32.0, 16.0, 72.0).looking_at(Vec3::new(32.0, 0.0, 36.0), Vec3::Y);
    let lens = PerspectiveProjection { fov: TAU / 8.0, ..default() };
    commands.spawn((Camera3d::default(), Projection::Perspective(lens), Tonemapping::None, DebandDither::Disabled, place));
}

/// A flat grid: the vertex shader adds the heights.
fn grid() -> Mesh {
    let step = 1.0 / 8.0;
    let positions: Vec<[f32; 3]> =
        (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| [column as f32 * step, 0.0, row as f32 * step])).collect();
    let corners = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    let indices = corners.flat_map(|at| [at, at + SIDE, at + 1, at + 1, at + SIDE, at + SIDE + 1]).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32(indices))
}

fn by_module(
    mut commands: Commands,
    hills: Res<Hills>,
    mut shaders: ResMut<Assets<Shader>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ModuleMaterial>>,
) -> Result {
    let text = hills.0.module(Language::Wesl, &ModuleOptions::new("hills_gradient").strict(true))?;
    let functions = shaders.add(Shader::from_wesl(text, "hills.wesl"));
    let material = materials.add(ModuleMaterial { zero: 0, _functions: functions });
    // The mesh is flat, so its box doesn't contain the terrain.
    commands.spawn((Mesh3d(meshes.add(grid())), MeshMaterial3d(material), NoFrustumCulling));
    Ok(())
}

fn by_texture(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<TextureMaterial>>,
) {
    let hills = images.add(kernel::texture());
    commands.insert_resource(kernel::Target(hills.clone()));
    let material = materials.add(TextureMaterial { hills });
    commands.spawn((Mesh3d(meshes.add(grid())), MeshMaterial3d(material), NoFrustumCulling));
}

/// Saves a picture after some frames, when every asset is loaded.
fn save(mut commands: Commands, picture: Res<Picture>, mut frames: Local<u32>) {
    *frames += 1;
    if *frames == 60 {
        let end = |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            exit.write(AppExit::Success);
        };
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(picture.0.clone())).observe(end);
    }
}
