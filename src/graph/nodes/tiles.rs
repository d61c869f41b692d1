//! The node `tiles`.

use crate::graph::prelude::*;

choices! {
    /// The layout of tiles.
    pub enum TileLayout = Bond {
        /// Rows of bricks, each row shifted against the one before: a running bond.
        Bond "bond",
        /// Rows of bricks, one above another.
        Stack "stack",
        /// Rows of planks, each row shifted by a random amount.
        Planks "planks",
        /// Horizontal and upright bricks in steps: a herringbone.
        Herringbone "herringbone",
        /// Squares of two horizontal bricks, alternating with squares of two upright ones: a basket weave.
        Basket "basket",
        /// Hexagons with a corner at the top. They are regular with sqrt(4/3), or 1.1547, times as many rows per unit as columns.
        Hex "hex",
        /// Rhombi with a corner at the top. They are squares with twice as many rows per unit as columns.
        Diamond "diamond",
    }
}

choices! {
    /// The output of a `tiles` node.
    pub enum TileOutput = Edge {
        /// The distance from the sample to the tile's border, in units of a tile's shorter side. It is positive on the tile and negative in the joint, where it
        /// stops at minus half the joint's width. In the middle of a tile it is 1/2 minus half the joint's width, unless tiles differ in size.
        Edge "edge",
        /// 1 on the tile, 0 in the joint.
        Mask "mask",
        /// The position of the sample across the tile's own width, from -1/2 to 1/2, including half of each joint. On an upright brick it runs along the brick's
        /// length.
        U "u",
        /// The position across its height, likewise.
        V "v",
        /// A random number for each tile, from -1 to below 1.
        Id "id",
        /// Another one.
        Id2 "id2",
        /// A third one.
        Id3 "id3",
    }
}

kind! {
    /// Tiles that cover the plane of x and y: bricks, planks, herringbone, basket weave, hexagons and rhombi, with joints, rounded corners, and random
    /// numbers for each tile.
    ///
    /// Nodes whose keys differ only in `output` describe the same tiles. With a period equal to the frequency they repeat after one unit.
    ///
    /// ```
    /// # use lacuna::nodes::{TileLayout, TileOutput, Tiles};
    /// # use lacuna::{Cpu, Domain, Program};
    /// let bricks = Tiles::new().layout(TileLayout::Stack).frequency([4, 8]).output(TileOutput::U);
    /// let program = Program::new(bricks)?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.125, 0.5], [0.1875, 0.5]]))?, [0.0, 0.25]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Tiles {
        /// The layout of the tiles.
        layout: TileLayout;
        /// The output.
        output: TileOutput;
        /// Tiles per unit along x and along y, above 0. Neither may be more than 100 times the other. For `herringbone` and `basket` it counts the horizontal bricks,
        /// which are twice as long as wide if there are twice as many along y. For `hex` and `diamond` it counts the tiles of a row, and the rows.
        frequency: PerAxis<Number> = [1, 2], in per_axis(&POSITIVE);
        /// Added to the coordinate of each axis, in tiles, within ±2^31.
        offset: Option<PerAxis<Number>>, in OFFSET;
        /// The shift of rows along x, in tiles, 0 to 1. For `bond` each row is shifted by this against the row before it. For `planks` each row is shifted by a
        /// random part of it, to either side.
        shift: Number = 0.5, in number(0.0, 1.0);
        /// The number of rows of `bond` after which the shift starts again at 0, 1 to 16. With 3, and a shift of 1/3, it is a raking bond.
        shift_every: u32 = 2, in whole(1, 16);
        /// The width of the joints, in units of a tile's shorter side, 0 to 0.5.
        joint: Number = 0.1, in number(0.0, 0.5);
        /// The radius of the corners, in units of a tile's shorter side, 0 to 0.5.
        corner: Number = 0, in number(0.0, 0.5);
        /// The most by which borders move at random, to either side, in tiles, 0 to 0.45: on x the borders between the tiles of a row, on y those between rows. Only
        /// for `bond`, `stack` and `planks`.
        size_jitter: Option<PerAxis<Number>>, in per_axis(&JITTER);
        /// The share of pairs of neighbouring tiles in a row that are joined into one tile, 0 to 1. Only for `bond`, `stack` and `planks`.
        skip: Number = 0, in number(0.0, 1.0);
        /// The largest random rotation of a tile about its centre, to either side, in degrees, 0 to 15. A rotated tile is smaller, so that it stays in its place. A
        /// long tile rotates less: its ends move by at most an eighth of its width.
        rotate_jitter: Number = 0, in number(0.0, 15.0);
        /// The seed. No seed is seed 0. A negative seed means its two's complement: -1 is 2^64 - 1.
        seed: Seed;
        /// The period in columns and rows of tiles: at most 2^30. With 0 the tiles do not repeat. The rows must be a
        /// multiple of `shift_every` for `bond`, of 2 for `hex` and `diamond`, and of 4 for `herringbone` and `basket`. The columns must be a multiple of 2 for the
        /// last two, and with `skip`.
        period: Option<PerAxis<u32>>, in PERIOD;
    }, with validate_tiles, also ["brick", "herringbone", "basket_weave", "hexagons", "rhombi", "harlequin", "argyle", "parquet", "masonry", "pavement"]
}

/// The range of the movement of borders.
const JITTER: KeyKind = number(0.0, 0.45);
/// The largest ratio of a tile's sides.
const LONGEST: f64 = 100.0;

/// The lengths that tiles have, in the shorter side of one.
struct Measures {
    /// Of a tile; of hexagons and rhombi from one to the next and from row to row.
    wide: f64,
    high: f64,
    /// The direction across the sides of these that lean, how far they are from the centre, and half of the longest side.
    lean: [f64; 2],
    lean_far: f64,
    side: f64,
}

impl Tiles {
    /// Returns the numbers of columns and rows after which the layout repeats, regardless of random values.
    fn block(&self) -> [u32; 2] {
        let columns = if self.skip.is_zero() { 1 } else { 2 };
        match self.layout {
            TileLayout::Bond => [columns, self.shift_every],
            TileLayout::Stack | TileLayout::Planks => [columns, 1],
            TileLayout::Herringbone | TileLayout::Basket => [2, 4],
            TileLayout::Hex | TileLayout::Diamond => [1, 2],
        }
    }

    /// Returns true if some bricks are horizontal and some upright.
    fn has_turned(&self) -> bool {
        matches!(self.layout, TileLayout::Herringbone | TileLayout::Basket)
    }

    fn frequencies(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.frequency.get(axis).unwrap_or(Number::ONE).to_f64())
    }

    fn jitters(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.size_jitter.as_ref().and_then(|jitter| jitter.get(axis)).unwrap_or(Number::ZERO).to_f64())
    }

    fn measures(&self) -> Measures {
        let [columns, rows] = self.frequencies();
        if self.layout == TileLayout::Diamond {
            // Two rows high, and all of its sides are as long.
            let half = [0.5 / columns, 1.0 / rows];
            let length = libm::hypot(half[0], half[1]);
            let [x, y] = half.map(|part| part / length);
            return Measures { wide: 2.0 * x, high: y, lean: [y, x], lean_far: x * y, side: 0.5 };
        }
        // A hexagon is 4/3 of a row high.
        let rows_high = if self.layout == TileLayout::Hex { 4.0 / 3.0 } else { 1.0 };
        let (wide, high) = if columns * rows_high >= rows { (1.0, columns / rows) } else { (rows / columns / rows_high, 1.0 / rows_high) };
        let lean = [high / 3.0, wide / 2.0];
        let length = libm::sqrt(lean[0] * lean[0] + lean[1] * lean[1]);
        let side = length.max(high / 1.5) / 2.0;
        Measures { wide, high, lean: lean.map(|part| part / length), lean_far: wide * high / 3.0 / length, side }
    }

    /// Returns the sine of the largest rotation of a tile.
    fn turn(&self) -> f64 {
        let sine = libm::sin(self.rotate_jitter.to_f64() * std::f64::consts::PI / 180.0);
        match self.layout {
            TileLayout::Hex | TileLayout::Diamond => sine.min(0.25 * self.reach() / self.measures().side),
            // The shader holds this by the size of each brick.
            _ => sine,
        }
    }

    /// Returns the distance from the middle of the largest tile to its sides.
    fn reach(&self) -> f64 {
        let Measures { wide, high, lean_far, .. } = self.measures();
        match self.layout {
            TileLayout::Bond | TileLayout::Stack | TileLayout::Planks => {
                let [along, up] = self.jitters();
                (wide * (0.5 * f64::from(self.block()[0]) + along)).min(high * (0.5 + up))
            }
            TileLayout::Herringbone | TileLayout::Basket => 0.5 * wide.min(high).max((0.5 * wide).min(2.0 * high)),
            TileLayout::Hex => lean_far.min(0.5 * wide),
            TileLayout::Diamond => lean_far,
        }
    }

    fn validate_tiles(&self, place: &str) -> Result<()> {
        let [columns, rows] = self.frequencies();
        if !(columns <= LONGEST * rows && rows <= LONGEST * columns) {
            return Err(Error::parameter(
                format!("{place}.frequency"),
                format!(
                    "{columns} columns and {rows} rows a unit; give two numbers of which neither is more than {LONGEST} times the other"
                ),
            ));
        }
        let in_rows = matches!(self.layout, TileLayout::Bond | TileLayout::Stack | TileLayout::Planks);
        if !in_rows && self.jitters() != [0.0; 2] {
            return Err(Error::parameter(
                format!("{place}.size_jitter"),
                "only the sizes of `bond`, `stack` and `planks` can be moved; leave it out",
            ));
        }
        if !in_rows && !self.skip.is_zero() {
            return Err(Error::parameter(
                format!("{place}.skip"),
                "only tiles of `bond`, `stack` and `planks` can be laid as one; leave it out",
            ));
        }
        self.lattice().validate_in_blocks(place, ["columns", "rows"])
    }

    pub(crate) fn lattice(&self) -> Lattice<'_> {
        Lattice {
            frequencies: Some(&self.frequency),
            block: self.block(),
            ..Lattice::of_keys(self.offset.as_ref(), self.seed, self.period.as_ref())
        }
    }
}

impl Kind for Tiles {
    fn lower(&self, at: &mut Lowerer<'_>) -> Result<Dual> {
        let Measures { wide, high, lean, lean_far, side } = self.measures();
        let [along, up] = self.jitters();
        let [columns, rows] = self.block();
        // A brick is two cells long.
        let cells = if self.has_turned() { 2 } else { 1 };
        let top = lean[1] * lean[1] - lean[0] * lean[0];
        let steepest = match self.output {
            TileOutput::Edge => (f64::from(columns) * wide).max(f64::from(rows) * high),
            TileOutput::U | TileOutput::V => f64::from(rows.max(columns)) / (1.0 - 2.0 * along.max(up)),
            _ => 0.0,
        };
        at.noise(&Noise {
            lattice: self.lattice(),
            function: BasisFunction::Tiles2,
            options: &[("pattern", self.layout as u32), ("output", self.output as u32), ("columns", columns * cells), ("rows", rows)],
            scalars: &[
                wide / f64::from(cells),
                high,
                self.shift.to_f64(),
                along,
                up,
                self.joint.to_f64(),
                self.corner.to_f64(),
                2.0 * self.skip.to_f64() - 1.0,
                self.turn(),
                lean[0],
                lean[1],
                lean_far,
                side,
                1.0 / (lean[1] * lean[1]),
                top,
                1.0 / (1.0 - top * top),
            ],
            bound: 1.01,
            // A little more, for what is rounded.
            steepest: steepest * 1.1,
            unskew: 0.0,
        })
    }

    fn range(&self, _of: &dyn Fn(&dyn Source) -> Interval) -> Interval {
        match self.output {
            TileOutput::Edge => {
                let joint = 0.5 * self.joint.to_f64();
                Interval::between(0.0 - joint, (self.reach() - joint).max(0.0 - joint))
            }
            TileOutput::Mask => Interval::UNIT,
            TileOutput::U | TileOutput::V => Interval::between(-0.5, 0.5),
            TileOutput::Id | TileOutput::Id2 | TileOutput::Id3 => Interval::SIGNED,
        }
    }
}
