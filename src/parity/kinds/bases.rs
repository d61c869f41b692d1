//! The cases of bases.

use super::prelude::*;

macro_rules! in_each_dimension {
    ($($name:ident $most:literal)*) => {$(
        impl $name {
            /// Returns a variant in every dimension, without a period and, if the noise takes one, with a period.
            fn cases_of(variant: &Self, has_period: bool) -> Cases {
                of_lattices($most, has_period, |dimensions, period| {
                    Self {
                        dimensions: Some(dimensions),
                        seed: Some(dimensions.into()),
                        period: Some(PerAxis::All(period)),
                        frequency: 1.3.into(),
                        ..variant.clone()
                    }
                    .into()
                })
            }

            /// Returns variants in every dimension. A variant's name ends in a space unless it is empty.
            fn surveys_of(variants: &[(&str, Self)]) -> Vec<Survey> {
                let mut surveys = vec![];
                for (name, variant) in variants {
                    for dimensions in 1..=$most {
                        let node = Self { dimensions: Some(dimensions), ..variant.clone() };
                        surveys.push((format!("{name}{dimensions}-D"), node.into(), dimensions));
                    }
                }
                surveys
            }
        }
    )*};
}
in_each_dimension! {
    Perlin 4
    Value 4
    Simplex 4
    Cellular 3
    Sparse 3
    White 4
}

impl Covered for Perlin {
    fn cases() -> Cases {
        let mut cases = Cases::new();
        for hash in [HashKind::Table, HashKind::Lattice] {
            let named = |(label, node)| (format!("{label}, {hash:?}"), node);
            cases.extend(Self::cases_of(&Self::new().hash(hash), true).into_iter().map(named));
        }
        for fade in [Interpolation::Linear, Interpolation::Cosine, Interpolation::Cubic] {
            cases.push((format!("{fade:?}"), Self::new().fade(fade).into()));
        }
        cases.push(("with classic gradients".into(), Self::new().dimensions(2).gradients(GradientSet::Classic).into()));
        for hash in [HashKind::Table, HashKind::Lattice] {
            let line = Self::new().dimensions(1).gradients(GradientSet::Improved).hash(hash).seed(1).frequency(1.3);
            cases.push((format!("1-D with improved gradients, {hash:?}"), line.into()));
        }
        cases
    }

    fn surveys() -> Vec<Survey> {
        let mut surveys = vec![];
        for (name, hash) in [("table", HashKind::Table), ("lattice hash", HashKind::Lattice)] {
            let named = |(label, node, dimensions)| (format!("{label}, {name}"), node, dimensions);
            surveys.extend(Self::surveys_of(&[("", Self::new().hash(hash))]).into_iter().map(named));
        }
        surveys
    }
}

impl Covered for Value {
    fn cases() -> Cases {
        let mut cases = Self::cases_of(&Self::default(), true);
        for interpolation in
            [ValueInterpolation::Linear, ValueInterpolation::Cosine, ValueInterpolation::Cubic, ValueInterpolation::CatmullRom]
        {
            for dimensions in 1..=3_u8 {
                let value = Self::new().dimensions(dimensions).interpolation(interpolation);
                cases.push((format!("{dimensions}-D, {interpolation:?}"), value.into()));
            }
        }
        for dimensions in 1..=3_u8 {
            cases.push((format!("{dimensions}-D, smoothed"), Self::new().dimensions(dimensions).smoothed(true).period(5).into()));
        }
        cases
    }

    fn surveys() -> Vec<Survey> {
        Self::surveys_of(&[("", Self::default())])
    }
}

impl Covered for Simplex {
    fn cases() -> Cases {
        Self::cases_of(&Self::default(), false)
    }

    fn surveys() -> Vec<Survey> {
        Self::surveys_of(&[("", Self::default())])
    }
}

impl Covered for Cellular {
    fn cases() -> Cases {
        let mut cases = Self::cases_of(&Self::default(), true);
        for dimensions in 2..=3_u8 {
            for metric in [Metric::Euclidean, Metric::Squared, Metric::Manhattan, Metric::Chebyshev] {
                for output in [CellularOutput::F1, CellularOutput::F2, CellularOutput::F2MinusF1, CellularOutput::CellValue] {
                    let cellular = Self::new().dimensions(dimensions).metric(metric).output(output).jitter(0.9);
                    cases.push((format!("{dimensions}-D, {metric:?}, {output:?}"), cellular.into()));
                }
            }
        }
        for dimensions in 1..=3_u8 {
            let cellular = Self::new().dimensions(dimensions).output(CellularOutput::Edge).jitter(0.9);
            cases.push((format!("{dimensions}-D, Edge"), cellular.into()));
            let outputs = [CellularOutput::PointX, CellularOutput::PointY, CellularOutput::PointZ];
            for (output, metric) in
                outputs.into_iter().zip([Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev]).take(usize::from(dimensions))
            {
                let cellular = Self::new().dimensions(dimensions).metric(metric).output(output).jitter(0.9);
                cases.push((format!("{dimensions}-D, {output:?}"), cellular.into()));
            }
        }
        for dimensions in 1..=3_u8 {
            for (metric, smoothness) in
                [(Metric::Euclidean, 0.6), (Metric::Squared, 0.3), (Metric::Manhattan, 1.0), (Metric::Chebyshev, 0.4)]
            {
                let cellular =
                    Self::new().dimensions(dimensions).metric(metric).output(CellularOutput::SmoothF1).smoothness(smoothness).jitter(0.9);
                cases.push((format!("{dimensions}-D, {metric:?}, SmoothF1"), cellular.into()));
            }
        }
        cases
    }

    fn surveys() -> Vec<Survey> {
        Self::surveys_of(&[
            ("F1 ", Self::default()),
            ("F2 ", Self::new().output(CellularOutput::F2)),
            ("F2 - F1 ", Self::new().output(CellularOutput::F2MinusF1)),
            ("smooth F1 ", Self::new().output(CellularOutput::SmoothF1)),
            ("edge ", Self::new().output(CellularOutput::Edge)),
            ("cell value ", Self::new().output(CellularOutput::CellValue)),
        ])
    }
}

impl Covered for Sparse {
    fn cases() -> Cases {
        Self::cases_of(&Self::default(), true)
    }

    fn surveys() -> Vec<Survey> {
        Self::surveys_of(&[("", Self::default())])
    }
}

impl Covered for White {
    fn cases() -> Cases {
        Self::cases_of(&Self::default(), true)
    }

    fn surveys() -> Vec<Survey> {
        Self::surveys_of(&[("", Self::default())])
    }
}

impl Covered for Blue {
    fn cases() -> Cases {
        let blue = Self::new().frequency(1.3).seed(5);
        vec![
            ("no seed".into(), Self::new().frequency(3).into()),
            ("a seed".into(), blue.clone().offset([0.3, -70.2]).into()),
            // The table of blue noise and one of permutations in a program.
            ("beside a table".into(), blue.clone().add(crate::nodes::Perlin::new().hash(HashKind::Table).seed(7).frequency(0.7)).into()),
            ("octaves".into(), blue.fbm().octaves(3).into()),
        ]
    }

    fn surveys() -> Vec<Survey> {
        vec![("2-D".into(), Self::default().into(), 2)]
    }
}

impl Covered for Checker {
    fn cases() -> Cases {
        (1..=4_u8).map(|dimensions| (format!("{dimensions}-D"), Self::new().dimensions(dimensions).frequency(3).into())).collect()
    }

    fn surveys() -> Vec<Survey> {
        let survey = |dimensions| (format!("{dimensions}-D"), Self::new().dimensions(dimensions).into(), dimensions);
        (1..=4_u8).map(survey).collect()
    }
}

impl Covered for Tiles {
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
            let repeating = |output| laid(layout, output).period([4, 12]).offset([0.3, -7.2]);
            cases.push((format!("{layout:?}, Edge with a period"), repeating(TileOutput::Edge).into()));
            cases.push((format!("{layout:?}, Id with a period"), repeating(TileOutput::Id).into()));
        }
        let octaves = |layout| laid(layout, TileOutput::U).period([4, 12]).fbm().octaves(3).lacunarity(1.7);
        cases.push(("octaves of Bond with a period".into(), octaves(TileLayout::Bond).into()));
        cases.push(("octaves of Herringbone with a period".into(), octaves(TileLayout::Herringbone).into()));
        for output in outputs {
            cases.push((format!("Diamond, {output:?}"), laid(TileLayout::Diamond, output).into()));
            let askew = laid(TileLayout::Diamond, output).rotate_jitter(15);
            cases.push((format!("Diamond, {output:?}, turned, with a period"), askew.period([4, 12]).into()));
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
            let repeating = joined(TileOutput::U).rotate_jitter(3).period([2, 12]).offset([0.3, -7.2]);
            cases.push((format!("{layout:?}, U, skip, turned, with a period"), repeating.into()));
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
}

impl Covered for Weave {
    fn cases() -> Cases {
        let woven = |over, under, step, output| Self::new().over(over).under(under).step(step).output(output).frequency([1.3, 0.9]).seed(5);
        let outputs = [WeaveOutput::Height, WeaveOutput::Id, WeaveOutput::U, WeaveOutput::V, WeaveOutput::Mask];
        let mut cases = Cases::new();
        for (name, over, under, step) in [("plain", 1, 1, 1), ("twill", 2, 3, 1), ("satin", 4, 1, 2)] {
            for output in outputs {
                cases.push((format!("{name}, {output:?}"), woven(over, under, step, output).width(0.8).into()));
            }
            let repeating = |output| woven(over, under, step, output).period([10, 20]).offset([0.3, -7.2]);
            cases.push((format!("{name}, Height with a period"), repeating(WeaveOutput::Height).width(1).into()));
            cases.push((format!("{name}, Id with a period"), repeating(WeaveOutput::Id).into()));
        }
        let octaves = woven(2, 2, 1, WeaveOutput::Height).period([4, 12]).fbm().octaves(3).lacunarity(1.7);
        cases.push(("octaves with a period".into(), octaves.into()));
        cases
    }

    fn surveys() -> Vec<Survey> {
        let survey = |name: &str, weave: Self| (name.to_owned(), weave.into(), 2);
        vec![
            survey("height", Self::new()),
            survey("twill, height", Self::new().over(2).under(2)),
            survey("id", Self::new().output(WeaveOutput::Id)),
        ]
    }
}

impl Covered for Scratches {
    fn cases() -> Cases {
        let scratches = |output| Self::new().output(output).layers(3).width(0.2).seed(5).frequency(0.7);
        let long = |output| scratches(output).length(2).bend(1).angle(30).spread(60);
        let mut cases = Cases::new();
        for output in [ScratchesOutput::Value, ScratchesOutput::Id] {
            cases.push((format!("{output:?}"), scratches(output).into()));
            cases.push((format!("long, {output:?}"), long(output).layers(1).into()));
            let repeating = long(output).seed(6).period([5, 7]).offset([0.3, -7.2]);
            cases.push((format!("{output:?} with a period"), repeating.into()));
        }
        let octaves = scratches(ScratchesOutput::Value).period(4).fbm().octaves(2).lacunarity(1.7);
        cases.push(("octaves with a period".into(), octaves.into()));
        cases
    }

    fn surveys() -> Vec<Survey> {
        let survey = |name: &str, scratches: Self| (name.to_owned(), scratches.into(), 2);
        vec![
            survey("2 layers", Self::new()),
            survey("16 layers", Self::new().layers(16)),
            survey("id", Self::new().output(ScratchesOutput::Id)),
        ]
    }
}

impl Covered for Constant {
    fn cases() -> Cases {
        numbered(&[|| Self::of(0.7).into()])
    }
}

impl Covered for Colour {
    fn cases() -> Cases {
        numbered(&[|| Self::of([200_u8, 120, 60]).into(), || Self::of([0.1, 0.2, 0.9, 0.5]).space(ColorSpace::Linear).into()])
    }
}

impl Covered for Coordinate {
    fn cases() -> Cases {
        use CoordinateKind::{Angle, Radius, W, X, Y, Z};
        [X, Y, Z, W, Radius, Angle].map(|axis| (format!("{axis:?}"), Self::new().axis(axis).frequency(0.37).into())).into()
    }
}

impl Covered for Shape {
    fn cases() -> Cases {
        use ShapeForm::{Arc, Box, Circle, Polygon, Ring, Segment, Star};
        let of = |form: ShapeForm| Self::new().form(form).centre([0.4, -0.7]).rotate(20);
        let shapes = [
            ("circle", of(Circle).size(1.3)),
            ("box", of(Box).size([1.3, 0.4]).round(0.2)),
            ("triangle", of(Polygon).sides(3)),
            ("polygon of 32", of(Polygon).sides(32).size(1.3).rotate(90)),
            ("star", of(Star).inner(0.4)),
            ("blunt star", of(Star).sides(4).inner(0.95).round(0.1)),
            ("segment", of(Segment).size(1.3).round(0.1)),
            ("arc", of(Arc).opening(130)),
            ("long arc", of(Arc).opening(300).size(1.3).round(0.2)),
            ("ring", of(Ring).inner(0.7)),
        ];
        shapes.into_iter().map(|(label, shape)| (label.to_owned(), shape.into())).collect()
    }
}
