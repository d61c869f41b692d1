//! The targets of kernels, and the checks of them before anything is recorded.

use super::layout::{Placement, TargetKind};
use super::texel::TexelFormat;
use crate::domain::Tile;
use crate::error::{Error, Result};

/// The target of a recorded kernel.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Target<'a> {
    /// Elements of a buffer with the usage `STORAGE`, each an f32. The channels of a sample are consecutive.
    ///
    /// The buffer may be larger than a device can bind at once: only the range that the tile needs is bound, and the tile is split if even that is too
    /// large.
    Buffer {
        /// The buffer.
        buffer: &'a wgpu::Buffer,
        /// The index of the element for the first channel of the tile's first sample.
        first: u32,
        /// The number of elements from one row to the next, at least the tile's width times the number of channels.
        row: u32,
        /// The number of elements from one slice to the next, at least as many as the tile's rows take.
        slice: u32,
    },
    /// A layer and mip level of a 2-D texture. Its [format](TexelFormat) must have enough channels for the program, its usage must include
    /// `STORAGE_BINDING`, and the tile must be a single slice.
    Texture {
        /// The texture.
        texture: &'a wgpu::Texture,
        /// The mip level, counted from 0.
        level: u32,
        /// The array layer, counted from 0.
        layer: u32,
        /// The texel of the level that gets the tile's first sample.
        origin: [u32; 2],
    },
}

/// A target that an evaluation holds on to.
#[derive(Debug, PartialEq)]
pub(super) enum KeptTarget {
    Buffer { buffer: wgpu::Buffer, place: [u32; 3] },
    Texture { texture: wgpu::Texture, place: [u32; 4] },
}

impl KeptTarget {
    /// Returns true if it is this target.
    pub(super) fn is(&self, target: &Target<'_>) -> bool {
        match (self, target) {
            (Self::Buffer { buffer, place }, Target::Buffer { buffer: other, first, row, slice }) => {
                buffer == *other && *place == [*first, *row, *slice]
            }
            (Self::Texture { texture, place }, Target::Texture { texture: other, level, layer, origin: [x, y] }) => {
                texture == *other && *place == [*level, *layer, *x, *y]
            }
            _ => false,
        }
    }
}

/// The resource that a part of a tile is written to.
#[derive(Debug)]
pub(super) enum Binding {
    Buffer { buffer: wgpu::Buffer, offset: u64, size: u64 },
    Texture(wgpu::TextureView),
}

impl Binding {
    pub(super) fn resource(&self) -> wgpu::BindingResource<'_> {
        match self {
            Self::Buffer { buffer, offset, size } => {
                wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset: *offset, size: wgpu::BufferSize::new(*size) })
            }
            Self::Texture(view) => wgpu::BindingResource::TextureView(view),
        }
    }
}

impl<'a> Target<'a> {
    /// Returns a target for the first level and layer of a texture.
    pub fn texture(texture: &'a wgpu::Texture) -> Self {
        Self::Texture { texture, level: 0, layer: 0, origin: [0; 2] }
    }

    /// Returns a target for the first elements of a buffer, with the rows and slices of a tile of this size one after another.
    pub fn buffer(buffer: &'a wgpu::Buffer, channels: usize, size: [u32; 3]) -> Self {
        let row = size[0].saturating_mul(channels as u32);
        Self::Buffer { buffer, first: 0, row, slice: row.saturating_mul(size[1]) }
    }

    pub(super) fn kept(&self) -> KeptTarget {
        match *self {
            Self::Buffer { buffer, first, row, slice } => KeptTarget::Buffer { buffer: buffer.clone(), place: [first, row, slice] },
            Self::Texture { texture, level, layer, origin: [x, y] } => {
                KeptTarget::Texture { texture: texture.clone(), place: [level, layer, x, y] }
            }
        }
    }

    pub(super) fn kind(&self) -> Result<TargetKind> {
        match self {
            Self::Buffer { .. } => Ok(TargetKind::Buffer),
            Self::Texture { texture, .. } => TexelFormat::of(texture.format()).map(TargetKind::Texture).ok_or_else(|| {
                let known = TexelFormat::ALL.map(|known| format!("{:?}", known.texture_format())).join(", ");
                Error::Unsupported(format!("a texture of the format {:?}; give one of {known}", texture.format()))
            }),
        }
    }

    /// Rejects a target that a valid tile with this many channels does not fit into, and one that kernels can't bind.
    pub(super) fn check(&self, channels: usize, tile: Tile) -> Result<()> {
        match *self {
            Self::Buffer { buffer, first, row, slice } => check_buffer(buffer, [first, row, slice], channels, tile),
            Self::Texture { texture, level, layer, origin } => {
                if let TargetKind::Texture(format) = self.kind()? {
                    format.check(channels)?;
                }
                check_texture(texture, level, layer)?;
                if tile.size[2] != 1 {
                    let slices = tile.size[2];
                    return Err(Error::parameter("tile.z", format!("{slices} slices; a texture takes one, so record them one by one")));
                }
                let [width, height] = [texture.width(), texture.height()].map(|side| (side >> level).max(1));
                let [right, below] = [0, 1].map(|axis| u64::from(origin[axis]) + u64::from(tile.size[axis]));
                if right > u64::from(width) || below > u64::from(height) {
                    let which = if level == 0 { "the texture".to_owned() } else { format!("mip level {level} of the texture") };
                    return Err(Error::limit("target", format!("the tile ends at texel {right}, {below}; {which} is {width} x {height}")));
                }
                Ok(())
            }
        }
    }

    /// Shortens the sides of parts until the buffer range of each part can be bound. The sides are never longer than given.
    ///
    /// # Errors
    ///
    /// [`Error::Limit`] where not even one sample can be bound.
    pub(super) fn bindable(&self, limits: &wgpu::Limits, channels: usize, tile: Tile, mut side: [u32; 3]) -> Result<[u32; 3]> {
        let Self::Buffer { row, slice, .. } = *self else { return Ok(side) };
        // A range starts at a multiple of the alignment, and its elements are counted in 32 bits.
        let most = limits.max_storage_buffer_binding_size.min(4 * u64::from(u32::MAX)).saturating_sub(range_alignment(limits));
        for (side, size) in side.iter_mut().zip(tile.size) {
            *side = (*side).clamp(1, size);
        }
        while 4 * span([row, slice], channels, side) > most {
            let Some(longest) = [2, 1, 0].into_iter().find(|&axis| side[axis] > 1) else {
                let problem =
                    format!("the device binds {} bytes of a buffer, too few for one sample", limits.max_storage_buffer_binding_size);
                return Err(Error::limit("target", problem));
            };
            side[longest] = side[longest].div_ceil(2);
        }
        Ok(side)
    }

    /// Returns the binding for a part of a tile, and the placement of its samples there. `shift` is the part's offset in the tile, in samples.
    pub(super) fn binding(&self, limits: &wgpu::Limits, channels: usize, part: Tile, shift: [u32; 3]) -> (Binding, Placement) {
        match *self {
            Self::Buffer { buffer, first, row, slice } => {
                let [x, y, z] = shift.map(u64::from);
                let start = u64::from(first) + z * u64::from(slice) + y * u64::from(row) + x * channels as u64;
                let offset = (4 * start) / range_alignment(limits) * range_alignment(limits);
                let size = 4 * (start + span([row, slice], channels, part.size)) - offset;
                let first = (start - offset / 4) as u32;
                (Binding::Buffer { buffer: buffer.clone(), offset, size }, Placement { origin: [0; 3], first, row, slice })
            }
            Self::Texture { texture, level, layer, origin: [x, y] } => {
                let view = texture.create_view(&wgpu::TextureViewDescriptor {
                    label: Some("lacuna target"),
                    dimension: Some(wgpu::TextureViewDimension::D2),
                    base_mip_level: level,
                    mip_level_count: Some(1),
                    base_array_layer: layer,
                    array_layer_count: Some(1),
                    usage: Some(wgpu::TextureUsages::STORAGE_BINDING),
                    ..Default::default()
                });
                (Binding::Texture(view), Placement { origin: [x + shift[0], y + shift[1], 0], ..Placement::default() })
            }
        }
    }
}

/// Returns the alignment of ranges of storage buffers, in bytes.
fn range_alignment(limits: &wgpu::Limits) -> u64 {
    u64::from(limits.min_storage_buffer_offset_alignment.max(4))
}

/// Returns the number of elements from the first of a box of samples to its last, inclusive.
fn span([row, slice]: [u32; 2], channels: usize, size: [u32; 3]) -> u64 {
    let [width, height, depth] = size.map(u64::from);
    (depth - 1) * u64::from(slice) + (height - 1) * u64::from(row) + width * channels as u64
}

fn check_buffer(buffer: &wgpu::Buffer, [first, row, slice]: [u32; 3], channels: usize, tile: Tile) -> Result<()> {
    if !buffer.usage().contains(wgpu::BufferUsages::STORAGE) {
        return Err(Error::Unsupported("a buffer without the usage STORAGE; create it with that".into()));
    }
    let [width, height, depth] = tile.size;
    let wide = span([row, slice], channels, [width, 1, 1]);
    let rows = span([row, slice], channels, [width, height, 1]);
    if (height > 1 && u64::from(row) < wide) || (depth > 1 && u64::from(slice) < rows) {
        let problem = format!("rows of {row} and slices of {slice} elements overlap; give at least {wide} and {rows}");
        return Err(Error::parameter("target", problem));
    }
    let end = u128::from(first) + u128::from(depth - 1) * u128::from(slice) + u128::from(rows);
    if 4 * end > u128::from(buffer.size()) {
        let problem = format!("the tile ends at element {end}; the buffer holds {}", buffer.size() / 4);
        return Err(Error::limit("target", problem));
    }
    Ok(())
}

fn check_texture(texture: &wgpu::Texture, level: u32, layer: u32) -> Result<()> {
    if texture.dimension() != wgpu::TextureDimension::D2 {
        return Err(Error::Unsupported(format!("a texture of the dimension {:?}; give a 2-D texture, or a buffer", texture.dimension())));
    }
    if !texture.usage().contains(wgpu::TextureUsages::STORAGE_BINDING) {
        return Err(Error::Unsupported("a texture without the usage STORAGE_BINDING; create it with that".into()));
    }
    for (what, number, count) in [("mip level", level, texture.mip_level_count()), ("layer", layer, texture.depth_or_array_layers())] {
        if number >= count {
            let plural = if count == 1 { "" } else { "s" };
            return Err(Error::parameter(
                "target",
                format!("there is no {what} {number}; the texture has {count} {what}{plural}, counted from 0"),
            ));
        }
    }
    Ok(())
}
