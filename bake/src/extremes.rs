//! The least and the greatest value of samples.

/// The least and the greatest value of some samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extremes {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

impl Extremes {
    pub(crate) const NONE: Self = Self { min: f32::INFINITY, max: f32::NEG_INFINITY };

    pub(crate) fn of(samples: &[f32]) -> Self {
        // One lane per lane of a vector.
        let mut lanes = [Self::NONE; 16];
        let (chunks, rest) = samples.as_chunks::<16>();
        for chunk in chunks {
            for (lane, &sample) in lanes.iter_mut().zip(chunk) {
                lane.see(sample);
            }
        }
        let mut all = Self::NONE;
        rest.iter().for_each(|&sample| all.see(sample));
        lanes.into_iter().for_each(|lane| all.extend(lane));
        all
    }

    fn see(&mut self, sample: f32) {
        self.min = if sample < self.min { sample } else { self.min };
        self.max = if sample > self.max { sample } else { self.max };
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}
