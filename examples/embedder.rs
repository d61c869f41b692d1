//! What a game asks of its noise: `cargo run --release --example embedder`.

#![allow(clippy::print_stdout, reason = "an example is a command")]

use lacuna::nodes::Perlin;
use lacuna::{Error, NodeExt, Program};

fn main() -> Result<(), Error> {
    // Heights in metres over a map in metres.
    let terrain = Program::new(40 * Perlin::new().dimensions(2).seed(7).frequency(0.01).fbm().octaves(6))?;

    // While the level loads: the ground under 10^5 trees.
    let trees: Vec<[f64; 2]> = (0..100_000).map(|tree| [f64::from(tree % 317) * 3.7, f64::from(tree / 317) * 4.1]).collect();
    let grounds = terrain.points(&trees)?;
    assert_eq!(grounds[12_345], terrain.at(trees[12_345])?);

    // A 3-D texture of clouds that repeats on all sides, in levels of 8 bits.
    let clouds = Program::new(Perlin::new().dimensions(3).seed(3).period(8).fbm().octaves(4))?;
    let texels: Vec<u8> = clouds.grid([64; 3], [0; 3], [8; 3])?.into_iter().map(|density| (127.5 * density + 128.0) as u8).collect();

    // In each frame: where a falling ball meets the ground.
    let (mut ball, mut height, mut frames) = ([500.0, 500.0], 60.0, 0);
    while height > terrain.at(ball)? {
        ball = [ball[0] + 0.2, ball[1] + 0.1];
        (height, frames) = (height - 0.5, frames + 1);
    }
    println!("{} trees, {} texels; the ball lies {height} metres high after {frames} frames", grounds.len(), texels.len());
    Ok(())
}
