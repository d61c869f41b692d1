//! The short way to samples on the CPU: methods of a program.

use super::Cpu;
use super::single::Single;
use crate::domain::{Domain, Grid};
use crate::error::{Error, Result};
use crate::number::Number;
use crate::points::{Point, all_of};
use crate::program::Program;
use crate::storage::storage;

/// The most registers of a single point that are on the stack.
const FEW_REGISTERS: usize = 64;

/// Samples on the CPU.
impl Program {
    /// Returns the value at a point of as many coordinates as the program has [dimensions](Self::dimensions), on the calling thread, and mostly without
    /// allocating. A coordinate, an f64, f32 or i32, is exactly the number that you pass.
    ///
    /// ```
    /// use lacuna::Program;
    /// use lacuna::nodes::Perlin;
    /// let noise = Program::new(Perlin::new().dimensions(2))?;
    /// assert_eq!(noise.at([0.5, 0.25])?, noise.at([0.5_f32, 0.25])?);
    /// // Perlin noise is 0 at lattice points.
    /// assert_eq!(noise.at([3, 4])?, 0.0);
    /// assert!(noise.at([0.5, 0.25, 0.0]).is_err());
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the number of coordinates is not that of the program, a coordinate is not finite or lies beyond ±2^31 cells, or the
    /// program has several channels.
    pub fn at<T: Into<f64> + Copy, const N: usize>(&self, point: [T; N]) -> Result<f32> {
        match self.channels() {
            1 => self.channels_at(point).map(|[value]| value),
            channels => {
                Err(Error::parameter("channels", format!("a program of {channels} channels has no single value; use `channels_at`")))
            }
        }
    }

    /// Returns the values of all channels at a point, like [`at`](Self::at).
    ///
    /// ```
    /// use lacuna::Program;
    /// use lacuna::nodes::Colour;
    /// let colour = Program::new(Colour::of([0_u8, 255, 0]))?;
    /// let [r, g, b] = colour.channels_at([0.5, 0.25])?;
    /// assert_eq!([r, g, b], [0.0, 1.0, 0.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`at`](Self::at), where the program has another number of channels.
    pub fn channels_at<const CHANNELS: usize, T: Into<f64> + Copy, const N: usize>(&self, point: [T; N]) -> Result<[f32; CHANNELS]> {
        let mut samples = [0.0; CHANNELS];
        self.check_count("point", N)?;
        self.sample_point(all_of(point.map(Into::into)), &mut samples)?;
        Ok(samples)
    }

    /// Evaluates all channels at the point x, y, z, w. Coordinates that the program does not read are ignored, so it takes programs of any number of
    /// [dimensions](Self::dimensions).
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where `samples` has not as many places as the program has channels, or where a coordinate that is read is not finite or
    /// lies beyond ±2^31 cells.
    pub fn sample_point(&self, point: [f64; 4], samples: &mut [f32]) -> Result<()> {
        let (channels, places) = (self.channels(), samples.len());
        if places != channels {
            return Err(Error::parameter(
                "channels",
                format!("{places} places for a program of {channels}; give as many places as channels"),
            ));
        }
        let point = Point::new(self, point)?;
        let (mut few, mut many) = ([0.0; FEW_REGISTERS], vec![]);
        let count = self.structure().registers as usize;
        let registers = if count <= FEW_REGISTERS {
            &mut few[..count]
        } else {
            many.resize(count, 0.0);
            &mut many[..]
        };
        Single { program: self, term: |axis, number, octave| point.term(axis, number, octave), registers }.evaluate(samples);
        Ok(())
    }

    /// Returns the values at points, like [`at`](Self::at): one point after another, with all channels of each in order. Many points are evaluated on
    /// all cores; see [`Cpu::sample_points`] for other threads and your own memory.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the number of coordinates is not that of the program, or a coordinate is not finite or lies beyond ±2^31 cells;
    /// [`Error::Memory`] where the samples don't fit into memory.
    pub fn points<const N: usize>(&self, points: &[[f64; N]]) -> Result<Vec<f32>> {
        self.check_count("points", N)?;
        let cpu = Cpu::new();
        let mut samples = storage(points.len() * self.channels(), cpu.threads)?;
        cpu.sample_points(self, points, &mut samples)?;
        Ok(samples)
    }

    /// Returns the samples of a grid on all cores: row after row, slice after slice, with all channels of a sample in order. The grid has `size` samples
    /// from `start` to `end` along the axes x, y and z; see [`Grid::new`].
    ///
    /// See [`Cpu::sample`] for other grids and threads, and [`Gpu::sample`](crate::Gpu::sample) for the same bits from the GPU.
    ///
    /// ```
    /// use lacuna::Program;
    /// use lacuna::nodes::Perlin;
    /// let noise = Program::new(Perlin::new().dimensions(2).frequency(0.25))?;
    /// let samples = noise.grid([256, 128], [0, 0], [8, 4])?;
    /// assert_eq!(samples.len(), 256 * 128);
    /// // Samples lie at the centres of pixels.
    /// assert_eq!(samples[0], noise.at([0.015625, 0.015625])?);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] where the number of axes is not that of the program's dimensions, or the grid is empty or reaches beyond ±2^31 cells;
    /// [`Error::Memory`] where the samples don't fit into memory.
    pub fn grid<const N: usize>(
        &self,
        size: [u32; N],
        start: [impl Into<Number> + Copy; N],
        end: [impl Into<Number> + Copy; N],
    ) -> Result<Vec<f32>> {
        self.check_count("region", N)?;
        Cpu::new().sample(self, &Domain::from(Grid::new(size, start, end)))
    }
}
