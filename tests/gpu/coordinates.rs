//! The kernel that makes coordinates, against the tables that the host steps.

use lacuna::internal::{KernelForm, KernelInputs, Placement, axes_text};
use lacuna::nodes::{Fbm, Perlin};
use lacuna::wgpu;
use lacuna::{Axis, Domain, Grid, Node, NodeExt as _, Number, Program, Tile};

use crate::common::{is_set, say};
use crate::gpus;
use crate::kernel;

/// Returns the coordinates that the kernel writes into its binding.
fn made(device: &wgpu::Device, queue: &wgpu::Queue, pipeline: &wgpu::ComputePipeline, inputs: &KernelInputs) -> Vec<[u32; 4]> {
    let mut lattice = inputs.lattice().concat();
    lattice.resize(inputs.lattice_bytes() as usize, 0xFF);
    // Few workgroups, so that each makes several entries of several walks.
    let groups = inputs.walk_groups(7).expect("something to make");
    let words = kernel::made(device, queue, pipeline, &[inputs.walks(), &lattice], groups);
    words.chunks_exact(4).map(|words| [0, 1, 2, 3].map(|word| words[word].to_bits())).collect()
}

/// Returns the place of an entry of a term in an octave, by the directory.
fn entries(lattice: &[[u32; 4]], program: &Program, octave: usize, term: usize) -> usize {
    let structure = program.structure();
    let directory = (structure.loops + structure.bases) as usize;
    lattice[directory + octave * structure.terms as usize + term][0] as usize
}

#[test]
fn coordinates_made_by_a_gpu_are_those_that_the_host_steps() {
    let number = |text: &str| text.parse::<Number>().expect("a number");
    let octaves = |perlin: Perlin, octaves: u32| Program::new(Fbm::of(perlin).octaves(octaves)).expect("a legal graph");
    let perlin = || Perlin::new().dimensions(2).seed(5);
    let turned = Node::from(perlin()).transform().rotate(30);
    let programs = [
        octaves(perlin().frequency("7.31".parse::<Number>().expect("a number")), 20),
        octaves(perlin().period(5), 8),
        octaves(perlin().period(256).frequency(256), 6),
        Program::new(turned).expect("a legal graph"),
    ];
    let cell_runs =
        [("0", "8"), ("-1.7", "6.4"), ("1e9", "1000000003.3"), ("-2e9", "2e9"), ("0.333333333333", "0.333333333334"), ("7", "-7.1")];
    let is_whole = is_set("LACUNA_ALL");
    for gpu in gpus().iter() {
        let (device, queue) = (gpu.device(), gpu.queue());
        let source = wgpu::ShaderSource::Wgsl(axes_text().into());
        let pipeline = kernel::pipeline_of(device, source);
        let mut seen = 0;
        for (program, (number_of_span, (start, end))) in
            programs.iter().flat_map(|program| cell_runs.iter().enumerate().map(move |span| (program, span)))
        {
            for samples in if is_whole { vec![1, 1000, 4096, 65_536] } else { vec![1, 1000 + number_of_span as u32] } {
                let axis = |samples| Axis::extent(number(start), number(end), samples);
                let domain = Domain::from(Grid::plane(axis(samples), axis(3 * samples)));
                let tile = Tile { origin: [samples / 3, samples, 0], size: [samples - samples / 3, samples, 1] };
                let inputs = KernelInputs::new(program, &domain, tile, Placement::default(), KernelForm::PerSample);
                // Some lie too far out, which is an error.
                let Ok(inputs) = inputs else { continue };
                if inputs.walks().is_empty() {
                    continue;
                }
                let stepped = inputs.clone().stepped(program, &domain, tile).expect("memory");
                assert!(stepped.walks().is_empty() && stepped.lattice_bytes() == inputs.lattice_bytes());
                let stepped: Vec<[u32; 4]> = bytemuck::pod_collect_to_vec(&stepped.lattice().concat());
                let found = made(device, queue, &pipeline, &inputs);
                let structure = program.structure();
                let octaves = (stepped.len() as u32).min(if structure.loops > 0 { stepped[0][0] } else { 1 });
                for (octave, axis) in (0..octaves as usize).flat_map(|octave| structure.axes.iter().map(move |axis| (octave, axis))) {
                    for (term, along) in axis.terms.iter().enumerate() {
                        let [by_host, by_gpu] =
                            [&stepped, &found].map(|lattice| entries(lattice, program, octave, axis.first as usize + term));
                        let count = tile.size.get(usize::from(*along)).copied().unwrap_or(1) as usize;
                        let same = stepped[by_host..][..count] == found[by_gpu..][..count];
                        assert!(same, "{}: {start}..{end}, {samples} samples, octave {octave}, term {term}", gpu.adapter());
                        seen += count;
                    }
                }
            }
        }
        say(&format!("{}: {seen} coordinates", gpu.adapter()));
        assert!(seen > if is_whole { 10_000_000 } else { 50_000 }, "{seen} coordinates");
    }
}
