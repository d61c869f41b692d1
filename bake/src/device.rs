//! GPU devices. In a browser evaluation may not wait for a device, so there are none.

#[cfg(not(target_family = "wasm"))]
pub(crate) use lacuna::Gpu;
#[cfg(not(target_family = "wasm"))]
pub(crate) use lacuna::gpu::{Renderer, Stage};

#[cfg(target_family = "wasm")]
pub(crate) use nothing::{Gpu, Renderer, Stage};

/// Types without values.
#[cfg(target_family = "wasm")]
mod nothing {
    use std::convert::Infallible;
    use std::marker::PhantomData;
    use std::time::Duration;

    use lacuna::gpu::AdapterDescription;
    use lacuna::view::Scene;
    use lacuna::{Domain, Program, Result, Tile};

    #[derive(Debug)]
    pub(crate) struct Gpu(Infallible);

    impl Gpu {
        pub(crate) fn adapter(&self) -> &AdapterDescription {
            match self.0 {}
        }

        pub(crate) fn evaluate(&self, _: &Program, _: &Domain, _: Tile, _: &mut [f32]) -> Result<()> {
            match self.0 {}
        }

        pub(crate) fn readback_time(&self) -> Duration {
            match self.0 {}
        }
    }

    #[derive(Debug)]
    pub(crate) struct Renderer<'a>(Infallible, PhantomData<&'a Gpu>);

    impl<'a> Renderer<'a> {
        pub(crate) fn new(gpu: &'a Gpu) -> Result<Self> {
            match gpu.0 {}
        }

        pub(crate) fn stage<'s>(&'s self, _: &'s Scene) -> Result<Stage<'s>> {
            match self.0 {}
        }
    }

    #[derive(Debug)]
    pub(crate) struct Stage<'a>(Infallible, PhantomData<&'a Scene>);

    impl Stage<'_> {
        pub(crate) fn render(&self, _: Tile, _: &mut [f32]) -> Result<()> {
            match self.0 {}
        }
    }
}
