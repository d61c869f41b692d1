//! Prepared evaluations: their buffers and bind groups, and how these are updated when values change.

use std::sync::Arc;

use super::inputs::{KernelInputs, alignment};
use super::layout::Placement;
use super::pipeline::Pipeline;
use super::target::{Binding, KeptTarget, Target};
use super::tiers::Tiers;
use crate::coordinates;
use crate::domain::{Domain, Tile};
use crate::error::{Error, Result};
use crate::program::Program;

/// Describes an evaluation and its target.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
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

    /// Sets `label`.
    #[must_use]
    pub fn label(self, label: &'a str) -> Self {
        Self { label: Some(label), ..self }
    }

    /// Sets `tile`.
    #[must_use]
    pub fn tile(self, tile: Tile) -> Self {
        Self { tile, ..self }
    }
}

/// An evaluation that you can encode any number of times. It owns its kernel's input buffers and bind groups. See
/// [`Kernel::prepare`](super::Kernel::prepare).
///
/// [`Prepared::update`] takes effect like [`wgpu::Queue::write_buffer`]: for everything that is submitted after it, even if it was encoded before. So
/// two regions, or two values, in one submission need two prepared evaluations.
#[derive(Debug)]
pub struct Prepared {
    tiers: Arc<Tiers>,
    program: Program,
    domain: Domain,
    tile: Tile,
    target: KeptTarget,
    /// False after an update that failed half-way.
    is_whole: bool,
    parts: Vec<Part>,
}

impl Prepared {
    pub(super) fn new(tiers: Arc<Tiers>, parts: Vec<Part>, evaluation: &EvaluationDescriptor<'_>) -> Self {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        let prepared = Self { tiers, program: program.clone(), domain: domain.clone(), tile, target: target.kept(), is_whole: true, parts };
        prepared.submit(&vec![Made::Anew; prepared.parts.len()]);
        prepared
    }

    /// Encodes the evaluation into a pass: a pipeline, a bind group and a dispatch for each of its [parts](Prepared::dispatches), in the fastest form that
    /// is compiled. This allocates nothing, unless it begins the compilation of the form that runs fastest.
    pub fn encode(&self, pass: &mut wgpu::ComputePass<'_>) {
        let pipeline = self.tiers.for_samples(self.tile.samples() as u64);
        self.parts.iter().for_each(|part| part.encode(pipeline, pass));
    }

    /// Returns true if no faster form can take over, as [`Kernel::is_at_full_speed`](super::Kernel::is_at_full_speed) does.
    pub fn is_at_full_speed(&self) -> bool {
        self.tiers.is_at_full_speed()
    }

    /// Returns the number of dispatches of the evaluation: one, unless the tile is too large for one dispatch or for the device's bindings.
    pub fn dispatches(&self) -> usize {
        self.parts.len()
    }

    /// Switches to another program of the same structure, another domain of the same kind, another tile of the same size, or another target of the same
    /// kind. Only what differs is written; the buffers are replaced by larger ones if more octaves need more room.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the structure, the kind of domain, the size of the tile or the kind of target differs, and the other errors of
    /// [`Kernel::record`](super::Kernel::record). An update without new buffers does not notice that the device is lost. After an error that comes while buffers are
    /// replaced, update again before you encode.
    pub fn update(&mut self, evaluation: &EvaluationDescriptor<'_>) -> Result<()> {
        let made = self.write(evaluation)?;
        self.submit(&made);
        Ok(())
    }

    /// Switches like [`update`](Prepared::update), and records the computation of coordinates into an encoder instead of submitting it. Submit the encoder
    /// before, or with, whatever encodes this evaluation next.
    ///
    /// # Errors
    ///
    /// The errors of [`update`](Prepared::update).
    pub fn update_in(&mut self, encoder: &mut wgpu::CommandEncoder, evaluation: &EvaluationDescriptor<'_>) -> Result<()> {
        let made = self.write(evaluation)?;
        self.make_coordinates(encoder, &made);
        Ok(())
    }

    /// Writes what differs, and returns the work that the coordinates of each part need.
    fn write(&mut self, evaluation: &EvaluationDescriptor<'_>) -> Result<Vec<Made>> {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        if program.shared_structure() != self.program.shared_structure()
            || domain.kind() != self.domain.kind()
            || tile.size != self.tile.size
            || target.kind()? != self.tiers.target
        {
            return Err(Error::parameter(
                "update",
                "the structure, the kind of domain, the size of the tile or the kind of target differs from the prepared one; prepare another evaluation",
            ));
        }
        let mut made = vec![Made::Known; self.parts.len()];
        let is_aimed = self.is_whole && self.target.is(&target);
        let is_there = self.is_whole && self.tile == tile && self.domain == *domain;
        if is_aimed && is_there && self.program == *program {
            return Ok(made);
        }
        if !is_aimed {
            target.check(program.channels(), tile)?;
            let sides =
                self.parts.iter().map(|part| part.within.size).fold([1; 3], |a, b| std::array::from_fn(|axis| a[axis].max(b[axis])));
            if target.bindable(&self.tiers.context.limits, program.channels(), tile, sides)? != sides {
                return Err(Error::parameter("update", "the device can't bind as much of this target at once; prepare another evaluation"));
            }
        }
        coordinates::validate(program, domain, tile)?;
        // The lattice coordinates are unchanged then.
        let is_still = is_there && self.program.has_lattices_of(program);
        // What an update that failed has left is made anew.
        let is_anew = !std::mem::replace(&mut self.is_whole, false);
        for (part, made) in self.parts.iter_mut().zip(&mut made) {
            if !is_aimed {
                part.aim(&self.tiers, &target, program.channels());
            }
            let inputs = part.inputs_of(program, domain, tile, &self.tiers, is_still)?;
            *made = part.update(&self.tiers, inputs, is_anew)?;
        }
        self.is_whole = true;
        self.target = target.kept();
        (self.program, self.domain, self.tile) = (program.clone(), domain.clone(), tile);
        Ok(made)
    }

    /// Submits the computation of coordinates, if any is needed.
    fn submit(&self, made: &[Made]) {
        if made.iter().all(|made| *made == Made::Known) {
            return;
        }
        let context = &self.tiers.context;
        let mut encoder = context.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("lacuna axes") });
        self.make_coordinates(&mut encoder, made);
        context.queue.submit([encoder.finish()]);
    }

    /// Records the computation of coordinates, if any is needed.
    fn make_coordinates(&self, encoder: &mut wgpu::CommandEncoder, made: &[Made]) {
        if made.iter().all(|made| *made == Made::Known) {
            return;
        }
        let parts = || self.parts.iter().zip(made);
        parts().filter(|(_, made)| **made == Made::Anew).for_each(|(part, _)| part.copy_coordinates(encoder));
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some("lacuna axes"), timestamp_writes: None });
        parts().filter(|(_, made)| **made != Made::Known).for_each(|(part, _)| part.make_axes(&self.tiers, &mut pass));
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
    pub(super) fn new(tiers: &Tiers, evaluation: &EvaluationDescriptor<'_>, within: Tile) -> Result<Self> {
        let &EvaluationDescriptor { program, domain, tile, target, .. } = evaluation;
        let limits = &tiers.context.limits;
        let (field, placement) = target.binding(limits, program.channels(), within, within.origin);
        let inputs = KernelInputs::within(program, domain, moved(within, tile), placement, tiers.last_plan().form)?;
        let buffers = Buffers::new(tiers, &inputs, &field)?;
        Ok(Self { within, placement, field, inputs, buffers, most_groups: limits.max_compute_workgroups_per_dimension })
    }

    /// Binds another target.
    fn aim(&mut self, tiers: &Tiers, target: &Target<'_>, channels: usize) {
        (self.field, self.placement) = target.binding(&tiers.context.limits, channels, self.within, self.within.origin);
        self.buffers.bind(tiers, &self.field);
    }

    /// Copies the coordinates that the host has computed, before the device computes the rest.
    pub(super) fn copy_coordinates(&self, encoder: &mut wgpu::CommandEncoder) {
        self.buffers.copy_lattice(encoder);
    }

    /// Dispatches the computation of the rest of the coordinates.
    pub(super) fn make_axes(&self, tiers: &Tiers, pass: &mut wgpu::ComputePass<'_>) {
        if let (Some(axes), Some([x, y, z])) = (&self.buffers.axes, self.inputs.walk_groups(self.most_groups)) {
            pass.set_pipeline(&tiers.axes.pipeline);
            pass.set_bind_group(0, axes, &[]);
            pass.dispatch_workgroups(x, y, z);
        }
    }

    pub(super) fn encode(&self, pipeline: &Pipeline, pass: &mut wgpu::ComputePass<'_>) {
        let [x, y, z] = self.inputs.groups_in(pipeline.plan.form);
        pass.set_pipeline(&pipeline.compute);
        pass.set_bind_group(0, &self.buffers.group, &[]);
        pass.dispatch_workgroups(x, y, z);
    }

    /// Returns its inputs for another program, domain or tile.
    fn inputs_of(&self, program: &Program, domain: &Domain, tile: Tile, tiers: &Tiers, is_still: bool) -> Result<KernelInputs> {
        if is_still {
            return Ok(self.inputs.of_other_values(program, self.placement));
        }
        KernelInputs::within(program, domain, moved(self.within, tile), self.placement, tiers.last_plan().form)
    }

    /// Writes the inputs that differ from the current ones, or all of them.
    fn update(&mut self, tiers: &Tiers, inputs: KernelInputs, is_anew: bool) -> Result<Made> {
        let made = if is_anew || !self.buffers.has_room(&inputs) {
            self.buffers = Buffers::new(tiers, &inputs, &self.field)?;
            Made::Anew
        } else {
            self.buffers.write(&tiers.context.queue, &inputs, &self.inputs);
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

/// Returns a part of a buffer as a resource.
fn bound(buffer: &wgpu::Buffer, (offset, size): (u64, u64)) -> wgpu::BindingResource<'_> {
    wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size: wgpu::BufferSize::new(size) })
}

fn group_of(device: &wgpu::Device, layout: &wgpu::BindGroupLayout, resources: &[wgpu::BindingResource<'_>]) -> wgpu::BindGroup {
    let entries = resources.iter().zip(0..).map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource: resource.clone() });
    let entries: Vec<_> = entries.collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some("lacuna values"), layout, entries: &entries })
}

/// Returns the contents of the buffer `values`: the bindings 0, 1 and 3, and the walks.
fn values(inputs: &KernelInputs) -> [&[u8]; 4] {
    let [parameters, scalars, permutations] = inputs.values();
    [parameters, scalars, permutations, inputs.walks()]
}

impl Buffers {
    fn new(tiers: &Tiers, inputs: &KernelInputs, field: &Binding) -> Result<Self> {
        let (device, limits) = (&tiers.context.device, &tiers.context.limits);
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
        let mut mapped = values
            .slice(..)
            .get_mapped_range_mut()
            .map_err(|error| tiers.context.check().err().unwrap_or_else(|| Error::device(&error)))?;
        for ((offset, _), content) in places.iter().zip(contents) {
            mapped.slice(*offset as usize..*offset as usize + content.len()).copy_from_slice(content);
        }
        drop(mapped);
        values.unmap();
        let axes = (places[3].1 > 0).then(|| {
            let resources = [bound(&values, places[3]), lattice.as_entire_binding()];
            group_of(device, &tiers.axes.layout, &resources)
        });
        let group = Self::group(tiers, &values, places, &lattice, field);
        Ok(Self { values, places, lattice, group, axes })
    }

    /// Returns the bind group of the kernel.
    fn group(tiers: &Tiers, values: &wgpu::Buffer, places: [(u64, u64); 5], lattice: &wgpu::Buffer, field: &Binding) -> wgpu::BindGroup {
        let [parameters, scalars, permutations, ..] = places.map(|place| bound(values, place));
        group_of(&tiers.context.device, &tiers.layout, &[parameters, scalars, lattice.as_entire_binding(), permutations, field.resource()])
    }

    /// Binds another target.
    fn bind(&mut self, tiers: &Tiers, field: &Binding) {
        self.group = Self::group(tiers, &self.values, self.places, &self.lattice, field);
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
