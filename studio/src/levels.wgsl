// Samples to the colours of pixels, with the levels that 8-bit files hold.

struct Size {
    width: u32,
    height: u32,
    // Samples a pixel, 1 to 4.
    channels: u32,
    unused: u32,
}

@group(0) @binding(0) var<uniform> size: Size;
@group(0) @binding(1) var<storage, read> samples: array<f32>;
// The least samples of the levels 1 to 255, then those of alpha.
@group(0) @binding(2) var<storage, read> starts: array<f32>;
// The colours of the levels of pictures of one channel.
@group(0) @binding(3) var<storage, read> palette: array<u32>;
@group(0) @binding(4) var picture: texture_storage_2d<rgba8unorm, write>;

// How many of the 255 starts from `first` on are not above a sample.
fn level(sample: f32, first: u32) -> u32 {
    var found = 0u;
    for (var step = 128u; step > 0u; step /= 2u) {
        if (starts[first + found + step - 1u] <= sample) {
            found += step;
        }
    }
    return found;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= size.width || id.y >= size.height) {
        return;
    }
    let first = (id.y * size.width + id.x) * size.channels;
    var pixel = vec4<u32>(0u, 0u, 0u, 255u);
    let color = level(samples[first], 0u);
    if (size.channels <= 2u) {
        pixel = vec4<u32>(vec3<u32>(color), 255u);
        if (size.channels == 1u) {
            let packed = palette[color];
            pixel = vec4<u32>(packed & 255u, (packed >> 8u) & 255u, (packed >> 16u) & 255u, 255u);
        }
    } else {
        pixel = vec4<u32>(color, level(samples[first + 1u], 0u), level(samples[first + 2u], 0u), 255u);
    }
    if (size.channels == 2u || size.channels == 4u) {
        pixel.w = level(samples[first + size.channels - 1u], 255u);
    }
    // Colours are multiplied by alpha, as egui takes them.
    let shown = vec4<u32>((pixel.xyz * pixel.w + 127u) / 255u, pixel.w);
    textureStore(picture, id.xy, vec4<f32>(shown) / 255.0);
}
