//! The cases of steps.

use super::prelude::*;

impl Covered for Abs {
    fn cases() -> Cases {
        numbered(&[|| a().abs().into()])
    }
}

impl Covered for Negate {
    fn cases() -> Cases {
        numbered(&[|| a().negate().into()])
    }
}

impl Covered for Invert {
    fn cases() -> Cases {
        numbered(&[|| a().invert().into()])
    }
}

impl Covered for Square {
    fn cases() -> Cases {
        numbered(&[|| a().square().into()])
    }
}

impl Covered for Sqrt {
    fn cases() -> Cases {
        numbered(&[|| a().abs().sqrt().into()])
    }
}

impl Covered for Power {
    fn cases() -> Cases {
        numbered(&[|| a().power().exponent(1.7).into(), || a().power().exponent(-0.5).into()])
    }
}

impl Covered for Sine {
    fn cases() -> Cases {
        numbered(&[|| a().scale_offset(3, 0).sine().into()])
    }
}

impl Covered for Clamp {
    fn cases() -> Cases {
        numbered(&[|| a().clamp().low(-0.2).high(b()).into()])
    }
}

impl Covered for Remap {
    fn cases() -> Cases {
        numbered(&[|| a().remap([-1, 1], [0, 255]).into()])
    }
}

impl Covered for Levels {
    fn cases() -> Cases {
        numbered(&[
            || a().levels().from([-0.4, 0.3]).to([2, -1]).into(),
            || a().levels().from([-0.4, 0.3]).gamma(2.2).into(),
            || a().levels().from([0.5, -0.5]).gamma(0.6).slope().into(),
        ])
    }
}

impl Covered for HistogramScan {
    fn cases() -> Cases {
        numbered(&[
            || a().histogram_scan().position(0.6).contrast(0.7).into(),
            || a().histogram_scan().from([1, -1]).position(0.3).slope().into(),
        ])
    }
}

impl Covered for ScaleOffset {
    fn cases() -> Cases {
        numbered(&[|| a().scale_offset(1e20, -0.3).into()])
    }
}

impl Covered for Smoothstep {
    fn cases() -> Cases {
        numbered(&[
            || a().smoothstep().low(-0.3).high(0.4).into(),
            || a().smoothstep().low(0.4).high(-0.3).into(),
            || a().smoothstep().low(0.1).high(0.1).into(),
        ])
    }
}

impl Covered for Bias {
    fn cases() -> Cases {
        numbered(&[|| a().scale_offset(0.5, 0.5).bias().amount(0.3).into()])
    }
}

impl Covered for Gain {
    fn cases() -> Cases {
        numbered(&[|| a().scale_offset(0.5, 0.5).gain().amount(0.8).into()])
    }
}

impl Covered for Terrace {
    fn cases() -> Cases {
        numbered(&[|| a().terrace().steps(7).sharpness(0.8).into(), || a().terrace().slope().into()])
    }
}

impl Covered for Curve {
    fn cases() -> Cases {
        numbered(&[
            || a().curve([[-1.0, 0.0], [-0.2, 0.1], [0.1, 0.7], [0.8, 0.8]]).into(),
            || a().curve([[-1.0, 0.0], [0.1, 0.7], [0.8, 0.8]]).slope().into(),
        ])
    }
}

impl Covered for Ramp {
    fn cases() -> Cases {
        numbered(&[
            || {
                a().ramp([(-0.5, [0_u8, 10, 40]), (0.1, [200, 120, 90]), (0.1, [0, 255, 0]), (0.6, [255, 255, 255])])
                    .channel(ColorChannel::Red)
                    .into()
            },
            || a().ramp([(-1, [0.1, 0.2, 0.9]), (1, [1.0, 0.5, 0.0])]).channel(ColorChannel::Blue).space(ColorSpace::Linear).into(),
            || {
                a().ramp([(-0.5, [0_u8, 10, 40]), (0.6, [255; 3])])
                    .interpolation(ColorInterpolation::Linear)
                    .channel(ColorChannel::Green)
                    .into()
            },
            || a().ramp([(-0.5, [0_u8, 10, 40]), (0.1, [200, 120, 90]), (0.6, [255; 3])]).channel(ColorChannel::Red).slope().into(),
            || a().ramp([(-0.5, [0_u8, 10, 40, 0]), (0.1, [200, 120, 90, 255]), (0.6, [255, 255, 255, 60])]).into(),
            || a().ramp([(-0.5, [0_u8, 10, 40, 0]), (0.5, [200, 120, 90, 200])]).alpha(AlphaMode::Straight).into(),
        ])
    }
}

impl Covered for Threshold {
    fn cases() -> Cases {
        numbered(&[|| a().threshold().level(0.1).low(b()).high(-1).into()])
    }
}

impl Covered for Quantize {
    fn cases() -> Cases {
        numbered(&[|| a().quantize().steps(9).into()])
    }
}

impl Covered for Hsv {
    fn cases() -> Cases {
        let colors = || a().ramp([(-0.7, [200_u8, 10, 40, 255]), (0.0, [20, 240, 60, 90]), (0.7, [80, 60, 250, 0])]);
        vec![
            ("a colour".to_owned(), colors().hsv().hue(-75).saturation(1.5).value(0.8).into()),
            ("a number".to_owned(), a().hsv().value(2).slope().into()),
        ]
    }
}

impl Covered for Split {
    fn cases() -> Cases {
        numbered(&[|| a().ramp([(-1, [0_u8, 40, 255]), (1, [255, 200, 90])]).split().channel(ColorChannel::Blue).slope().into()])
    }
}

impl Covered for Fraction {
    fn cases() -> Cases {
        numbered(&[|| a().scale_offset(5, 0).fraction().into()])
    }
}
