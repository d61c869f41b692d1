//! Tiles: all those around a sample, of which one holds it.

use lacuna::Number;
use lacuna::nodes::{TileLayout, TileOutput};

use crate::in_f64::compiler::per_axis;
use crate::in_f64::hash::Hash;
use crate::in_f64::lattice::{Basis, Cell, Lattice};
use crate::in_f64::{Compiler, Function, Kind, Pieces};

impl Kind for lacuna::nodes::Tiles {
    fn define(&self, _: &Compiler<'_>) -> Function {
        let [columns, rows, ..] = per_axis(Some(&self.frequency), 1.0);
        let (by, block) = match self.layout {
            TileLayout::Bond => ([1.0, 1.0], [1.0, f64::from(self.shift_every)]),
            TileLayout::Hex | TileLayout::Diamond => ([1.0, 1.0], [1.0, 2.0]),
            // By cells of half a brick.
            TileLayout::Herringbone | TileLayout::Basket => ([2.0, 1.0], [4.0, 4.0]),
            _ => ([1.0, 1.0], [1.0, 1.0]),
        };
        let block = if self.skip.is_zero() { block } else { [2.0, block[1]] };
        let box_height = if self.layout == TileLayout::Hex { 4.0 / 3.0 / rows } else { 1.0 / rows };
        let shorter = match self.layout {
            TileLayout::Diamond => (0.5 / columns).hypot(1.0 / rows),
            _ => box_height.min(1.0 / columns),
        };
        let [jitter_x, jitter_y, ..] = per_axis(self.size_jitter.as_ref(), 0.0);
        let tiles = Tiles {
            hash: Hash::new(self.seed),
            layout: self.layout,
            output: self.output,
            cell: [1.0 / columns / by[0] / shorter, 1.0 / rows / shorter],
            shift: self.shift.to_f64(),
            every: self.shift_every.into(),
            jitter: [jitter_x, jitter_y],
            joint: self.joint.to_f64(),
            corner: self.corner.to_f64(),
            skip: self.skip.to_f64(),
            turn: self.rotate_jitter.to_f64().to_radians(),
        };
        Lattice::new(Some(2), Number::ONE, self.offset.as_ref())
            .repeating(self.period.as_ref())
            .split([columns, rows], by, block)
            .seeded(self.seed)
            .under(tiles)
    }
}

struct Tiles {
    hash: Hash,
    layout: TileLayout,
    output: TileOutput,
    /// The size of a cell in shorter sides of a tile.
    cell: [f64; 2],
    shift: f64,
    every: i64,
    jitter: [f64; 2],
    joint: f64,
    corner: f64,
    skip: f64,
    turn: f64,
}

/// A tile near the sample.
#[derive(Clone, Copy)]
struct Tile {
    /// From the sample's cell to its own, and its cell where rows are moved.
    point: [i64; 4],
    /// The sample from its centre, and half its size, in shorter sides.
    from: [f64; 2],
    half: [f64; 2],
    is_standing: bool,
    /// Of the angle that it is turned by.
    sine: f64,
}

impl Basis for Tiles {
    fn value<const N: usize>(&self, at: &Cell, pieces: &mut Pieces) -> f64 {
        let around: Vec<Tile> = match self.layout {
            TileLayout::Herringbone | TileLayout::Basket => self.bricks(at),
            TileLayout::Hex => self.pointed(at, 1.0 / 6.0),
            TileLayout::Diamond => self.pointed(at, 0.5),
            _ => self.rows(at),
        };
        // Of all tiles it is the one of which the sample lies farthest inside, which is nowhere but in one.
        let inside =
            |tile: &Tile| self.sides(tile).into_iter().map(|(normal, far)| far - along(normal, tile.from)).fold(f64::INFINITY, f64::min);
        let mut own = *around.iter().max_by(|a, b| inside(a).total_cmp(&inside(b))).unwrap();
        pieces.is_near |= inside(&own) < 4e-6;
        own.point.iter().for_each(|cell| pieces.note(*cell));
        let point = self.hash.of::<2>(&own.point);
        if self.turn > 0.0 {
            let least = self.sides(&own).into_iter().map(|side| side.1).fold(f64::INFINITY, f64::min);
            let most = self.halves(&own).into_iter().fold(0.0, f64::max);
            let sine = self.turn.sin().min(least / most / 4.0) * self.hash.value(self.hash.more(point, 3));
            let cosine = sine.asin().cos();
            let [x, y] = own.from;
            own.from = [cosine * x + sine * y, cosine * y - sine * x];
            own.sine = sine.abs();
        }
        let turned = if own.is_standing { [own.from[1], -own.from[0]] } else { own.from };
        match self.output {
            TileOutput::U => self.place(turned[0] / own.half[usize::from(own.is_standing)] / 2.0, pieces),
            TileOutput::V => self.place(turned[1] / own.half[usize::from(!own.is_standing)] / 2.0, pieces),
            TileOutput::Id => self.hash.value(point),
            TileOutput::Id2 => self.hash.value(self.hash.more(point, 1)),
            TileOutput::Id3 => self.hash.value(self.hash.more(point, 2)),
            TileOutput::Mask => {
                let distance = self.distance(&own, pieces);
                f64::from(u8::from(pieces.above(distance, 0.0)))
            }
            TileOutput::Edge => {
                let distance = self.distance(&own, pieces);
                pieces.larger(distance, -self.joint / 2.0)
            }
            other => panic!("there is no definition of {other:?}"),
        }
    }
}

impl Tiles {
    fn tile(&self, point: [i64; 4], low: [f64; 2], high: [f64; 2], is_standing: bool) -> Tile {
        Tile {
            point,
            from: [0, 1].map(|axis| -(low[axis] + high[axis]) / 2.0 * self.cell[axis]),
            half: [0, 1].map(|axis| (high[axis] - low[axis]) / 2.0 * self.cell[axis]),
            is_standing,
            sine: 0.0,
        }
    }

    /// A place on a tile, which only one that is turned has beyond its ends.
    fn place(&self, place: f64, pieces: &mut Pieces) -> f64 {
        if self.turn > 0.0 { pieces.clamp(place, -0.5, 0.5) } else { place }
    }

    /// What the bound below a cell of an axis lies above it.
    fn bound(&self, axis: usize, cell: i64, other: i64) -> f64 {
        let number = if axis == 0 { 1 } else { 2 };
        self.jitter[axis] * self.hash.value(self.hash.of::<3>(&[cell, other, number, 0]))
    }

    fn rows(&self, at: &Cell) -> Vec<Tile> {
        let mut tiles = vec![];
        for row in -1..=1 {
            let cell = |column: i64, row: i64| at.point::<2>([column, row, 0, 0]);
            let number = cell(0, row)[1];
            let up = |row: i64| row as f64 + self.bound(1, cell(0, row)[1], 0) - at.fraction[1];
            let by = match self.layout {
                TileLayout::Bond => self.shift * (at.cell[1] + row).rem_euclid(self.every) as f64,
                TileLayout::Planks => self.shift * self.hash.value(self.hash.of::<3>(&[number, 0, 3, 0])),
                _ => 0.0,
            };
            let place = at.fraction[0] - by;
            let first = place.floor() as i64;
            let is_moved = self.hash.value(self.hash.of::<3>(&[number, 0, 4, 0])) < 0.0;
            let right = |column: i64| column as f64 + self.bound(0, cell(column, row)[0], number) - place;
            for column in first - 2..=first + 1 {
                let is_first = (cell(column, row)[0] + i64::from(is_moved)).rem_euclid(2) == 0;
                let pair = if is_first { column } else { column - 1 };
                let chance = self.hash.value(self.hash.of::<3>(&[cell(pair, row)[0], number, 5, 0]));
                let (left, count) = if chance < 2.0 * self.skip - 1.0 { (pair, 2) } else { (column, 1) };
                tiles.push(self.tile(cell(left, row), [right(left), up(row)], [right(left + count), up(row + 1)], false));
            }
        }
        tiles
    }

    /// Bricks of two cells, each by its lower or left one.
    fn bricks(&self, at: &Cell) -> Vec<Tile> {
        let mut tiles = vec![];
        for (x, y) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y))) {
            let (column, row) = (at.cell[0] + x, at.cell[1] + y);
            let (lies, stands) = if self.layout == TileLayout::Herringbone {
                let step = (column - row).rem_euclid(4);
                (step == 0, step == 3)
            } else {
                let is_even = (column.div_euclid(2) + row.div_euclid(2)).rem_euclid(2) == 0;
                (is_even && column.rem_euclid(2) == 0, !is_even && row.rem_euclid(2) == 0)
            };
            let low = [x as f64 - at.fraction[0], y as f64 - at.fraction[1]];
            let high = if lies { [low[0] + 2.0, low[1] + 1.0] } else { [low[0] + 1.0, low[1] + 2.0] };
            if lies || stands {
                tiles.push(self.tile(at.point::<2>([x, y, 0, 0]), low, high, stands));
            }
        }
        tiles
    }

    /// Hexagons and rhombi, which reach so much of a row beyond their own.
    fn pointed(&self, at: &Cell, beyond: f64) -> Vec<Tile> {
        let mut tiles = vec![];
        for row in -1..=1 {
            let moved = 0.5 * (at.cell[1] + row).rem_euclid(2) as f64;
            for column in -2..=1 {
                let low = [column as f64 + moved - at.fraction[0], row as f64 - at.fraction[1] - beyond];
                tiles.push(self.tile(at.point::<2>([column, row, 0, 0]), low, [low[0] + 1.0, low[1] + 1.0 + 2.0 * beyond], false));
            }
        }
        tiles
    }

    /// The sides of a tile in their order round it: the direction across, and how far from the centre.
    fn sides(&self, tile: &Tile) -> Vec<([f64; 2], f64)> {
        let corners = self.corners(tile);
        let next = corners.iter().cycle().skip(1);
        let side = |(a, b): (&[f64; 2], &[f64; 2])| {
            let length = (b[0] - a[0]).hypot(b[1] - a[1]);
            let normal = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
            (normal, along(normal, *a))
        };
        corners.iter().zip(next).map(side).collect()
    }

    /// The corners of a tile, anticlockwise.
    fn corners(&self, tile: &Tile) -> Vec<[f64; 2]> {
        let [x, y] = tile.half;
        match self.layout {
            TileLayout::Hex => vec![[x, -y / 2.0], [x, y / 2.0], [0.0, y], [-x, y / 2.0], [-x, -y / 2.0], [0.0, -y]],
            TileLayout::Diamond => vec![[x, 0.0], [0.0, y], [-x, 0.0], [0.0, -y]],
            _ => vec![[x, -y], [x, y], [-x, y], [-x, -y]],
        }
    }

    /// Half of the length of each side.
    fn halves(&self, tile: &Tile) -> Vec<f64> {
        let corners = self.corners(tile);
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| (b[0] - a[0]).hypot(b[1] - a[1]) / 2.0).collect()
    }

    /// How far inside of the border with its joint and corners.
    fn distance(&self, tile: &Tile, pieces: &mut Pieces) -> f64 {
        let mut sides = self.sides(tile);
        let mut halves = self.halves(tile);
        if matches!(self.layout, TileLayout::Hex | TileLayout::Diamond) {
            let longest = halves.iter().copied().fold(0.0, f64::max);
            halves.fill(longest);
        }
        // So much smaller is a tile that is turned.
        sides.iter_mut().zip(halves).for_each(|(side, half)| side.1 -= tile.sine * half);
        let least = sides.iter().map(|side| side.1).fold(f64::INFINITY, f64::min);
        let radius = self.corner.min(least - self.joint / 2.0).max(0.0);
        let inner: Vec<([f64; 2], f64)> = sides.iter().map(|(normal, far)| (*normal, far - self.joint / 2.0 - radius)).collect();
        // Which side the sample is most beyond, and whether it is beyond another as well.
        let beyond: Vec<f64> = inner.iter().map(|(normal, far)| along(*normal, tile.from) - far).collect();
        let most = beyond.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let place = beyond.iter().position(|far| *far == most).unwrap();
        pieces.note(place as i64);
        let count = beyond.len();
        pieces.is_near |= (0..count).any(|other| other != place && most - beyond[other] < 4e-6);
        // Past the end of the side the corner is nearest, if it lies outside.
        for beside in [(place + 1) % count, (place + count - 1) % count] {
            let corner = meeting(inner[place], inner[beside]);
            let way = [tile.from[0] - corner[0], tile.from[1] - corner[1]];
            let normal = inner[place].0;
            // Along the side towards the one beside it.
            let toward = if beside == (place + 1) % count { [-normal[1], normal[0]] } else { [normal[1], -normal[0]] };
            if most > -4e-6 && pieces.above(along(toward, way), 0.0) && pieces.above(most, 0.0) {
                return radius - way[0].hypot(way[1]);
            }
        }
        radius - most
    }
}

fn along(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Where two sides meet.
fn meeting(a: ([f64; 2], f64), b: ([f64; 2], f64)) -> [f64; 2] {
    let determinant = a.0[0] * b.0[1] - a.0[1] * b.0[0];
    [(a.1 * b.0[1] - b.1 * a.0[1]) / determinant, (a.0[0] * b.1 - b.0[0] * a.1) / determinant]
}
