use lacuna::*; use std::time::Instant;
fn main(){
 let mut gpus: Vec<Gpu> = Gpu::all().into_iter().filter_map(|(_,g)| g.ok()).collect();
 let n: usize = std::env::args().nth(1).map_or(1<<14, |a| a.parse().unwrap());
 for c in parity::corpus(n).unwrap() {
  let r=Cpu::new().sample(&c.program,&c.domain).unwrap();
  for g in &gpus { let s=g.sample(&c.program,&c.domain).unwrap(); let d=parity::compare(&r,&s).unwrap().differing; if d>0 {println!("DIFF {} {} {d}", c.name, g.adapter()); }}
 }
 println!("parity done");
 let per=|d| Perlin{dimensions:Some(d),frequency:32.into(),..Perlin::default()};
 let mk=|g:Graph| Program::new(&g).unwrap();
 let cases=[("perlin2",mk(per(2).into())),("perlin3",mk(per(3).into())),("perlin4",mk(per(4).into())),("fbm2x6",mk(Fbm::of(per(2)).into())),("fbm3x6",mk(Fbm::of(per(3)).into())),("fbm3x10",mk(Fbm{octaves:Some(10),..Fbm::of(per(3))}.into()))];
 let grid=Domain::from(Grid{z:Axis::Constant(0.37.into()),..Grid::plane(Axis::extent(0,1,1024),Axis::extent(0,1,1024))});
 for form in ["rows","straight"] {
 for g in &mut gpus { if form=="straight" {g.use_straight_form();}
  print!("{form} {}: ", g.adapter().backend);
  for (name,p) in &cases { let mut best=f64::MAX; for _ in 0..6 { let t=Instant::now(); g.sample(p,&grid).unwrap(); best=best.min(t.elapsed().as_secs_f64()); } print!("{name} {:.1}  ", 1.048576/best); }
  println!();
 }}
}
