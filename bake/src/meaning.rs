//! The meaning of a pixel's samples, which determines how pixels are averaged.

use lacuna::graph::Component;
use lacuna::recipe::Picture;

/// The meaning of the samples of a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Numbers.
    Data,
    /// Linear light. The last of two or four samples is alpha, by which the others are not multiplied.
    Color,
    /// The first three samples hold the components of a unit vector, such as a normal. The others are numbers.
    Vector([Component; 3]),
}

impl Meaning {
    pub(crate) fn of(picture: &Picture) -> Self {
        match picture.vector {
            _ if picture.output.content.is_color() => Self::Color,
            Some(components) => Self::Vector(components),
            None => Self::Data,
        }
    }

    /// Returns `true` if the samples are linear light.
    pub fn is_color(self) -> bool {
        self == Self::Color
    }

    /// Returns the place of alpha in a pixel of so many samples.
    pub(crate) fn alpha(self, channels: u8) -> Option<usize> {
        (self.is_color() && matches!(channels, 2 | 4)).then(|| usize::from(channels) - 1)
    }

    /// Returns the function that gives the mean of vectors the length 1 again. Where they cancel each other out, it is the third component's direction.
    pub(crate) fn lengthen(self) -> Option<impl Fn(&mut [f64])> {
        let Self::Vector(components) = self else { return None };
        let lines = components.map(|Component { scale, offset }| [scale.to_f64(), offset.to_f64()]);
        Some(move |mean: &mut [f64]| {
            let mut vector = [0.0; 3];
            for ((part, &mean), [scale, offset]) in vector.iter_mut().zip(&*mean).zip(lines) {
                *part = (mean - offset) / scale;
            }
            let length = libm::sqrt(vector.iter().map(|part| part * part).sum());
            let unit = if length > 0.0 { vector.map(|part| part / length) } else { [0.0, 0.0, 1.0] };
            for ((mean, part), [scale, offset]) in mean.iter_mut().zip(unit).zip(lines) {
                *mean = part * scale + offset;
            }
        })
    }
}

/// Returns the weight of a pixel of some alpha in a mean of colours: the share of it that can be seen.
pub(crate) fn visible(alpha: f64) -> f64 {
    alpha.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use lacuna::Number;

    use super::*;

    #[test]
    fn a_mean_of_vectors_is_a_unit_vector_in_the_form_that_its_channels_have() {
        let plain = Meaning::Vector([Component::ITSELF; 3]);
        let lengthened = |meaning: Meaning, mut mean: Vec<f64>| {
            meaning.lengthen().into_iter().for_each(|lengthen| lengthen(&mut mean));
            mean
        };
        assert_eq!(lengthened(plain, vec![0.3, 0.0, 0.4, 0.7]), [0.6, 0.0, 0.8, 0.7]);
        assert_eq!(lengthened(plain, vec![0.0; 3]), [0.0, 0.0, 1.0]);
        let half = Component { scale: 0.5.into(), offset: 0.5.into() };
        let turned = Component { scale: Number::MINUS_ONE, offset: Number::ZERO };
        let found = lengthened(Meaning::Vector([half, turned, half]), vec![0.65, 0.0, 0.7]);
        assert!(found.iter().zip([0.8, 0.0, 0.9]).all(|(found, expected)| (found - expected).abs() < 1e-15), "{found:?}");
        for meaning in [Meaning::Data, Meaning::Color] {
            assert_eq!(lengthened(meaning, vec![0.3, 0.0, 0.4]), [0.3, 0.0, 0.4]);
        }
    }
}
