use lacuna::*;
fn main() {
    let p = Program::new(&Graph::from(Fbm {
        octaves: Some(7),
        lacunarity: 2.17.into(),
        ..Fbm::of(Perlin { seed: Some(3), ..Perlin::default() })
    }))
    .unwrap();
    println!("{}", lacuna::gpu::link(p.structure(), DomainKind::Grid, TargetKind::Buffer));
    let d = Domain::from(Grid::plane(Axis::extent(0, 8, 777), Axis::extent(-3, 5, 500)));
    let c = Cpu::new().sample(&p, &d).unwrap();
    for (a, g) in Gpu::all() {
        println!("{a}");
        match g {
            Err(e) => println!("{e}"),
            Ok(g) => {
                let s = g.sample(&p, &d).unwrap();
                println!("{}", s.iter().zip(&c).filter(|(a, b)| a.to_bits() != b.to_bits()).count());
            }
        }
    }
}
