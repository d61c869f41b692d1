//! How a kernel evaluates a structure. It is decided here, once for each kernel; all that write, bind, split and dispatch the kernel read it.

use super::layout::{KernelForm, TargetKind, buffer_entry};
use super::phases::Phases;
use super::shared::{Column, columns};
use crate::domain::DomainKind;
use crate::program::{Operation, Structure};

/// What a kernel is compiled for. The samples are the same whichever is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Speed {
    /// The form that is compiled soonest. Once the samples that are asked for repay its compilation, the form that runs fastest is compiled on another
    /// thread, and takes over between two evaluations. Nothing takes over by itself on a software adapter, on OpenGL, whose context one thread has, and in a
    /// browser, which has no threads for it.
    #[default]
    Soonest,
    /// The form that evaluates each sample by itself, always.
    PerSample,
    /// The form that runs fastest, from the first evaluation on: for work that is known to be long.
    Throughput,
}

/// How a kernel evaluates the programs of a structure over domains of a kind.
#[derive(Debug, Clone)]
pub(super) struct KernelPlan {
    pub(super) domain: DomainKind,
    pub(super) target: TargetKind,
    pub(super) form: KernelForm,
    pub(super) phases: Phases,
    /// The lattice points of a sample whose evaluation others share, with a typical number of octaves.
    pub(super) shared_points: u64,
    /// True if noises that are alike are written once.
    pub(super) is_once: bool,
    /// The approximate number of operations of a program's step for one sample.
    pub(super) operations_of_a_step: u64,
}

/// The most values of a row that workgroup memory holds at once; each row has one slot more as padding. With more values too few workgroups fit on the
/// device at once for rows to gain anything over samples by themselves.
const MOST_ABREAST: usize = 32;

/// With more values than this, a hardware GPU runs fewer workgroups at once.
const GOOD_ABREAST: usize = 16;

/// The most steps of all samples together. Each step is written once for each sample: at 64, SwiftShader's compiler takes minutes and gigabytes.
const MOST_STEPS: u32 = 48;

/// The same for four samples of a column, whose steps are short beside the cells that they share.
const MOST_STEPS_OF_FOUR: u32 = 96;

/// Columns must share at least one of so many lattice points.
const SHARED: u64 = 3;

/// The typical number of octaves of a loop.
const OCTAVES: u64 = 4;

/// The approximate number of operations of a program's step for one sample, evaluated by itself, and in rows that share the work of a cell.
const OPERATIONS: [u64; 2] = [256, 32];

/// A form with the phases that it needs, and the lattice points whose evaluation samples share.
type Candidate = (KernelForm, Phases, u64);

impl KernelPlan {
    /// Plans the form that runs fastest. Over points each sample is evaluated by itself. Over a grid, kernels take rows if a basis supports them, or columns
    /// if these share more.
    pub(super) fn fastest(structure: &Structure, domain: DomainKind, target: TargetKind) -> Self {
        let candidates = if domain == DomainKind::Grid { [columns_of(structure), rows_of(structure)] } else { [None, None] };
        match candidates.into_iter().flatten().max_by_key(|(_, _, points)| *points) {
            Some((form, phases, points)) => Self { shared_points: points, ..Self::of(domain, target, form, phases) },
            None => Self::per_sample(structure, domain, target),
        }
    }

    /// Plans the form that evaluates each sample by itself.
    pub(super) fn per_sample(structure: &Structure, domain: DomainKind, target: TargetKind) -> Self {
        Self::of(domain, target, KernelForm::PerSample, Phases::of(structure, |_| false))
    }

    /// Plans the form that a kernel for a speed has first, unless it is too large or another one is kept on disk.
    pub(super) fn for_speed(structure: &Structure, domain: DomainKind, target: TargetKind, speed: Speed) -> Self {
        match speed {
            Speed::Soonest | Speed::PerSample => Self::per_sample(structure, domain, target),
            Speed::Throughput => Self::fastest(structure, domain, target),
        }
    }

    /// Plans a given form.
    pub(super) fn in_form(structure: &Structure, domain: DomainKind, target: TargetKind, form: KernelForm) -> Self {
        let phases = match form {
            KernelForm::PerSample | KernelForm::PerSampleWide => Phases::of(structure, |_| false),
            KernelForm::Rows { .. } => Phases::rows(structure),
            KernelForm::Columns { .. } => Phases::columns(structure),
        };
        Self::of(domain, target, form, phases)
    }

    fn of(domain: DomainKind, target: TargetKind, form: KernelForm, phases: Phases) -> Self {
        // Unless other operations are evaluated sample by sample.
        let shares_cells = matches!(form, KernelForm::Rows { side: 5.. }) && phases.has_all_noise_along;
        Self { domain, target, form, phases, shared_points: 0, is_once: false, operations_of_a_step: OPERATIONS[usize::from(shares_cells)] }
    }

    /// Returns the same plan for a kernel with a large text: noises that are alike are written once, and workgroups are as large as the device takes them.
    /// Otherwise a GPU waits for its instructions.
    pub(super) fn enlarged(self, is_wide: bool) -> Self {
        let form = match self.form {
            KernelForm::PerSample if is_wide && self.domain == DomainKind::Grid => KernelForm::PerSampleWide,
            form => form,
        };
        Self { form, is_once: true, ..self }
    }

    /// Returns true if each sample is evaluated by itself.
    pub(super) fn is_per_sample(&self) -> bool {
        matches!(self.form, KernelForm::PerSample | KernelForm::PerSampleWide)
    }

    /// Returns the invocations of a workgroup along x, y and z.
    pub(super) fn workgroup(&self) -> [u32; 3] {
        self.form.workgroup(self.domain)
    }

    /// Returns the bindings of the kernel. They are the same for every form.
    pub(super) fn bindings(&self) -> [wgpu::BindGroupLayoutEntry; 5] {
        let read = wgpu::BufferBindingType::Storage { read_only: true };
        let field = match self.target {
            TargetKind::Buffer => buffer_entry(4, wgpu::BufferBindingType::Storage { read_only: false }),
            TargetKind::Texture(format) => wgpu::BindGroupLayoutEntry {
                ty: wgpu::BindingType::StorageTexture {
                    access: wgpu::StorageTextureAccess::WriteOnly,
                    format: format.texture_format(),
                    view_dimension: wgpu::TextureViewDimension::D2,
                },
                ..buffer_entry(4, read)
            },
        };
        [buffer_entry(0, wgpu::BufferBindingType::Uniform), buffer_entry(1, read), buffer_entry(2, read), buffer_entry(3, read), field]
    }
}

impl KernelForm {
    /// Returns the form that runs fastest for a structure.
    pub fn fastest(structure: &Structure, domain: DomainKind) -> Self {
        KernelPlan::fastest(structure, domain, TargetKind::Buffer).form
    }
}

/// Returns rows.
fn rows_of(structure: &Structure) -> Option<Candidate> {
    let phases = Phases::rows(structure);
    let kept = phases.kept.len();
    let fitting = [(16, GOOD_ABREAST), (8, GOOD_ABREAST), (4, MOST_ABREAST)].into_iter();
    let fitting = fitting.filter(|(side, most)| *side as usize * kept <= *most).map(|(side, _)| side);
    let (count, is_mixed) = steps(structure, phases.along(structure));
    let fitting = fitting.filter(|side| side * count <= MOST_STEPS && !is_mixed || *side == 4);
    let side = fitting.max().filter(|_| kept > 0)?;
    let shared = points(phases.along(structure), 1, &|operation| match operation {
        Operation::Basis { basis, .. } if structure.is_in_rows(operation) => basis.points(),
        _ => 0,
    });
    Some((KernelForm::Rows { side }, phases, shared))
}

/// Returns columns. A lane keeps its samples in registers. Where most points are not shared, the longer text is not worth it.
fn columns_of(structure: &Structure) -> Option<Candidate> {
    let phases = Phases::columns(structure);
    let (steps, _) = steps(structure, phases.along(structure));
    let kept = phases.kept.len();
    let fits = |side: u32, most: u32| side * steps <= most && side as usize * kept <= MOST_ABREAST;
    let fitting = [(8, MOST_STEPS), (4, MOST_STEPS_OF_FOUR)].into_iter().find(|(side, most)| fits(*side, *most));
    let (side, _) = fitting.filter(|_| kept > 0)?;
    let of_all = |column: &Column<'_>| column.basis.points();
    let all = points(&structure.body, 1, &|operation| columns([operation]).iter().map(of_all).sum());
    let of_shared = |column: &Column<'_>| column.points(structure);
    let shared = points(phases.along(structure), 1, &|operation| columns([operation]).iter().map(of_shared).sum());
    (SHARED * shared >= all).then_some((KernelForm::Columns { side }, phases, shared))
}

/// Returns the number of steps of some operations, and true if one of them is a basis that is evaluated sample by sample.
fn steps<'a>(structure: &Structure, operations: impl IntoIterator<Item = &'a Operation>) -> (u32, bool) {
    let of_each = operations.into_iter().map(|operation| match operation {
        Operation::Basis { .. } => (1, !structure.is_in_rows(operation)),
        Operation::Loop { body, .. } => steps(structure, body),
        Operation::Derivatives { .. } => (1, true),
        Operation::Call { .. } => (1, false),
    });
    of_each.fold((0, false), |(steps, is_mixed), (more, also)| (steps + more, is_mixed | also))
}

/// Returns the number of lattice points whose evaluation operations share, given the number for a basis, and the octaves of the enclosing loops.
fn points<'a>(operations: impl IntoIterator<Item = &'a Operation>, octaves: u64, of: &dyn Fn(&Operation) -> u64) -> u64 {
    let of_each = operations.into_iter().map(|operation| match operation {
        Operation::Loop { body, .. } => points(body, octaves * OCTAVES, of),
        _ => octaves * of(operation),
    });
    of_each.sum()
}
