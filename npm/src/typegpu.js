// Noise as functions of TypeGPU. See README.md.
import tgpu, { d } from "typegpu";
import { fbmOf } from "./octaves.js";
import * as inWgsl from "./wgsl.js";

let made = 0;

/**
 * A function of texts of WGSL. No uniform holds its zero: that would need a device. Of the bits 2 and 3 of a square, one at most is set, since modulo 16 it is 0,
 * 1, 4 or 9. Compilers don't know that.
 */
function functionOf(dimensions, key, options, fractal) {
    made += 1;
    const name = `noise${made}n`;
    const declarations = tgpu["~unstable"].declare(inWgsl[key]({ ...options, name }, fractal));
    const words = ["x", "y", "z"].slice(0, dimensions).map((axis, at) => `(bitcast<u32>(p.${axis}) * ${[1, 0x9e3779b1, 0x85ebca6b][at]}u)`);
    const body = `(p: vec${dimensions}f) -> f32 {
declarations
let word = ${words.join(" ^ ")};
let square = word * word;
return ${name}(p, (square >> 2u) & (square >> 3u) & 1u);
}`;
    return tgpu.fn([d[`vec${dimensions}f`]], d.f32)(body).$uses({ declarations }).$name(fractal ? `fbm${dimensions}` : key);
}

const basis = (dimensions, key) => (options, fractal) => functionOf(dimensions, key, options, fractal);

export const perlin2 = /* @__PURE__ */ basis(2, "perlin2");
export const perlin3 = /* @__PURE__ */ basis(3, "perlin3");
export const value2 = /* @__PURE__ */ basis(2, "value2");
export const value3 = /* @__PURE__ */ basis(3, "value3");
export const simplex2 = /* @__PURE__ */ basis(2, "simplex2");
export const simplex3 = /* @__PURE__ */ basis(3, "simplex3");

export const fbm2 = /* @__PURE__ */ fbmOf(perlin2);
export const fbm3 = /* @__PURE__ */ fbmOf(perlin3);
