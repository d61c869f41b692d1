//! FastNoise2, a C++ library: whole grids, with the widest vectors it has. It is loaded at run time, through its C interface
//! (`FastNoise_C.h` of version 1.1), and its nodes are found by the names in its metadata, which outlast its encoded node trees.

use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::ptr::null_mut;

use crate::cases::{CELLS, Case, Coordinate, OCTAVES, SAMPLES, SIDE, Sampler, WARP_OCTAVES, Z};

/// The environment variable that names the directory of the library.
pub const DIRECTORY: &str = "FASTNOISE2_LIB_DIR";

/// A node lives as long as the process.
type Node = *mut c_void;
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// "No limit" for the vector instructions.
const WIDEST: c_uint = c_uint::MAX;
const SEED: c_int = 1337;
const SIDE_INT: c_int = SIDE as c_int;
/// The cells from one sample to the next.
const STEP: f32 = CELLS as f32 / SIDE as f32;

macro_rules! api {
    ($($name:ident = $symbol:literal: fn($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of the library that are used here.
        #[derive(Clone, Copy)]
        pub struct FastNoise2 {
            $($name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
        }

        impl FastNoise2 {
            fn of(library: &libloading::Library) -> std::result::Result<Self, libloading::Error> {
                // SAFETY: the types are those of FastNoise_C.h.
                unsafe { Ok(Self { $($name: *library.get($symbol)?,)* }) }
            }
        }
    };
}

api! {
    node_count = "fnGetMetadataCount": fn() -> c_int;
    node_name = "fnGetMetadataName": fn(c_int) -> *const c_char;
    new = "fnNewFromMetadata": fn(c_int, c_uint) -> Node;
    variable_count = "fnGetMetadataVariableCount": fn(c_int) -> c_int;
    variable_name = "fnGetMetadataVariableName": fn(c_int, c_int) -> *const c_char;
    enum_count = "fnGetMetadataEnumCount": fn(c_int, c_int) -> c_int;
    enum_name = "fnGetMetadataEnumName": fn(c_int, c_int, c_int) -> *const c_char;
    set_float = "fnSetVariableFloat": fn(Node, c_int, f32) -> bool;
    set_int = "fnSetVariableIntEnum": fn(Node, c_int, c_int) -> bool;
    set_source = "fnSetNodeLookup": fn(Node, c_int, *const c_void) -> bool;
    hybrid_count = "fnGetMetadataHybridCount": fn(c_int) -> c_int;
    hybrid_dimension = "fnGetMetadataHybridDimensionIdx": fn(c_int, c_int) -> c_int;
    set_hybrid = "fnSetHybridNodeLookup": fn(Node, c_int, *const c_void) -> bool;
    grid_2d = "fnGenUniformGrid2D": fn(*const c_void, *mut f32, f32, f32, c_int, c_int, f32, f32, c_int, *mut f32);
    grid_3d = "fnGenUniformGrid3D":
        fn(*const c_void, *mut f32, f32, f32, f32, c_int, c_int, c_int, f32, f32, f32, c_int, *mut f32);
}

impl FastNoise2 {
    /// Loads the library from the directory.
    pub fn load(directory: &Path) -> Result<Self> {
        let path = directory.join(libloading::library_filename("FastNoise"));
        if !path.is_file() {
            let path = path.display();
            return Err(
                format!("there is no {path}; build FastNoise2 with -DBUILD_SHARED_LIBS=ON and set {DIRECTORY} to its directory").into()
            );
        }
        // SAFETY: the library's initialisers only fill its tables. It is never unloaded.
        let library = Box::leak(Box::new(unsafe { libloading::Library::new(&path) }?));
        // Before 1.1 functions of the same names took other arguments; this one came with theirs of today.
        // SAFETY: the symbol isn't used.
        if unsafe { library.get::<unsafe extern "C" fn()>("fnGetMetadataDescription") }.is_err() {
            return Err(format!("{} is older than FastNoise2 1.1, whose C interface is used here", path.display()).into());
        }
        Ok(Self::of(library)?)
    }

    pub fn sampler(&self, case: Case) -> Result<Sampler> {
        let node = match case {
            Case::Perlin2 | Case::Perlin3 => self.basis("Perlin")?,
            Case::Fbm2x6 | Case::Fbm3x6 | Case::Slope2x6 => self.fractal("FractalFBm", &self.basis("Perlin")?, OCTAVES)?,
            Case::Ridged2x6 | Case::Ridged3x6 => self.fractal("FractalRidged", &self.basis("Perlin")?, OCTAVES)?,
            Case::Value2 | Case::Value3 => self.basis("Value")?,
            Case::Simplex2 | Case::Simplex3 => self.basis("Simplex")?,
            Case::SimplexFbm2x6 | Case::SimplexFbm3x6 => self.fractal("FractalFBm", &self.basis("Simplex")?, OCTAVES)?,
            Case::Cellular2 | Case::Cellular3 => self.cellular("CellularDistance")?,
            Case::Cellular2F2F1 | Case::Cellular3F2F1 => {
                let cellular = self.cellular("CellularDistance")?;
                self.set_enum(&cellular, "ReturnType", "Index0Sub1")?;
                self.set_int(&cellular, "DistanceIndex0", 1)?;
                self.set_int(&cellular, "DistanceIndex1", 0)?;
                cellular
            }
            Case::CellValue2 => self.cellular("CellularValue")?,
            Case::Warp2 | Case::Warp3 => self.warped()?,
        };
        if case == Case::Slope2x6 {
            return Ok(self.slope(node.node));
        }
        let Self { grid_2d, grid_3d, .. } = *self;
        let (node, start) = (node.node, f32::centre(0));
        Ok(if case.is_slice() {
            Box::new(move |samples| {
                assert_eq!(samples.len(), SAMPLES);
                let (out, z) = (samples.as_mut_ptr(), Z as f32);
                // SAFETY: the node is valid, complete and never deleted; there is room for the samples; no range is asked for.
                unsafe { grid_3d(node, out, start, start, z, SIDE_INT, SIDE_INT, 1, STEP, STEP, STEP, SEED, null_mut()) };
            })
        } else {
            Box::new(move |samples| {
                assert_eq!(samples.len(), SAMPLES);
                // SAFETY: as above.
                unsafe { grid_2d(node, samples.as_mut_ptr(), start, start, SIDE_INT, SIDE_INT, STEP, STEP, SEED, null_mut()) };
            })
        })
    }

    /// Approximates derivatives, which FastNoise2 lacks, by differences with grids a little to the right of the samples and a little below them.
    fn slope(&self, node: Node) -> Sampler {
        const BY: f32 = 1.0 / 1024.0;
        let Self { grid_2d, .. } = *self;
        let start = f32::centre(0);
        let (mut right, mut below) = (vec![0.0; SAMPLES], vec![0.0; SAMPLES]);
        Box::new(move |samples| {
            assert_eq!(samples.len(), SAMPLES);
            for (out, x, y) in [(&mut *samples, start, start), (&mut right, start + BY, start), (&mut below, start, start + BY)] {
                // SAFETY: as above.
                unsafe { grid_2d(node, out.as_mut_ptr(), x, y, SIDE_INT, SIDE_INT, STEP, STEP, SEED, null_mut()) };
            }
            for ((at, right), below) in samples.iter_mut().zip(&right).zip(&below) {
                let (x, y) = ((right - *at) / BY, (below - *at) / BY);
                *at = (x * x + y * y).sqrt();
            }
        })
    }

    /// Returns the sum of octaves at samples that two more sums warp.
    fn warped(&self) -> Result<Typed> {
        let warp = self.create("DomainOffset")?;
        let source = self.fractal("FractalFBm", &self.basis("Perlin")?, OCTAVES)?;
        // SAFETY: both nodes are valid, and the only source has the index 0.
        accepted(unsafe { (self.set_source)(warp.node, 0, source.node) }, "Source")?;
        // SAFETY: the kind is in range.
        let count = unsafe { (self.hybrid_count)(warp.kind) };
        for dimension in [0, 1] {
            let basis = self.basis("Perlin")?;
            self.set_int(&basis, "SeedOffset", dimension + 1)?;
            let by = self.fractal("FractalFBm", &basis, WARP_OCTAVES)?;
            // SAFETY: the numbers are in range.
            let is_it = |&number: &c_int| unsafe { (self.hybrid_dimension)(warp.kind, number) } == dimension;
            let hybrid = (0..count).find(is_it).ok_or("FastNoise2 offsets no such dimension")?;
            // SAFETY: both nodes are valid, and the number is in range.
            accepted(unsafe { (self.set_hybrid)(warp.node, hybrid, by.node) }, "Offset")?;
        }
        Ok(warp)
    }

    fn cellular(&self, name: &str) -> Result<Typed> {
        let cellular = self.basis(name)?;
        self.set_enum(&cellular, "DistanceFunction", "Euclidean")?;
        Ok(cellular)
    }

    /// Returns a basis of one cell per unit.
    fn basis(&self, name: &str) -> Result<Typed> {
        let node = self.create(name)?;
        let scale = self.variable(&node, "FeatureScale")?;
        // SAFETY: the node is valid, and the variable is one of its own.
        accepted(unsafe { (self.set_float)(node.node, scale, 1.0) }, "FeatureScale")?;
        Ok(node)
    }

    /// Returns a fractal. Its gain of 1/2 and lacunarity of 2 are the defaults.
    fn fractal(&self, name: &str, source: &Typed, octaves: u8) -> Result<Typed> {
        let fractal = self.create(name)?;
        self.set_int(&fractal, "Octaves", octaves.into())?;
        // SAFETY: both nodes are valid, and its only source has the index 0.
        accepted(unsafe { (self.set_source)(fractal.node, 0, source.node) }, "Source")?;
        Ok(fractal)
    }

    fn set_int(&self, node: &Typed, variable: &str, value: c_int) -> Result<()> {
        let index = self.variable(node, variable)?;
        // SAFETY: the node is valid, and the variable is one of its own.
        accepted(unsafe { (self.set_int)(node.node, index, value) }, variable)
    }

    fn set_enum(&self, node: &Typed, variable: &str, value: &str) -> Result<()> {
        let index = self.variable(node, variable)?;
        // SAFETY: the index is in range.
        let count = unsafe { (self.enum_count)(node.kind, index) };
        // SAFETY: both indices are in range.
        let value = find(value, count, |number| unsafe { (self.enum_name)(node.kind, index, number) })?;
        // SAFETY: the node is valid, and the variable is one of its own.
        accepted(unsafe { (self.set_int)(node.node, index, value) }, variable)
    }

    fn create(&self, name: &str) -> Result<Typed> {
        // SAFETY: it takes nothing.
        let count = unsafe { (self.node_count)() };
        // SAFETY: the number is in range.
        let kind = find(name, count, |number| unsafe { (self.node_name)(number) })?;
        // SAFETY: as above.
        let node = unsafe { (self.new)(kind, WIDEST) };
        if node.is_null() { Err(format!("FastNoise2 made no node `{name}`").into()) } else { Ok(Typed { kind, node }) }
    }

    fn variable(&self, node: &Typed, name: &str) -> Result<c_int> {
        // SAFETY: the kind is in range.
        let count = unsafe { (self.variable_count)(node.kind) };
        // SAFETY: the number is in range.
        find(name, count, |number| unsafe { (self.variable_name)(node.kind, number) })
    }
}

/// A node and the number of its kind.
struct Typed {
    kind: c_int,
    node: Node,
}

/// Returns the number of a name, whose spaces don't count.
fn find(name: &str, count: c_int, name_of: impl Fn(c_int) -> *const c_char) -> Result<c_int> {
    // SAFETY: FastNoise2's names are static texts.
    let text = |number| unsafe { CStr::from_ptr(name_of(number)) }.to_string_lossy().replace(' ', "");
    (0..count).find(|&number| text(number) == name).ok_or_else(|| format!("FastNoise2 knows no `{name}`").into())
}

fn accepted(accepted: bool, name: &str) -> Result<()> {
    if accepted { Ok(()) } else { Err(format!("FastNoise2 refused a value for `{name}`").into()) }
}
