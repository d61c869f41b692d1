//! Prepared evaluations: their buffers and bind groups, and how these are updated when values change.

use std::sync::Arc;

use super::inputs::{KernelInputs, alignment};
use super::layout::{KernelForm, Placement};
use super::pipeline::Pipeline;
use super::target::{Binding, Target};
use crate::coordinates;
use crate::error::{Error, Result};
use crate::program::Program;
use crate::region::{Domain, Tile};

/// Describes an evaluation and its target.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationDescriptor<'a> {
    /// The label that debuggers and profilers show.
    pub label: Option<&'a str>,
    /// The program to evaluate.
    pub program: &'a Program,
    /// The whole domain, of which the tile is a part.
    pub domain: &'a Domain,
    /// The samples of the domain to evaluate.
    pub tile: Tile,
    /// The target of the samples.
    pub target: Target<'a>,
}

impl<'a> EvaluationDescriptor<'a> {
    /// Returns the evaluation of a whole domain, without a label.
    pub fn new(program: &'a Program, domain: &'a Domain, target: Target<'a>) -> Self {
        Self { label: None, program, domain, tile: domain.whole(), target }
    }
}

/// An evaluation that you can encode any number of times. It owns its kernel's input buffers and bind groups. See
/// [`Kernel::prepare`](super::Kernel::prepare).
///
/// [`Prepared::update`] takes effect like [`wgpu::Queue::write_buffer`]: for everything that is submitted after it, even if it was encoded before. So
/// two regions, or two values, in one submission need two prepared evaluations.
#[derive(Debug)]
pub struct Prepared {
    pipeline: Arc<Pipeline>,
    device: wgpu::Device,
    program: Program,
    domain: Domain,
    tile: Tile,
    parts: Vec<Part>,
}

impl Prepared {
    pub(super) fn new(
        pipeline: Arc<Pipeline>,
        parts: Vec<Part>,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        evaluation: &EvaluationDescriptor<'_>,
    ) -> Self {
        let &EvaluationDescriptor { program, domain, tile, .. } = evaluation;
        let prepared = Self { pipeline, device: device.clone(), program: program.clone(), domain: domain.clone(), tile, parts };
        prepared.make_coordinates(queue, &vec![Made::Anew; prepared.parts.len()]);
        prepared
    }

    /// Encodes the evaluation into a pass: a pipeline, a bind group and a dispatch for each of its [parts](Prepared::dispatches). This allocates
    /// nothing.
    pub fn encode(&self, pass: &mut wgpu::ComputePass<'_>) {
        self.parts.iter().for_each(|part| part.encode(&self.pipeline, pass));
    }

    /// Returns the number of dispatches of the evaluation: one, unless the tile is too large for one dispatch or for the device's bindings.
    pub fn dispatches(&self) -> usize {
        self.parts.len()
    }

    /// Switches to another program of the same structure, another domain of the same kind, or another tile of the same size, with the same target. Only
    /// what differs is written; the buffers are replaced by larger ones if more octaves need more room.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the structure, the kind of domain or the size of the tile differs, or where the domain or the tile is invalid;
    /// [`Error::Device`] where the device is lost.
    pub fn update(&mut self, queue: &wgpu::Queue, program: &Program, domain: &Domain, tile: Tile) -> Result<()> {
        if program.shared_structure() != self.program.shared_structure()
            || domain.kind() != self.domain.kind()
            || tile.size != self.tile.size
        {
            return Err(Error::parameter(
                "update",
                "the structure, the kind of domain or the size of the tile differs from the prepared one; prepare another evaluation",
            ));
        }
        if self.program == *program && self.tile == tile && self.domain == *domain {
            return Ok(());
        }
        coordinates::validate(program, domain, tile)?;
        let mut made = Vec::with_capacity(self.parts.len());
        // The lattice coordinates are unchanged then.
        let is_still = self.tile == tile && self.domain == *domain && self.program.has_lattices_of(program);
        for part in &mut self.parts {
            let inputs = part.inputs_of(program, domain, tile, self.pipeline.form, is_still)?;
            made.push(part.update(&self.device, queue, &self.pipeline, inputs)?);
        }
        self.make_coordinates(queue, &made);
        (self.program, self.domain, self.tile) = (program.clone(), domain.clone(), tile);
        Ok(())
    }

    /// Submits the computation of coordinates, if any is needed.
    fn make_coordinates(&self, queue: &wgpu::Queue, made: &[Made]) {
        if made.iter().all(|made| *made == Made::Known) {
            return;
        }
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna axes") });
        let parts = || self.parts.iter().zip(made);
        parts().filter(|(_, made)| **made == Made::Anew).for_each(|(part, _)| part.copy_coordinates(&mut encoder));
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("lacuna axes"), timestamp_writes: None });
        parts().filter(|(_, made)| **made != Made::Known).for_each(|(part, _)| part.make_axes(&self.pipeline, &mut pass));
        drop(pass);
        queue.submit([encoder.finish()]);
    }
}

/// The work that the coordinates of a part need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Made {
    /// None: they are up to date.
    Known,
    /// The host's entries are written; the device computes the rest.
    Moved,
    /// All of it: the buffers are new.
    Anew,
}

/// One dispatch, with its inputs.
#[derive(Debug)]
pub(super) struct Part {
    /// Its samples, relative to the evaluation's tile.
    within: Tile,
    placement: Placement,
    field: Binding,
    inputs: KernelInputs,
    buffers: Buffers,
    most_groups: u32,
}

impl Part {
    pub(super) fn new(device: &wgpu::Device, pipeline: &Pipeline, evaluation: &EvaluationDescriptor<'_>, within: Tile) -> Result<Self> {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        let limits = device.limits();
        let (field, placement) = target.binding(&limits, program.channels(), within, within.origin);
        let inputs = KernelInputs::within(program, domain, moved(within, tile), placement, pipeline.form)?;
        let buffers = Buffers::new(device, &limits, pipeline, &inputs, &field)?;
        Ok(Self { within, placement, field, inputs, buffers, most_groups: limits.max_compute_workgroups_per_dimension })
    }

    /// Copies the coordinates that the host has computed, before the device computes the rest.
    pub(super) fn copy_coordinates(&self, encoder: &mut wgpu::CommandEncoder) {
        self.buffers.copy_lattice(encoder);
    }

    /// Dispatches the computation of the rest of the coordinates.
    pub(super) fn make_axes(&self, pipeline: &Pipeline, pass: &mut wgpu::ComputePass<'_>) {
        if let (Some(axes), Some([x, y, z])) = (&self.buffers.axes, self.inputs.walk_groups(self.most_groups)) {
            pass.set_pipeline(&pipeline.axes.pipeline);
            pass.set_bind_group(0, axes, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
    }

    pub(super) fn encode(&self, pipeline: &Pipeline, pass: &mut wgpu::ComputePass<'_>) {
        let [x, y, z] = self.inputs.groups();
        pass.set_pipeline(&pipeline.compute);
        pass.set_bind_group(0, &self.buffers.group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }

    /// Returns its inputs for another program, domain or tile.
    fn inputs_of(&self, program: &Program, domain: &Domain, tile: Tile, form: KernelForm, is_still: bool) -> Result<KernelInputs> {
        if is_still {
            return Ok(self.inputs.of_other_values(program, self.placement));
        }
        KernelInputs::within(program, domain, moved(self.within, tile), self.placement, form)
    }

    /// Writes the inputs that differ from the current ones.
    fn update(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, pipeline: &Pipeline, inputs: KernelInputs) -> Result<Made> {
        let made = if !self.buffers.has_room(&inputs) {
            self.buffers = Buffers::new(device, &device.limits(), pipeline, &inputs, &self.field)?;
            Made::Anew
        } else {
            self.buffers.write(queue, &inputs, &self.inputs);
            if inputs.has_other_coordinates(&self.inputs) { Made::Moved } else { Made::Known }
        };
        self.inputs = inputs;
        Ok(made)
    }
}

/// Returns a part of a tile, given its position relative to the tile.
fn moved(within: Tile, tile: Tile) -> Tile {
    Tile { origin: std::array::from_fn(|axis| tile.origin[axis] + within.origin[axis]), ..within }
}

/// The buffers that a dispatch reads, with room for more octaves.
#[derive(Debug)]
struct Buffers {
    /// The bindings 0, 1 and 3, the walks, and the host's entries of the binding 2, one after another. `places` has the offset and the capacity of
    /// each.
    values: wgpu::Buffer,
    places: [(u64, u64); 5],
    lattice: wgpu::Buffer,
    group: wgpu::BindGroup,
    axes: Option<wgpu::BindGroup>,
}

/// Returns the contents of the buffer `values`: the bindings 0, 1 and 3, and the walks.
fn values(inputs: &KernelInputs) -> [&[u8]; 4] {
    let [parameters, scalars, permutations] = inputs.values();
    [parameters, scalars, permutations, inputs.walks()]
}

impl Buffers {
    fn new(device: &wgpu::Device, limits: &wgpu::Limits, pipeline: &Pipeline, inputs: &KernelInputs, field: &Binding) -> Result<Self> {
        let most = limits.max_buffer_size.min(limits.max_storage_buffer_binding_size);
        let too_large = |bytes: u64| {
            Error::limit("tile", format!("its tables need {bytes} bytes; the device allows {most}, so evaluate smaller tiles"))
        };
        let lattice = inputs.lattice().concat();
        let [parameters, scalars, permutations, walks] = values(inputs);
        let contents = [parameters, scalars, permutations, walks, &lattice];
        let with_room = |is_roomy: bool| {
            let (mut places, mut end) = ([(0, 0); 5], 0);
            for (number, (place, content)) in places.iter_mut().zip(contents).enumerate() {
                let bytes = content.len() as u64;
                // Scalars and walks, which grow with the number of octaves.
                let room = if is_roomy && number % 2 == 1 && bytes > 0 { bytes.next_power_of_two() } else { bytes };
                *place = (end, room);
                end = (end + room).next_multiple_of(alignment(limits));
            }
            (places, end)
        };
        let (places, end) = Some(with_room(true)).filter(|(_, end)| *end <= most).unwrap_or_else(|| with_room(false));
        let bytes = inputs.lattice_bytes();
        let lattice_room = Some(bytes.next_power_of_two()).filter(|room| *room <= most).unwrap_or(bytes);
        if let Some(bytes) = [end, lattice_room].into_iter().find(|bytes| *bytes > most) {
            return Err(too_large(bytes));
        }
        let buffer = |size, usage, mapped_at_creation| {
            let usage = usage | wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST;
            device.create_buffer(&wgpu::BufferDescriptor { label: Some("lacuna values"), size, usage, mapped_at_creation })
        };
        let values = buffer(end, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_SRC, true);
        let lattice = buffer(lattice_room, wgpu::BufferUsages::empty(), false);
        // Fails where the device is lost or out of memory.
        let mut mapped = values.slice(..).get_mapped_range_mut().map_err(|error| Error::device(&error))?;
        for ((offset, _), content) in places.iter().zip(contents) {
            mapped.slice(*offset as usize..*offset as usize + content.len()).copy_from_slice(content);
        }
        drop(mapped);
        values.unmap();
        let place = |(offset, size): (u64, u64)| {
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: &values, offset, size: wgpu::BufferSize::new(size) })
        };
        let bound = |layout, resources: &[wgpu::BindingResource<'_>]| {
            let entries = resources.iter().zip(0..).map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource: resource.clone() });
            let entries: Vec<_> = entries.collect();
            device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some("lacuna values"), layout, entries: &entries })
        };
        let [parameters, scalars, permutations, walks, _] = places;
        let resources = [place(parameters), place(scalars), lattice.as_entire_binding(), place(permutations), field.resource()];
        let group = bound(&pipeline.layout, &resources);
        let axes = (walks.1 > 0).then(|| bound(&pipeline.axes.layout, &[place(walks), lattice.as_entire_binding()]));
        Ok(Self { values, places, lattice, group, axes })
    }

    /// Copies the coordinates that the host has computed to the binding 2.
    fn copy_lattice(&self, encoder: &mut wgpu::CommandEncoder) {
        let (offset, bytes) = self.places[4];
        if bytes > 0 {
            encoder.copy_buffer_to_buffer(&self.values, offset, &self.lattice, 0, bytes);
        }
    }

    fn has_room(&self, inputs: &KernelInputs) -> bool {
        let fits = values(inputs).iter().zip(self.places).all(|(content, (_, room))| content.len() as u64 <= room);
        fits && inputs.lattice_bytes() <= self.lattice.size()
    }

    /// Writes the contents that differ.
    fn write(&self, queue: &wgpu::Queue, inputs: &KernelInputs, before: &KernelInputs) {
        let contents = values(inputs).into_iter().zip(values(before)).zip(self.places);
        for ((content, before), (offset, _)) in contents.filter(|((content, before), _)| content != before) {
            queue.write_buffer(&self.values, offset, content);
            // Zeroed walks have no entries.
            let rest = before.len().saturating_sub(content.len());
            if rest > 0 {
                queue.write_buffer(&self.values, offset + content.len() as u64, &vec![0; rest]);
            }
        }
        let mut offset = 0;
        let is_moved = inputs.has_other_coordinates(before);
        for (part, (content, before)) in inputs.lattice().into_iter().zip(before.lattice()).enumerate() {
            if (part == 0 || is_moved) && content != before {
                queue.write_buffer(&self.lattice, offset, content);
            }
            offset += content.len() as u64;
        }
    }
}
