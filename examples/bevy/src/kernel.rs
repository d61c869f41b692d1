//! A texture that lacuna's kernel fills on Bevy's device.

use bevy::asset::RenderAssetUsages;
use bevy::core_pipeline::schedule::camera_driver;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{ComputePassDescriptor, Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::renderer::{RenderContext, RenderDevice, RenderGraph, RenderQueue};
use bevy::render::texture::GpuImage;
use lacuna::{Axis, Cache, Domain, EvaluationDescriptor, Grid, Prepared};

use crate::{EXTENT, Hills, SIDE};

/// The texture that is filled.
#[derive(Resource, Clone, ExtractResource)]
#[extract_app(RenderApp)]
pub struct Target(pub Handle<Image>);

pub fn plugin(app: &mut App) {
    app.add_plugins((ExtractResourcePlugin::<Target>::default(), ExtractResourcePlugin::<Hills>::default()));
    app.sub_app_mut(RenderApp).add_systems(RenderGraph, fill.before(camera_driver));
}

/// Returns a texture of the heights and their two derivatives. Kernels write to no format with three channels, so it has four.
pub fn texture() -> Image {
    let size = Extent3d { width: SIDE, height: SIDE, depth_or_array_layers: 1 };
    let mut image = Image::new_uninit(size, TextureDimension::D2, TextureFormat::Rgba32Float, RenderAssetUsages::RENDER_WORLD);
    image.texture_descriptor.usage = TextureUsages::STORAGE_BINDING | TextureUsages::TEXTURE_BINDING;
    image
}

/// Fills the texture in the first frame that has it. The cache is kept for later evaluations.
fn fill(
    mut context: RenderContext,
    target: Res<Target>,
    hills: Res<Hills>,
    images: Res<RenderAssets<GpuImage>>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
    mut done: Local<Option<(Cache, Prepared)>>,
) -> Result {
    let (Some(image), None) = (images.get(&target.0), &*done) else { return Ok(()) };
    let (axis, _) = Axis::through(0, EXTENT, SIDE)?;
    let domain = Domain::from(Grid::plane(axis.clone(), axis));
    let cache = Cache::new(device.wgpu_device(), &queue);
    let prepared = cache.prepare(&EvaluationDescriptor::new(&hills.0, &domain, lacuna::Target::texture(&image.texture)))?;
    prepared.encode(&mut context.command_encoder().begin_compute_pass(&ComputePassDescriptor::default()));
    *done = Some((cache, prepared));
    Ok(())
}
