//! The node `tiles`.

use crate::graph::prelude::*;

choices! {
    /// How tiles are laid.
    pub enum TileLayout = Bond {
        /// Rows of bricks, each row moved against the one before: a running bond.
        Bond "bond",
        /// Rows of bricks, one above another.
        Stack "stack",
        /// Rows of planks, each row moved by a random amount.
        Planks "planks",
        /// Bricks that lie and stand in turn, in steps.
        Herringbone "herringbone",
        /// Squares of two bricks that lie and of two that stand, in turn: a basket weave.
        Basket "basket",
        /// Hexagons with a corner at the top. They are regular where there are sqrt(4/3), or 1.1547, times as many rows in a unit as columns.
        Hex "hex",
        /// Rhombi with a corner at the top. They are squares where there are twice as many rows in a unit as columns.
        Diamond "diamond",
    }
}

choices! {
    /// What of a tile is given.
    pub enum TileOutput = Edge {
        /// How far the sample lies inside of the tile's border, in shorter sides of a tile; negative in the joint, where it is held at half the joint's width.
        /// Where tiles are not stretched it goes to 1/2 less that.
        Edge "edge",
        /// 1 on the tile, 0 in the joint.
        Mask "mask",
        /// Where the sample lies along the tile's own width, -1/2 to 1/2, half of the joints included. That of a standing brick is along its length.
        U "u",
        /// The same along its height.
        V "v",
        /// A random number of the tile, from -1 to below 1.
        Id "id",
        /// Another one.
        Id2 "id2",
        /// A third one.
        Id3 "id3",
    }
}

keyed! {
    /// Tiles that cover the plane of x and y: bricks, planks, herringbone, basket weave, hexagons and rhombi, with joints, rounded corners, and numbers of each
    /// tile's own.
    ///
    /// Nodes of the same keys but for `output` tell of the same tiles. A period in tiles equal to the frequency repeats after a unit.
    ///
    /// ```
    /// # use lacuna::nodes::{TileLayout, TileOutput, Tiles};
    /// # use lacuna::{Cpu, Domain, Graph, Program};
    /// let bricks = Tiles::new().layout(TileLayout::Stack).frequency([4, 8]).output(TileOutput::U);
    /// let program = Program::new(&Graph::from(bricks))?;
    /// assert_eq!(Cpu::new().sample(&program, &Domain::points([[0.125, 0.5], [0.1875, 0.5]]))?, [0.0, 0.25]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Tiles serde(default) {
        /// How the tiles are laid.
        layout: TileLayout = TileLayout::Bond, [serde(skip_serializing_if = "is_default")];
        /// What is given.
        output: TileOutput = TileOutput::Edge, [serde(skip_serializing_if = "is_default")];
        /// Tiles a unit along x and along y, above 0; neither is more than 100 times the other. Of `herringbone` and `basket` it is the bricks that lie, which are
        /// twice as long as wide where there are twice as many along y; of `hex` and `diamond` the tiles of a row, and the rows.
        frequency: PerAxis<Number> = one_by_two(), in KeyKind::PerAxis { of: &POSITIVE };
        /// Added to the coordinates, in tiles, within ±2^31.
        offset: Option<PerAxis<Number>> = None, in KeyKind::PerAxis { of: &OFFSET }, [serde(skip_serializing_if = "Option::is_none")];
        /// By how much of a tile rows are moved along x, 0 to 1: of `bond` each row more than the one before, of `planks` each by a random part of it to
        /// either side.
        shift: Number = half(), in number(0.0, 1.0);
        /// After how many rows of `bond` the shift begins again at 0, 1 to 16. 3 with a shift of 1/3 is a raking bond.
        shift_every: u32 = 2, in KeyKind::Whole { least: 1, most: 16 };
        /// How wide the joints are, in shorter sides of a tile, 0 to 0.5.
        joint: Number = tenth(), in number(0.0, 0.5);
        /// The radius of the corners, in shorter sides of a tile, 0 to 0.5.
        corner: Number = Number::ZERO, in number(0.0, 0.5);
        /// How far the bounds between the tiles of a row, and those between rows, are moved at random to either side, in tiles, per axis, 0 to 0.45. For `bond`,
        /// `stack` and `planks`.
        size_jitter: Option<PerAxis<Number>> = None, in KeyKind::PerAxis { of: &JITTER }, [serde(skip_serializing_if = "Option::is_none")];
        /// The chance that two neighbouring tiles of a row are laid as one, 0 to 1; at 1 all are. For `bond`, `stack` and `planks`.
        skip: Number = zero(), in number(0.0, 1.0);
        /// How far each tile is turned about its centre at most, at random to either side, in degrees, 0 to 15. A turned tile is made smaller, so that
        /// it stays within its place. A long one is turned less: its ends move by at most an eighth of its width.
        rotate_jitter: Number = zero(), in number(0.0, 15.0);
        /// Where what is random about a tile comes from. Without it the lattice hash.
        hash: Option<HashKind> = None, [serde(skip_serializing_if = "Option::is_none")];
        /// Shuffles the permutation table, or keys the lattice hash, to which no seed is seed 0. A table without a seed is Perlin's own. A negative one
        /// means its two's complement: -1 is 2^64 - 1.
        seed: Option<u64> = None, [
            serde(skip_serializing_if = "Option::is_none", with = "crate::graph::seed"),
            cfg_attr(feature = "schema", schemars(schema_with = "crate::graph::seed::schema"))
        ];
        /// How the lattice hash is keyed with the seed. Without it `mixed`.
        seeding: Option<Seeding> = None, [serde(skip_serializing_if = "Option::is_none")];
        /// After how many columns and rows of tiles all repeats; at most 256 with the table, and 2^30 with the lattice hash. 0: does not repeat. Rows are a
        /// multiple of `shift_every` for `bond`, of 2 for `hex` and `diamond`, of 4 for `herringbone` and `basket`. Columns are a multiple of 2 for these two,
        /// and with `skip`.
        period: Option<PerAxis<u32>> = None, in KeyKind::PerAxis { of: &PERIOD }, [serde(skip_serializing_if = "Option::is_none")];
    } example Self::default(), with validate_tiles
}

/// How far bounds are moved.
const JITTER: KeyKind = number(0.0, 0.45);
/// How many times as long as wide a tile is at most.
const LONGEST: f64 = 100.0;

fn one_by_two() -> PerAxis<Number> {
    [1, 2].into()
}

impl Default for Tiles {
    fn default() -> Self {
        Self {
            layout: TileLayout::Bond,
            output: TileOutput::Edge,
            frequency: one_by_two(),
            offset: None,
            shift: half(),
            shift_every: 2,
            joint: tenth(),
            corner: Number::ZERO,
            size_jitter: None,
            skip: zero(),
            rotate_jitter: zero(),
            hash: None,
            seed: None,
            seeding: None,
            period: None,
        }
    }
}

setters!(Tiles {
    layout: exact TileLayout, output: exact TileOutput, frequency: plain PerAxis<Number>, offset: some PerAxis<Number>, shift: plain Number,
    shift_every: exact u32, joint: plain Number, corner: plain Number, size_jitter: some PerAxis<Number>, skip: plain Number,
    rotate_jitter: plain Number, hash: some_exact HashKind, seed: some_exact u64, seeding: some_exact Seeding, period: some PerAxis<u32>,
});

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
    /// How many columns and rows repeat, whatever is random.
    fn block(&self) -> [u32; 2] {
        let columns = if self.skip.is_zero() { 1 } else { 2 };
        match self.layout {
            TileLayout::Bond => [columns, self.shift_every],
            TileLayout::Stack | TileLayout::Planks => [columns, 1],
            TileLayout::Herringbone | TileLayout::Basket => [2, 4],
            TileLayout::Hex | TileLayout::Diamond => [1, 2],
        }
    }

    /// Whether bricks lie and stand.
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

    /// The sine of the angle that tiles are turned by at most.
    fn turn(&self) -> f64 {
        let sine = libm::sin(self.rotate_jitter.to_f64() * std::f64::consts::PI / 180.0);
        match self.layout {
            TileLayout::Hex | TileLayout::Diamond => sine.min(0.25 * self.reach() / self.measures().side),
            // The shader holds this by the size of each brick.
            _ => sine,
        }
    }

    /// How far the middle of the largest tile is from its sides.
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
            ..Lattice::of_keys(self.offset.as_ref(), self.hash, self.seed, self.seeding, self.period.as_ref())
        }
    }
}

impl NodeSpec for Tiles {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
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

    fn range(&self, _of: &dyn Fn(&Input) -> Interval) -> Interval {
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

    fn cases() -> Cases {
        let laid = |layout: TileLayout, output: TileOutput| {
            let tiles = Self::new().layout(layout).output(output).joint(0.1).corner(0.15).seed(5);
            match layout {
                TileLayout::Bond => tiles.shift_every(3).shift(0.3).size_jitter([0.2, 0.1]).frequency([1.3, 2.1]),
                TileLayout::Stack => tiles.size_jitter([0.0, 0.45]).frequency([2.0, 1.2]),
                TileLayout::Planks => tiles.size_jitter([0.45, 0.0]).frequency([0.4, 3.0]),
                TileLayout::Herringbone | TileLayout::Basket => tiles.frequency([0.9, 1.8]),
                TileLayout::Hex => tiles.frequency([1.3, 1.5]),
                TileLayout::Diamond => tiles.frequency([0.9, 1.4]),
            }
        };
        let outputs = [TileOutput::Edge, TileOutput::Mask, TileOutput::U, TileOutput::V, TileOutput::Id, TileOutput::Id2, TileOutput::Id3];
        let layouts =
            [TileLayout::Bond, TileLayout::Stack, TileLayout::Planks, TileLayout::Herringbone, TileLayout::Basket, TileLayout::Hex];
        let mut cases = Cases::new();
        for layout in layouts {
            for output in outputs {
                cases.push((format!("{layout:?}, {output:?}"), laid(layout, output).into()));
            }
            let repeating = |output| laid(layout, output).hash(HashKind::Table).period([4, 12]).offset([0.3, -7.2]);
            cases.push((format!("{layout:?}, Edge with a period, table"), repeating(TileOutput::Edge).into()));
            cases.push((format!("{layout:?}, Id with a period, table"), repeating(TileOutput::Id).into()));
        }
        let octaves = |layout| laid(layout, TileOutput::U).period([4, 12]).fbm().octaves(3).lacunarity(1.7);
        cases.push(("octaves of Bond with a period".into(), octaves(TileLayout::Bond).into()));
        cases.push(("octaves of Herringbone with a period".into(), octaves(TileLayout::Herringbone).into()));
        for output in outputs {
            cases.push((format!("Diamond, {output:?}"), laid(TileLayout::Diamond, output).into()));
            let askew = laid(TileLayout::Diamond, output).rotate_jitter(15);
            cases.push((format!("Diamond, {output:?}, turned, with a period, table"), askew.hash(HashKind::Table).period([4, 12]).into()));
        }
        for layout in layouts {
            let askew = |output| laid(layout, output).rotate_jitter(12);
            cases.push((format!("{layout:?}, Edge, turned"), askew(TileOutput::Edge).into()));
            cases.push((format!("{layout:?}, U, turned"), askew(TileOutput::U).into()));
            cases.push((format!("{layout:?}, V, turned"), askew(TileOutput::V).into()));
        }
        for layout in [TileLayout::Bond, TileLayout::Stack, TileLayout::Planks] {
            let joined = |output| laid(layout, output).skip(0.4);
            cases.push((format!("{layout:?}, Edge, skip"), joined(TileOutput::Edge).into()));
            cases.push((format!("{layout:?}, Id, skip"), joined(TileOutput::Id).into()));
            let repeating = joined(TileOutput::U).hash(HashKind::Table).rotate_jitter(3).period([2, 12]).offset([0.3, -7.2]);
            cases.push((format!("{layout:?}, U, skip, turned, with a period, table"), repeating.into()));
        }
        let octaves = laid(TileLayout::Stack, TileOutput::U).skip(0.5).period([4, 12]).fbm().octaves(2).lacunarity(1.7);
        cases.push(("octaves of Stack, skip, with a period".into(), octaves.into()));
        cases
    }

    fn surveys() -> Vec<Survey> {
        let survey = |name: &str, tiles: Self| (name.to_owned(), tiles.into(), 2);
        vec![
            survey("bond, edge", Self::new()),
            survey("hex, edge", Self::new().layout(TileLayout::Hex).frequency([1.0, 1.1547])),
            survey("id", Self::new().output(TileOutput::Id)),
        ]
    }

    fn synonyms() -> &'static [&'static str] {
        &["brick", "herringbone", "basket_weave", "hexagons", "rhombi", "harlequin", "argyle", "parquet", "masonry", "pavement"]
    }
}
