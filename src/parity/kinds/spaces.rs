//! The cases of nodes that evaluate their source at other coordinates.

use super::prelude::*;

impl Covered for Transform {
    fn cases() -> Cases {
        numbered(&[
            || a().transform().scale([2.0, 0.5, -1.0]).rotate(30).translate([0.1, 0.2, 0.3]).into(),
            || Simplex::new().transform().rotate([10.0, 20.0, 30.0]).into(),
            || a().fbm().octaves(5).transform().rotate(37.5).into(),
            || Node::from(a().transform().rotate(45).translate(0.3)).fbm().octaves(4).into(),
        ])
    }
}

impl Covered for Warp {
    fn cases() -> Cases {
        numbered(&[
            || a().warp().x(b()).y(a()).strength(0.4).into(),
            || a().period(6).fbm().octaves(3).warp().x(b().period(6)).strength(b()).into(),
            || a().warp().x(b()).y(b().seed(3)).octaves(3).strength(0.3).into(),
            || a().warp().x(b()).z(b().seed(3)).octaves(3).mode(WarpMode::Independent).into(),
            || Node::from(a().warp().x(b()).strength(0.2)).fbm().octaves(3).into(),
            || Node::from(a().warp().x(b()).strength(0.2)).warp().y(b()).into(),
            || a().slope().warp().x(b()).y(a()).octaves(2).strength(0.4).into(),
        ])
    }
}

impl Covered for Cylinder {
    fn cases() -> Cases {
        numbered(&[|| a().cylinder().into(), || Node::from(a().cylinder()).warp().x(b()).strength(0.3).into()])
    }
}

impl Covered for Torus {
    fn cases() -> Cases {
        numbered(&[
            || four_dimensional().torus().width(4).height(3).radius(0.5).into(),
            || four_dimensional().fbm().octaves(3).torus().into(),
            || Node::from(four_dimensional().torus()).fbm().octaves(3).into(),
        ])
    }
}

impl Covered for Sphere {
    fn cases() -> Cases {
        numbered(&[
            || a().sphere().radius(2).into(),
            || a().fbm().octaves(4).sphere().into(),
            || Node::from(a().sphere()).transform().rotate(15).into(),
            || a().slope().sphere().into(),
            || a().sphere().up(Up::Y).into(),
        ])
    }
}

impl Covered for Cube {
    fn cases() -> Cases {
        numbered(&[
            || a().cube().size(8).radius(2).into(),
            || a().fbm().octaves(3).cube().into(),
            || a().cube().size(8).radius(2).up(Up::Z).into(),
        ])
    }
}

impl Covered for Loop {
    fn cases() -> Cases {
        numbered(&[|| four_dimensional().looped().length(5).into()])
    }
}

impl Covered for Polar {
    fn cases() -> Cases {
        numbered(&[
            || a().period([6, 0]).polar().centre([0.3, -0.7]).repeat(6).into(),
            || a().dimensions(2).period([8, 0]).fbm().octaves(3).polar().repeat(8).into(),
            || Node::from(b().period([5, 0]).polar().repeat(5)).fbm().octaves(2).into(),
            || Node::from(a().period([6, 0]).polar().centre([0.3, -0.7]).repeat(6)).slope().into(),
            || b().period([5, 0]).slope().polar().repeat(5).into(),
        ])
    }
}

impl Covered for Mirror {
    fn cases() -> Cases {
        numbered(&[
            || a().mirror().at(0.3).into(),
            || a().mirror().axis(MirrorAxis::Both).at([0.3, -0.7]).width(1.7).into(),
            || Node::from(b().mirror().axis(MirrorAxis::Y).width(0.9)).fbm().octaves(3).lacunarity(1.9).into(),
            || Node::from(a().mirror().axis(MirrorAxis::Both).at(0.2).width(1.3)).slope().into(),
            || Shape::new().form(ShapeForm::Star).centre([1.2, 0.4]).slope().mirror().width(2).into(),
        ])
    }
}

impl Covered for Kaleidoscope {
    fn cases() -> Cases {
        numbered(&[
            || a().kaleidoscope().centre([0.3, -0.7]).into(),
            || a().fbm().octaves(3).kaleidoscope().segments(64).into(),
            || Node::from(b().kaleidoscope().segments(2).centre([0.3, 0.1])).fbm().octaves(2).into(),
            || Node::from(a().kaleidoscope().segments(7).centre([0.3, -0.7])).slope().into(),
            || Shape::new().form(ShapeForm::Polygon).centre([1.2, 0.4]).slope().kaleidoscope().segments(5).into(),
        ])
    }
}

impl Covered for Swirl {
    fn cases() -> Cases {
        numbered(&[
            || a().swirl().centre([0.3, -0.7]).radius(3).into(),
            || a().fbm().octaves(3).swirl().turns(-3).into(),
            || Node::from(b().swirl().centre([0.3, 0.1])).fbm().octaves(2).into(),
            || Node::from(a().swirl().centre([0.3, -0.7]).turns(1.5).radius(4)).slope().into(),
            || b().slope().swirl().turns(-0.7).radius(5).into(),
        ])
    }
}

impl Covered for Mosaic {
    fn cases() -> Cases {
        numbered(&[
            || a().dimensions(2).mosaic().dimensions(2).frequency(1.7).jitter(0.8).seed(3).into(),
            || a().mosaic().dimensions(3).metric(Metric::Chebyshev).period(5).offset([0.3, -2.0]).into(),
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
}
