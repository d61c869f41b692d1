// Noise as node functions of three.js. See README.md.
import { Fn, glsl, glslFn, uniform, wgsl, wgslFn } from "three/tsl";
import * as inGlsl from "./glsl.js";
import { fbmOf } from "./octaves.js";
import * as inWgsl from "./wgsl.js";

let made = 0;

/** A node function of a text in both languages, of which the renderer's is taken. */
function nodeOf(dimensions, write) {
    // Two nodes in one shader must differ in their names.
    made += 1;
    const name = `noise${made}n`;
    const zero = uniform(0, "uint");
    const [asWgsl, asGlsl] = [
        wgslFn(`fn ${name}_node(p: vec${dimensions}<f32>, zero: u32) -> f32 { return ${name}(p, zero); }`, [wgsl(write(inWgsl, name))]),
        glslFn(`float ${name}_node(vec${dimensions} p, uint zero) { return ${name}(p, zero); }`, [glsl(write(inGlsl, name))]),
    ];
    return Fn(([p], { renderer }) => (renderer.backend.isWebGPUBackend ? asWgsl : asGlsl)(p, zero));
}

const basis = (dimensions, key) => (options, fractal) => nodeOf(dimensions, (language, name) => language[key]({ ...options, name }, fractal));

export const perlin2 = /* @__PURE__ */ basis(2, "perlin2");
export const perlin3 = /* @__PURE__ */ basis(3, "perlin3");
export const value2 = /* @__PURE__ */ basis(2, "value2");
export const value3 = /* @__PURE__ */ basis(3, "value3");
export const simplex2 = /* @__PURE__ */ basis(2, "simplex2");
export const simplex3 = /* @__PURE__ */ basis(3, "simplex3");

export const fbm2 = /* @__PURE__ */ fbmOf(perlin2);
export const fbm3 = /* @__PURE__ */ fbmOf(perlin3);
