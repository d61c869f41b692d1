//! The node `mosaic`.

use super::cellular::{Cellular, CellularOutput, Metric};
use super::multiply::MULTIPLY;
use super::perlin::Perlin;
use crate::graph::room::*;

keyed! {
    /// Evaluates its source at the nearest feature point of each sample, so that a cell has one value throughout: a mosaic, or a tint, a biome or a height for each
    /// stone. The cells are those of a [`cellular`](Cellular) node with the same keys, with which it shares its search.
    ///
    /// The point is found from each sample anew, to 2^-24 of a cell, so within a cell the value differs by what the source changes over that. Its derivative is 0.
    ///
    /// ```
    /// # use lacuna::nodes::Perlin;
    /// # use lacuna::{Build, Cpu, Domain, Graph, Program};
    /// // The middles of the cells, of which the first reaches from 0 to 1.
    /// let mosaic = Perlin::new().mosaic().dimensions(2).jitter(0);
    /// let cpu = Cpu::new();
    /// let samples = cpu.sample(&Program::new(&Graph::from(mosaic))?, &Domain::points([[0.25, 0.75]]))?;
    /// assert_eq!(samples, cpu.sample(&Program::new(&Graph::from(Perlin::new()))?, &Domain::points([[0.5, 0.5]]))?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    Mosaic {
        /// What is evaluated at the points.
        source: Input;
        /// How many coordinates the cells take. Without it 3.
        dimensions: Option<u8> = None, in KeyKind::Whole { least: 1, most: 3 }, [serde(default, skip_serializing_if = "Option::is_none")];
        /// Cells per unit, above 0.
        frequency: Number = Number::ONE, in POSITIVE, [serde(default = "one")];
        /// Added to the lattice coordinate of each axis, in cells, within ±2^31.
        offset: Option<PerAxis<Number>> = None, in KeyKind::PerAxis { of: &OFFSET }, [serde(default, skip_serializing_if = "Option::is_none")];
        /// How distances are measured.
        metric: Metric = Metric::Euclidean, [serde(default)];
        /// How far feature points may lie from the centres of their cells, 0 to 1 (anywhere in the cell). 0: does not move them.
        jitter: Number = Number::ONE, in number(0.0, 1.0), [serde(default = "one")];
        /// Where the feature points come from. Without it the lattice hash.
        hash: Option<HashKind> = None, [serde(default, skip_serializing_if = "Option::is_none")];
        /// Shuffles the permutation table, or keys the lattice hash, to which no seed is seed 0. A table without a seed is Perlin's own. A negative one
        /// means its two's complement: -1 is 2^64 - 1.
        seed: Option<u64> = None, [
            serde(default, skip_serializing_if = "Option::is_none", with = "crate::graph::seed"),
            cfg_attr(feature = "schema", schemars(schema_with = "crate::graph::seed::schema"))
        ];
        /// How the lattice hash is keyed with the seed. Without it `mixed`.
        seeding: Option<Seeding> = None, [serde(default, skip_serializing_if = "Option::is_none")];
        /// After how many cells the feature points repeat, per axis; at most 256 with the table, and 2^30 with the lattice hash. 0: do not repeat.
        period: Option<PerAxis<u32>> = None, in KeyKind::PerAxis { of: &PERIOD }, [serde(default, skip_serializing_if = "Option::is_none")];
    } example Self::of(Perlin::default()), with validate_cells
}

impl Mosaic {
    /// A source over cells of a unit.
    pub fn of(source: impl Into<Input>) -> Self {
        Self {
            source: source.into(),
            dimensions: None,
            frequency: Number::ONE,
            offset: None,
            metric: Metric::Euclidean,
            jitter: Number::ONE,
            hash: None,
            seed: None,
            seeding: None,
            period: None,
        }
    }

    /// The cells, of which the way to the nearest point is taken along some axes.
    fn cells(&self) -> Cellular {
        Cellular {
            dimensions: self.dimensions,
            frequency: self.frequency,
            offset: self.offset.clone(),
            hash: self.hash,
            metric: self.metric,
            output: CellularOutput::PointX,
            jitter: self.jitter,
            seed: self.seed,
            seeding: self.seeding,
            period: self.period.clone(),
            ..Cellular::default()
        }
    }

    fn ways(&self) -> &'static [CellularOutput] {
        const WAYS: [CellularOutput; 3] = [CellularOutput::PointX, CellularOutput::PointY, CellularOutput::PointZ];
        &WAYS[..usize::from(self.dimensions.unwrap_or(3))]
    }

    fn validate_cells(&self, place: &str) -> Result<()> {
        self.cells().lattice().validate(place)
    }
}

setters!(Mosaic {
    dimensions: some_exact u8, frequency: plain Number, offset: some PerAxis<Number>, metric: exact Metric, jitter: plain Number,
    hash: some_exact HashKind, seed: some_exact u64, seeding: some_exact Seeding, period: some PerAxis<u32>,
} no new);

impl NodeSpec for Mosaic {
    fn lower(&self, at: &mut dyn Lowering) -> Result<Dual> {
        let cells = self.cells();
        let mut by = [None; 4];
        for (axis, &way) in self.ways().iter().enumerate() {
            let found = cells.way(at, way)?;
            let units = Dual::flat(at.units_of_cell(&cells.lattice(), axis)?);
            by[axis] = Some(at.call(&MULTIPLY, &[found, units])?);
        }
        let space = at.displaced(&by, &-BigRational::one(), at.depth());
        Ok(Dual::flat(at.input_in(&space, "source", &self.source)?.value))
    }

    fn range(&self, of: &dyn Fn(&Input) -> Interval) -> Interval {
        of(&self.source)
    }

    fn search(&self) -> Option<(String, Vec<u32>)> {
        Some(self.cells().search_for(self.ways()))
    }

    fn cases() -> Cases {
        numbered(&[
            || a().dimensions(2).mosaic().dimensions(2).frequency(1.7).jitter(0.8).seed(3).into(),
            || a().mosaic().dimensions(3).metric(Metric::Chebyshev).hash(HashKind::Table).period(5).offset([0.3, -2.0]).into(),
            || b().dimensions(1).mosaic().dimensions(1).metric(Metric::Manhattan).into(),
            || {
                let (cells, mosaic) =
                    (Cellular::new().dimensions(2).frequency(1.7).seed(3), a().dimensions(2).mosaic().dimensions(2).frequency(1.7).seed(3));
                let edge = cells.clone().output(CellularOutput::Edge).add(cells.clone().output(CellularOutput::CellValue));
                edge.add(mosaic).add(cells.output(CellularOutput::F2MinusF1)).warp().x(b()).strength(0.3).into()
            },
            || Node::from(a().dimensions(2).mosaic().dimensions(2).period([4, 6])).fbm().octaves(3).lacunarity(1.9).into(),
            || Node::from(b().slope().mosaic().dimensions(2).frequency(0.8)).transform().rotate(30).scale(1.5).into(),
        ])
    }

    fn synonyms() -> &'static [&'static str] {
        &["crystallize", "stained_glass", "cell_color", "pixelate"]
    }
}
