use lacuna::cpu::VectorLevel;
use lacuna::*;
use std::num::NonZeroUsize;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n = 1024u32;
    let per = |d| Perlin { dimensions: Some(d), frequency: 32.into(), ..Perlin::default() };
    let p = Program::new(&match a[1].as_str() {
        "perlin2" => Graph::from(per(2)),
        "perlin3" => per(3).into(),
        "fbm3" => Fbm::of(per(3)).into(),
        "fbm2" => Fbm::of(per(2)).into(),
        "p1000" => Perlin { frequency: 1000.into(), ..per(3) }.into(),
        _ => panic!(),
    })
    .unwrap();
    let reps: usize = a[2].parse().unwrap();
    let l = VectorLevel::all()[a[3].parse::<usize>().unwrap()];
    let grid = Domain::from(Grid { z: Axis::Constant(0.37.into()), ..Grid::plane(Axis::extent(0, 1, n), Axis::extent(0, 1, n)) });
    let mut out = vec![0f32; (n * n) as usize];
    let c = Cpu::with_threads(NonZeroUsize::MIN).with_level(l);
    for _ in 0..reps {
        c.evaluate(&p, &grid, grid.whole(), &mut out).unwrap();
    }
}
