//! The cases of combinations.

use super::prelude::*;

impl Covered for Add {
    fn cases() -> Cases {
        numbered(&[|| a().add(b()).into()])
    }
}

impl Covered for Subtract {
    fn cases() -> Cases {
        numbered(&[|| a().subtract(b()).into()])
    }
}

impl Covered for Multiply {
    fn cases() -> Cases {
        numbered(&[|| a().multiply(b()).into()])
    }
}

impl Covered for Quotient {
    fn cases() -> Cases {
        numbered(&[|| a().quotient(b()).limit(20).into(), || a().quotient(b().scale_offset(1, 3)).slope().into()])
    }
}

impl Covered for Min {
    fn cases() -> Cases {
        numbered(&[|| a().min(b()).into()])
    }
}

impl Covered for Max {
    fn cases() -> Cases {
        numbered(&[|| a().max(b()).into()])
    }
}

impl Covered for SmoothMin {
    fn cases() -> Cases {
        numbered(&[|| a().smooth_min(b()).radius(0.4).into(), || a().smooth_min(b()).radius(0.4).slope().into()])
    }
}

impl Covered for SmoothMax {
    fn cases() -> Cases {
        numbered(&[|| a().smooth_max(b()).radius(0.4).into()])
    }
}

impl Covered for Lerp {
    fn cases() -> Cases {
        numbered(&[|| a().lerp(b()).mask(a().frequency(0.3)).into(), || a().lerp(b()).mask(a().frequency(0.3)).slope().into()])
    }
}

impl Covered for Select {
    fn cases() -> Cases {
        numbered(&[|| a().select(b(), a().frequency(0.3)).falloff(0.2).into()])
    }
}

impl Covered for Mix {
    fn cases() -> Cases {
        use BlendMode::{Add, Darken, Difference, Lighten, LinearLight, Multiply, Overlay, Screen, SoftLight, Subtract};
        let below = || a().ramp([(-0.6, [10_u8, 10, 40]), (0.6, [250, 230, 200])]);
        let above = || b().ramp([(-0.8, [250_u8, 10, 90, 255]), (0.5, [10, 200, 90, 40])]);
        let mut cases = vec![
            ("normal".to_owned(), below().mix(above()).mask(a().frequency(0.3)).opacity(0.8).into()),
            ("over alpha".to_owned(), above().mix(below()).mode(Multiply).mask(0.4).into()),
            ("in sRGB".to_owned(), below().mix(above()).mode(Overlay).space(ColorSpace::Srgb).into()),
            ("numbers".to_owned(), a().mix(b()).mode(Screen).slope().into()),
        ];
        for mode in [Multiply, Screen, Overlay, SoftLight, Add, Subtract, Darken, Lighten, Difference, LinearLight] {
            cases.push((format!("{mode:?}"), below().mix(above()).mode(mode).into()));
        }
        cases
    }
}

impl Covered for HeightBlend {
    fn cases() -> Cases {
        numbered(&[
            || {
                let sand = a().ramp([(-0.6, [90_u8, 80, 40]), (0.6, [255, 230, 200])]);
                sand.height_blend(b().ramp([(-1, [40_u8; 3]), (1, [200; 3])])).height_a(a()).height_b(b()).offset(0.1).contrast(0.4).into()
            },
            || {
                let moss = a().ramp([(-0.6, [20_u8, 80, 10, 0]), (0.6, [60, 120, 20, 255])]);
                moss.height_blend(b().ramp([(-1, [40_u8; 3]), (1, [200; 3])])).height_a(a()).height_b(b()).contrast(0.6).into()
            },
            || a().height_blend(b()).height_a(b()).height_b(a().frequency(0.3)).contrast(0.5).slope().into(),
        ])
    }
}

impl Covered for Join {
    fn cases() -> Cases {
        numbered(&[|| Self::of(a(), b(), 0.5).into(), || Self::of(a(), b(), 0.5).alpha(b()).into()])
    }
}

impl Covered for Scatter {
    fn cases() -> Cases {
        let many = || b().dimensions(2).scatter().copies(3).scale([0.3, 1.3]).rotate([-180, 180]).seed(7);
        let outputs = [ScatterOutput::Value, ScatterOutput::Id, ScatterOutput::U, ScatterOutput::V];
        let mut cases = Cases::new();
        for combine in [ScatterCombine::Max, ScatterCombine::Min, ScatterCombine::Add, ScatterCombine::Over] {
            for output in outputs {
                cases.push((format!("{combine:?}, {output:?}"), many().jitter(0.7).combine(combine).output(output).background(0.1).into()));
            }
        }
        cases.extend(numbered(&[
            || a().scatter().scale([2.8, 0.4]).jitter(0.5).period(3).offset([0.3, -7.0]).into(),
            || b().scatter().density(a().dimensions(2)).frequency(1.7).period([5, 1]).combine(ScatterCombine::Over).into(),
            || Node::from(b().dimensions(2).scatter().rotate([30, 60])).transform().rotate(30).scale(1.5).into(),
            || Node::from(b().dimensions(2).scatter().density(a()).period([4, 6])).fbm().octaves(3).lacunarity(1.9).into(),
        ]));
        cases
    }
}
