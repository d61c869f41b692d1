//! A recipe that has some of everything.

#![allow(unreachable_pub, reason = "a module of several test binaries")]

pub const TERRAIN: &str = r##"version = 2
output = "height"

[nodes.rough]
kind = "fbm"
octaves = 5
source = { kind = "perlin", frequency = 2, seed = 7, period = 16 }

[nodes.hills]
kind = "scale_offset"
source = "rough"
scale = 0.5
offset = 0.5

[outputs.height]
channels = "hills"
range = [0, 1]
format = "exr"

[outputs.soft]
channels = ["hills", { kind = "white", seed = 3 }, 0.25, "rough"]
blur = { radius = 3, passes = 2 }

[outputs.normal]
normal = { source = "hills", strength = 0.5, y = "down" }
depth = 8

[outputs.slope]
slope = { source = "hills" }
range = "auto"

[outputs.albedo]
ramp = { source = "hills", stops = [[0.3, "#203010"], [0.7, "#ffffff"]] }
"##;

/// Returns the terrain with a part of its text replaced.
#[track_caller]
pub fn terrain(from: &str, to: &str) -> String {
    assert!(TERRAIN.contains(from), "{from}");
    TERRAIN.replacen(from, to, 1)
}
