//! The cases of nodes that compute with derivatives.

use super::prelude::*;

impl Covered for Derivative {
    fn cases() -> Cases {
        numbered(&[
            || a().derivative().into(),
            || a().fbm().octaves(5).derivative().axis(DomainAxis::Y).into(),
            || Cellular::new().metric(Metric::Manhattan).output(CellularOutput::F2MinusF1).derivative().into(),
            || White::new().derivative().into(),
            || Node::from(a().sphere().radius(2)).derivative().per(Per::Surface).into(),
            || a().dimensions(3).derivative().method(SlopeMethod::Difference).axis(DomainAxis::Z).into(),
        ])
    }
}

impl Covered for Slope {
    fn cases() -> Cases {
        numbered(&[
            || Simplex::new().ridged().octaves(3).slope().into(),
            || Simplex::new().hybrid().octaves(3).slope().into(),
            || Cellular::new().slope().into(),
            || Node::from(a().warp().x(b()).y(b()).strength(0.3)).slope().into(),
            || Node::from(a().warp().x(b()).octaves(3)).slope().into(),
            || Node::from(four_dimensional().torus()).slope().into(),
            || Node::from(a().sphere()).slope().into(),
            || a().transform().rotate(30).scale(2).slope().into(),
            || a().abs().sqrt().slope().into(),
            || Node::from(Coordinate::new().axis(CoordinateKind::Angle)).slope().into(),
            || Node::from(a().cube().size(4)).slope().into(),
            || Node::from(a().cylinder()).slope().into(),
            || Node::from(a().sphere()).slope().per(Per::Unit).into(),
            || a().slope().method(SlopeMethod::Difference).into(),
            // On a body, where six samples of the source are taken.
            || Node::from(Coordinate::new().abs().cube().size(4)).slope().method(SlopeMethod::Difference).into(),
            || Node::from(a().slope()).slope().method(SlopeMethod::Difference).step(Number::from(0.125)).into(),
            || Node::from(a().slope().method(SlopeMethod::Difference)).transform().rotate(30).scale(2).into(),
        ])
    }
}

impl Covered for Normal {
    fn cases() -> Cases {
        numbered(&[
            || b().normal().strength(2).into(),
            || b().heterogeneous().octaves(3).normal().axis(DomainAxis::Z).into(),
            || Node::from(b().sphere().radius(2)).normal().into(),
            || Node::from(b().cube().size(4)).normal().axis(DomainAxis::Y).into(),
            || Node::from(b().sphere()).normal().space(NormalSpace::Object).into(),
            || Node::from(b().fbm().octaves(3).cube()).normal().space(NormalSpace::Object).axis(DomainAxis::Z).strength(0.3).into(),
            || b().normal().method(SlopeMethod::Difference).step(Number::from(0.01)).strength(2).axis(DomainAxis::Y).into(),
            || Node::from(Coordinate::new().abs().sphere()).normal().method(SlopeMethod::Difference).into(),
            || {
                Node::from(Coordinate::new().abs().cube().size(4))
                    .normal()
                    .method(SlopeMethod::Difference)
                    .space(NormalSpace::Object)
                    .into()
            },
        ])
    }
}

impl Covered for Curl {
    fn cases() -> Cases {
        numbered(&[|| Curl::of(0, 0, a().fbm().octaves(3)).into(), || Curl::of(a(), b(), Simplex::new()).axis(DomainAxis::Z).into()])
    }
}

impl Covered for Gullies {
    fn cases() -> Cases {
        numbered(&[
            || a().gullies(b()).taps(3).length(0.3).strength(0.4).slope([0.1, 1.0]).into(),
            || {
                a().dimensions(2)
                    .fbm()
                    .octaves(2)
                    .gullies(b().dimensions(2).ridged().octaves(2))
                    .taps(4)
                    .output(GulliesOutput::Gullies)
                    .into()
            },
            || a().gullies(0).slope([0.5, 0.5]).output(GulliesOutput::Mask).into(),
            || Node::from(a().gullies(b()).taps(3).length(0.2)).transform().rotate(30).scale(1.5).into(),
            || Node::from(a().gullies(b()).taps(3).length(0.2).dimensions(3)).sphere().radius(2).into(),
        ])
    }
}

impl Covered for Erosion {
    fn cases() -> Cases {
        numbered(&[
            || a().dimensions(2).erosion().into(),
            || {
                a().dimensions(2)
                    .fbm()
                    .octaves(2)
                    .erosion()
                    .octaves(3)
                    .seed(7)
                    .period([12, 8])
                    .finest(0.1)
                    .output(ErosionOutput::Delta)
                    .into()
            },
            || {
                let erosion = a().erosion().frequency(2.5).octaves(4).lacunarity(2.3).gain(0.6).strength(0.2).gullies(0.8).detail(2);
                erosion.rounding(0.4).onset(2).straight(0.5).fade(b()).output(ErosionOutput::Ridge).into()
            },
            || Node::from(a().erosion().octaves(2)).transform().rotate(30).scale(1.5).into(),
            || Node::from(a().erosion().octaves(3).strength(0.3).dimensions(3)).sphere().radius(2).into(),
        ])
    }
}
