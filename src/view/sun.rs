//! The direction to the sun among the samples of a terrain, and the length of shadows.

use super::settings::{Projection, View};
use crate::error::{Error, Result};

/// The radius in samples within which a place's sky light is computed, plus the samples for blending and differences.
const AROUND: u32 = 19;
/// The longest shadow of a hillshade, in samples.
const MAX_SHADOW: f64 = 8192.0;

impl View {
    /// Returns the number of samples that a view needs around those that are shown: for blending, for the light of the sky, and in a hillshade for
    /// everything that may cast a shadow. `spacing` is the distance of samples along x and y.
    ///
    /// # Errors
    ///
    /// The errors of [`View::validate`], and [`Error::Limit`] where shadows get too long.
    pub fn margin(&self, spacing: [f64; 2]) -> Result<u32> {
        self.validate()?;
        check_spacing(self, spacing)?;
        if matches!(self.projection, Projection::Relief(_)) {
            return Ok(1);
        }
        let reach = SunRay::new(self, spacing).map_or(0.0, |ray| ray.reach(self.range[1] - self.range[0])).ceil();
        if reach > MAX_SHADOW {
            return Err(Error::limit(
                "view.sun.altitude",
                format!(
                    "shadows may be {reach} samples long, more than {MAX_SHADOW}; raise the sun, lower the relief's height or narrow the range"
                ),
            ));
        }
        Ok(AROUND.max(reach as u32 + 3))
    }
}

/// Checks that the distances of samples are positive, and of similar size along x and y.
fn check_spacing(view: &View, spacing: [f64; 2]) -> Result<()> {
    let is_good = |length: f64| (1e-12..=1e12).contains(&length);
    if !spacing.into_iter().all(is_good) || !(1e-6..=1e6).contains(&(spacing[0] / spacing[1])) {
        return Err(Error::parameter(
            "terrain.spacing",
            format!("{spacing:?}; give lengths from 10^-12 to 10^12, of which none is 10^6 times the other"),
        ));
    }
    let ratio = view.relief_height / spacing[0].min(spacing[1]);
    if !(1e-9..=1e9).contains(&ratio) {
        return Err(Error::parameter(
            "view.relief_height",
            format!("{} is {ratio:e} times the distance of samples; give 10^-9 to 10^9 times as much", view.relief_height),
        ));
    }
    Ok(())
}

/// The direction to the sun among samples. The longer of its steps along x and y is 1.
pub(super) struct SunRay(pub(super) [f64; 3]);

impl SunRay {
    /// Returns None if no shadow is cast, for example because the sun is overhead.
    pub(super) fn new(view: &View, spacing: [f64; 2]) -> Option<Self> {
        let [x, y, z] = towards(view);
        let (x, y) = (x / spacing[0], y / spacing[1]);
        let longer = x.abs().max(y.abs());
        let is_cast = view.shadows && longer * spacing[0].min(spacing[1]) > 1e-6;
        is_cast.then(|| Self([x / longer, y / longer, z / view.relief_height / longer]))
    }

    /// Returns the distance in samples at which ground higher than a place by this height may still block the sun.
    pub(super) fn reach(&self, height: f64) -> f64 {
        height / self.0[2]
    }
}

fn radians(degrees: f64) -> f64 {
    degrees * (std::f64::consts::PI / 180.0)
}

/// Returns the sine and cosine of an angle in degrees.
pub(super) fn turned(degrees: f64) -> (f64, f64) {
    (libm::sin(radians(degrees)), libm::cos(radians(degrees)))
}

/// Returns the direction to the sun: right, towards the last row, and up.
pub(super) fn towards(view: &View) -> [f64; 3] {
    let (sine, cosine) = turned(view.sun.azimuth);
    let (up, along) = turned(view.sun.altitude);
    [sine * along, -cosine * along, up]
}
