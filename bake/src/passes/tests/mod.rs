//! Tests of the passes, against references that compute the same otherwise.

mod occlusion;
mod references;

use super::{MAX_REACH, Pass, Scale, Window};
use crate::error::{Error, Result};
use crate::observer::Observer;
use crate::random::noise;

const SQUARE: Scale = Scale([8.0; 2]);
const OBLONG: Scale = Scale([8.0, 5.0]);

/// Each pass, with lengths of some pixels.
const PASSES: [Pass; 11] = [
    Pass::Ao { height: 0.3, radius: 0.9, directions: 5, strength: 0.8 },
    Pass::Curvature { radius: 0.7, strength: 0.4 },
    Pass::Cavity { radius: 0.7, strength: 0.4 },
    Pass::Edges { radius: 0.7, strength: 0.4 },
    Pass::Blur { radius: 0.8 },
    Pass::HighPass { radius: 0.6 },
    Pass::SlopeBlur { length: 0.9, taps: 5 },
    Pass::DirectionalBlur { angle: 0.15, length: 1.7 },
    Pass::Distance { level: 0.9, reach: 0.9 },
    Pass::Difference { axis: 0, most: 1e6 },
    Pass::Difference { axis: 1, most: 1e6 },
];

/// A picture with the margin that a window needs.
struct Picture {
    values: Vec<f32>,
    size: [usize; 2],
    margin: usize,
}

impl Picture {
    /// Computes the values of a picture at the centres of pixels, in units.
    fn of(size: [usize; 2], margin: usize, scale: Scale, value: impl Fn(f64, f64) -> f64) -> Self {
        let [columns, rows] = size.map(|side| side + 2 * margin);
        let centre = |at: usize, axis: usize| (at as f64 - margin as f64 + 0.5) / scale.0[axis];
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        Self { values: places.map(|(x, y)| value(centre(x, 0), centre(y, 1)) as f32).collect(), size, margin }
    }

    fn noise(size: [usize; 2], margin: usize) -> Self {
        Self { values: noise(size.map(|side| side + 2 * margin).iter().product()), size, margin }
    }

    fn window(&self) -> Window<'_> {
        Window { values: &self.values, pitch: self.size[0] + 2 * self.margin, margin: self.margin }
    }

    /// Returns the value of a pixel, which may lie in the margin.
    fn at(&self, x: isize, y: isize) -> f64 {
        self.window().at(x, y)
    }

    /// Returns a part, with a margin and unused values at the ends of rows.
    fn part(&self, [left, top]: [usize; 2], size: [usize; 2], margin: usize, unused: usize) -> (Vec<f32>, usize) {
        let count = size[0] + 2 * margin;
        let first = |side: usize| (side + self.margin - margin) as isize - self.margin as isize;
        let row = |y: usize| {
            let row = self.window().row(first(left), first(top) + y as isize, count);
            row.iter().copied().chain(std::iter::repeat_n(f32::NAN, unused))
        };
        ((0..size[1] + 2 * margin).flat_map(row).collect(), count + unused)
    }

    fn run(&self, pass: Pass, scale: Scale) -> Vec<f32> {
        run(pass, scale, &[self.window(), self.window()][..sources(pass)], self.size)
    }
}

/// Returns the number of sources of a pass, other than weights.
fn sources(pass: Pass) -> usize {
    if matches!(pass, Pass::SlopeBlur { .. }) { 2 } else { 1 }
}

fn run(pass: Pass, scale: Scale, sources: &[Window<'_>], size: [usize; 2]) -> Vec<f32> {
    let mut to = vec![f32::NAN; size[0] * size[1]];
    pass.run(scale, sources, size, &mut to, &()).unwrap();
    to
}

fn waves(x: f64, y: f64) -> f64 {
    0.3 * libm::sin(1.3 * x + 0.4 * y) + 0.2 * libm::cos(0.7 * x - 1.9 * y) + 0.15 * libm::sin(2.1 * x + 1.7 * y + 0.6)
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_pixel_has_the_same_bits_however_a_picture_is_cut() {
    const SIZE: [usize; 2] = [151, 37];
    let (source, other) = (Picture::noise(SIZE, 20), Picture::of(SIZE, 20, SQUARE, waves));
    let mut state = 7_u32;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % bound
    };
    for pass in PASSES {
        for (scale, count) in [(SQUARE, 1), (OBLONG, 1), (OBLONG, 2)] {
            let count = count.max(sources(pass));
            let whole = run(pass, scale, &[source.window(), other.window()][..count], SIZE);
            assert!(whole.iter().all(|value| value.is_finite() && value.to_bits() != (-0.0_f32).to_bits()), "{pass:?}");
            assert!(whole.iter().any(|value| value != &whole[0]), "{pass:?}");
            for _ in 0..if cfg!(miri) { 1 } else { 12 } {
                let [left, top] = SIZE.map(&mut random);
                let size = [1 + random(SIZE[0] - left), 1 + random(SIZE[1] - top)];
                let parts = [&source, &other].map(|picture| {
                    let margin = pass.margin(scale).unwrap() + random(3);
                    (picture.part([left, top], size, margin, random(4)), margin)
                });
                let windows = parts.each_ref().map(|((values, pitch), margin)| Window { values, pitch: *pitch, margin: *margin });
                let part = run(pass, scale, &windows[..count], size);
                for (y, row) in part.chunks(size[0]).enumerate() {
                    let expected = &whole[(top + y) * SIZE[0] + left..][..size[0]];
                    assert_eq!(bits(row), bits(expected), "{pass:?} at {left}, {} of {size:?}", top + y);
                }
            }
        }
    }
}

#[test]
fn a_picture_of_twice_the_size_shows_the_same() {
    for pass in PASSES {
        let pass = match pass {
            Pass::Distance { reach, .. } => Pass::Distance { level: 0.2, reach },
            other => other,
        };
        let [small, large] = [1, 2].map(|times| {
            let scale = Scale(OBLONG.0.map(|scale| 8.0 * scale * f64::from(times)));
            let size = [40, 30].map(|side| side * times as usize);
            Picture::of(size, pass.margin(scale).unwrap(), scale, waves).run(pass, scale)
        });
        // A distance is right to a pixel, which is up to 1/40 of a unit wide.
        let tolerance = if matches!(pass, Pass::Distance { .. }) { 0.025 } else { 0.004 };
        for (index, small) in small.iter().enumerate() {
            let (x, y) = (index % 40, index / 40);
            let mean = [0, 1, 80, 81].map(|next| large[2 * y * 80 + 2 * x + next]).iter().sum::<f32>() / 4.0;
            assert!((small - mean).abs() < tolerance, "{pass:?} at {x}, {y}: {small} and {mean}");
        }
    }
}

#[test]
fn a_pass_that_would_reach_further_than_512_pixels_has_no_margin() {
    let most = MAX_REACH as f64 / 8.0;
    let of = |length: f64| {
        [
            Pass::Ao { height: 1.0, radius: length, directions: 8, strength: 1.0 },
            Pass::Blur { radius: length },
            Pass::SlopeBlur { length, taps: 3 },
            Pass::DirectionalBlur { angle: 0.0, length: 2.0 * length },
            Pass::Distance { level: 0.0, reach: length },
        ]
    };
    for scale in [SQUARE, OBLONG] {
        assert_eq!(of(most).map(|pass| pass.margin(scale)), [513, 512, 514, 513, 512].map(Some));
        for length in [most + 0.125, f64::INFINITY] {
            assert_eq!(of(length).map(|pass| pass.margin(scale)), [None; 5]);
        }
    }
}

#[test]
fn a_length_below_a_pixel_changes_nothing() {
    let picture = Picture::noise([30, 20], 3);
    let own = picture.part([0; 2], picture.size, 0, 0).0;
    for pass in [Pass::Blur { radius: 0.12 }, Pass::DirectionalBlur { angle: 0.1, length: 0.24 }, Pass::SlopeBlur { length: 0.0, taps: 4 }]
    {
        assert_eq!(bits(&picture.run(pass, SQUARE)), bits(&own), "{pass:?}");
    }
    let ao = Pass::Ao { height: 1.0, radius: 0.12, directions: 8, strength: 1.0 };
    assert_eq!(picture.run(ao, SQUARE), [1.0; 600]);
}

#[test]
fn a_pass_that_is_cancelled_ends() {
    struct Canceller;
    impl Observer for Canceller {
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let picture = Picture::noise([8, 8], 20);
    for pass in PASSES {
        let result: Result<()> = pass.run(SQUARE, &[picture.window(); 2], picture.size, &mut [0.0; 64], &Canceller);
        assert!(matches!(result, Err(Error::Cancelled)), "{pass:?}");
    }
}
