use lacuna::cpu::VectorLevel;
use lacuna::*;
use std::num::NonZeroUsize;
use std::time::Instant;
fn main() {
    let one = NonZeroUsize::MIN;
    // correctness: grid vs points
    for (name, g) in parity::corpus_graphs() {
        let p = Program::new(&g).unwrap();
        for (len, w, h) in [("8", 64u32, 64u32), ("37.3", 511, 40), ("1000", 300, 33), ("5000", 129, 17), ("0.7", 700, 5)] {
            let xs: Vec<Number> = (0..w).map(|i| Number::from(0.0)).collect();
            let _ = xs;
            // choose dyadic-friendly: start s, pixel size = len/w must be finite decimal => use pixel size
            let px: f64 = match len {
                "8" => 0.125,
                "37.3" => 0.073,
                "1000" => 3.3,
                "5000" => 40.7,
                _ => 0.001,
            };
            let start = -3i64;
            let grid = Grid {
                z: Axis::Constant(0.37.into()),
                w: 2.2.into(),
                ..Grid::plane(
                    Axis::extent(start, format!("{:.6}", start as f64 + px * w as f64).parse::<Number>().unwrap(), w),
                    Axis::extent(start, format!("{:.6}", start as f64 + px * h as f64).parse::<Number>().unwrap(), h),
                )
            };
            let mut pts = vec![];
            for j in 0..h {
                for i in 0..w {
                    let c = |k: u32| format!("{:.6}", start as f64 + px * (k as f64 + 0.5)).parse::<Number>().unwrap();
                    pts.push([c(i), c(j), 0.37.into(), 2.2.into()]);
                }
            }
            let pd = Domain::Points(pts);
            let r = Cpu::new().sample(&p, &pd).unwrap();
            for l in VectorLevel::all() {
                for th in [1, 3] {
                    let s = Cpu::with_threads(NonZeroUsize::new(th).unwrap()).with_level(l).sample(&p, &grid.into()).unwrap();
                    let c = parity::compare(&r, &s).unwrap();
                    if c.differing > 0 {
                        println!("DIFF {name} {len} {l} {th}: {c:?}");
                    }
                }
            }
        }
    }
    println!("levels {:?}", VectorLevel::all().iter().map(|l| l.to_string()).collect::<Vec<_>>());
    let n = 1024u32;
    let mk = |g: Graph| Program::new(&g).unwrap();
    let per = |d| Perlin { dimensions: Some(d), frequency: 32.into(), ..Perlin::default() };
    let cases = [
        ("perlin1", mk(per(1).into())),
        ("perlin2", mk(per(2).into())),
        ("perlin3", mk(per(3).into())),
        ("perlin4", mk(per(4).into())),
        ("fbm2x6", mk(Fbm::of(per(2)).into())),
        ("fbm3x6", mk(Fbm::of(per(3)).into())),
        ("perlin3 31.3", mk(Perlin { frequency: 31.3.into(), ..per(3) }.into())),
        ("perlin3 500", mk(Perlin { frequency: 500.into(), ..per(3) }.into())),
        ("perlin3 5000", mk(Perlin { frequency: 5000.into(), ..per(3) }.into())),
    ];
    let grid = Domain::from(Grid { z: Axis::Constant(0.37.into()), ..Grid::plane(Axis::extent(0, 1, n), Axis::extent(0, 1, n)) });
    let mut out = vec![0f32; (n * n) as usize];
    let mut small = vec![0f32; 4096];
    let t = Instant::now();
    for _ in 0..20000 {
        small.fill(std::hint::black_box(1.5));
        std::hint::black_box(&mut small);
    }
    println!("fill in cache {:.0} M/s", 20000.0 * 4096.0 / t.elapsed().as_secs_f64() / 1e6);
    for l in VectorLevel::all() {
        for (name, p) in &cases {
            let c = Cpu::with_threads(one).with_level(l);
            let mut best = f64::MAX;
            let t0 = Instant::now();
            let mut k = 0;
            while k < 3 || t0.elapsed().as_millis() < 120 {
                let t = Instant::now();
                c.evaluate(p, &grid, grid.whole(), &mut out).unwrap();
                best = best.min(t.elapsed().as_secs_f64());
                k += 1;
            }
            print!("{name} {:.0}  ", (n * n) as f64 / best / 1e6);
        }
        println!(" [{l}]");
    }
}
