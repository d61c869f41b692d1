//! The exact Euclidean distance to the pixels of a set.
//!
//! Each column is scanned both ways for the nearest pixel in it. The least square of a distance to those of all columns within reach then is exact: a
//! whole number, if pixels are square.

use super::sample;
use crate::error::{Error, Result};

use super::{Pace, Part, Window};

/// The number of pixels of a row whose distances are compared side by side.
const ABREAST: usize = 16;
/// The number of columns after which the search may end.
const AT_ONCE: usize = 8;

/// The distances along columns, for all rows of a part.
struct Columns {
    distances: Vec<u16>,
    /// The rows that are near enough.
    reach: u16,
    width: usize,
}

pub(super) fn run(source: Window<'_>, level: f64, reach: f64, part: Part<'_, '_>, to: &mut [f32]) -> Result<()> {
    let [width, _] = part.size;
    let [across, down] = part.scale.pixels(reach);
    let [per_x, per_y] = part.scale.0;
    let columns = columns(source, level, [across, down], part.size, part.pace)?;
    // In pixels along x.
    let row_height = per_x / per_y;
    let squares: Vec<f64> = (0..=across).map(|distance| (distance * distance) as f64).collect();
    let mut line = vec![0.0; columns.width];
    for (distances, to) in columns.distances.chunks_exact(columns.width).zip(to.chunks_exact_mut(width)) {
        part.pace.count(width)?;
        for (square, &distance) in line.iter_mut().zip(distances) {
            let rows = f64::from(distance) * row_height;
            *square = if distance > columns.reach { f64::INFINITY } else { rows * rows };
        }
        let finish = |square: f64| sample((square.sqrt() / per_x).min(reach));
        let (wide, narrow) = to.as_chunks_mut::<ABREAST>();
        for (index, to) in wide.iter_mut().enumerate() {
            part.pace.count(ABREAST * squares.len())?;
            *to = nearest(&line, ABREAST * index, &squares).map(finish);
        }
        for (index, to) in narrow.iter_mut().enumerate() {
            [*to] = nearest(&line, ABREAST * wide.len() + index, &squares).map(finish);
        }
    }
    Ok(())
}

/// Returns the distance along its column of each pixel, those of `across` columns on both sides included.
fn columns(source: Window<'_>, level: f64, [across, down]: [usize; 2], size: [usize; 2], pace: &Pace<'_>) -> Result<Columns> {
    let width = size[0] + 2 * across;
    let count = width * size[1];
    let [across, down, height] = [across, down, size[1]].map(usize::cast_signed);
    let mut distances = Vec::new();
    distances
        .try_reserve_exact(count)
        .map_err(|_| Error::failed(format!("the distances of {count} pixels don't fit into memory; give a smaller size")))?;
    // The least f32 that is high enough.
    let nearest = level as f32;
    let level = if f64::from(nearest) < level { nearest.next_up() } else { nearest };
    let reach = down as u16;
    let far = reach + 1;
    let mut scan = vec![far; width];
    let step = |scan: &mut [u16], y: isize| {
        for (distance, &value) in scan.iter_mut().zip(source.row(-across, y, width)) {
            let further = if *distance < far { *distance + 1 } else { far };
            *distance = if value >= level { 0 } else { further };
        }
    };
    for y in -down..height {
        pace.count(width)?;
        step(&mut scan, y);
        if y >= 0 {
            distances.extend_from_slice(&scan);
        }
    }
    scan.fill(far);
    for y in (0..height + down).rev() {
        pace.count(width)?;
        step(&mut scan, y);
        if y < height {
            let row = &mut distances[y.cast_unsigned() * width..][..width];
            row.iter_mut().zip(&scan).for_each(|(distance, &other)| *distance = other.min(*distance));
        }
    }
    Ok(Columns { distances, reach, width })
}

/// Returns the least squares of the distances of neighbouring pixels.
fn nearest<const COUNT: usize>(line: &[f64], x: usize, squares: &[f64]) -> [f64; COUNT] {
    let across = squares.len() - 1;
    let at = |x: usize| &line[x..][..COUNT];
    let mut least: [f64; COUNT] = std::array::from_fn(|index| at(x + across)[index]);
    for (first, squares) in (1..).step_by(AT_ONCE).zip(squares[1..].chunks(AT_ONCE)) {
        // None of those further away is nearer.
        if least.iter().all(|&least| least <= squares[0]) {
            break;
        }
        for (distance, square) in (first..).zip(squares) {
            let (before, after) = (at(x + across - distance), at(x + across + distance));
            for ((least, &before), &after) in least.iter_mut().zip(before).zip(after) {
                let nearer = if before < after { before } else { after } + square;
                *least = if nearer < *least { nearer } else { *least };
            }
        }
    }
    least
}
