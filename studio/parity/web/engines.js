// The engines that are compared. Each opens, which gives the name of what it runs on, and samples functions: `values` are floats, channel by channel; `at`
// numbers the samples that it takes, if those are not all. What can't run a function gives null. What may be lost with its device tells so by `isLost`.
import { json } from "./checks.js";
import init, { is_lost, on_cpu, on_gpu, open_gpu } from "./parity_page.js";

export const webgpu = {
    name: "WebGPU",
    async open() {
        await init();
        await open_gpu();
        // The library takes the adapter that comes without wishes.
        const adapter = await navigator.gpu.requestAdapter();
        const { vendor, architecture, device, description, isFallbackAdapter } = adapter?.info ?? {};
        const words = [vendor, architecture, device, description, isFallbackAdapter && "a fallback"];
        return words.filter((word) => word).join(", ") || "without a name";
    },
    isLost: () => is_lost(),
    async sample({ graph, domain }) {
        return { values: await on_gpu(graph, JSON.stringify(domain)) };
    },
};

export const wasm = {
    name: "WebAssembly",
    async open() {
        await init();
        return "the CPU engine, vectors of 128 bits";
    },
    async sample({ graph, domain }) {
        return { values: on_cpu(graph, JSON.stringify(domain)) };
    },
};

/** The samples whose places modules can take: those without finer digits than 2^-32. */
const placed = (places) => places.flatMap((place, sample) => (place ? [sample] : []));

export const javascript = {
    name: "JavaScript",
    async open() {
        this.modules ??= await json("javascript.json");
        return "modules";
    },
    async sample({ number, channels, dimensions, places }) {
        const text = this.modules[number];
        if (!text) return null;
        const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
        const { noise_at } = await import(address).finally(() => URL.revokeObjectURL(address));
        const at = placed(places);
        const values = new Float32Array(at.length * channels);
        for (const [row, sample] of at.entries()) {
            const place = places[sample];
            const value = noise_at(...place.slice(0, dimensions), ...place.slice(4, 4 + dimensions));
            const all = channels === 1 ? [value] : value;
            if (all.length !== channels) throw new Error(`${all.length} channels instead of ${channels}`);
            // A number that is no float would be rounded to the right one.
            for (const one of all) if (!Object.is(Math.fround(one), one)) throw new Error(`${one} is no float`);
            values.set(all, row * channels);
        }
        return { values, at };
    },
};

const WIDTH = 256;

const COVER = `#version 300 es
void main() {
    gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}`;

/** A shader that calls a module at each pixel's place, and writes the bits of four channels to each target. */
function shade(module, dimensions, channels) {
    const type = ["float", "vec2", "vec3", "vec4"][channels - 1] ?? `float[${channels}]`;
    const of = (channel) => (channel >= channels ? "0.0" : channels === 1 ? "value" : `value[${channel}]`);
    const targets = Array.from({ length: Math.ceil(channels / 4) }, (_, target) => target);
    const axes = "xyzw".slice(0, dimensions);
    return `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
${module}
uniform usampler2D places;
uniform uint zero;
${targets.map((target) => `layout(location = ${target}) out uvec4 bits${target};`).join("\n")}
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) * ivec2(2, 1);
    uvec4 unit = texelFetch(places, at, 0);
    uvec4 fraction = texelFetch(places, at + ivec2(1, 0), 0);
    ${type} value = noise_at(ivec${dimensions}(unit.${axes}), fraction.${axes}, zero);
${targets.map((target) => `    bits${target} = floatBitsToUint(vec4(${[0, 1, 2, 3].map((lane) => of(4 * target + lane)).join(", ")}));`).join("\n")}
}`;
}

export const webgl = {
    name: "WebGL 2",
    async open() {
        this.modules ??= await json("glsl.json");
        if (this.isLost()) this.gl = document.createElement("canvas").getContext("webgl2");
        if (!this.gl) throw new Error("this browser has no WebGL 2");
        const unmasked = this.gl.getExtension("WEBGL_debug_renderer_info");
        return this.gl.getParameter(unmasked ? unmasked.UNMASKED_RENDERER_WEBGL : this.gl.RENDERER);
    },
    isLost() {
        return this.gl?.isContextLost() ?? true;
    },
    async sample({ number, channels, dimensions, places }) {
        const text = this.modules[number];
        if (!text) return null;
        const program = await this.program(shade(text, dimensions, channels));
        const at = placed(places);
        const bits = this.drawn(program, places, at, channels);
        this.gl.deleteProgram(program);
        const error = this.gl.getError();
        if (this.isLost()) throw new Error("the context was lost");
        if (error !== this.gl.NO_ERROR) throw new Error(`WebGL error ${error}`);
        return { values: new Float32Array(bits.buffer), at };
    },
    /** The bits of all channels of the samples `at`. */
    drawn(program, places, at, channels) {
        const { gl } = this;
        const height = Math.ceil(at.length / WIDTH);
        const texels = new Uint32Array(WIDTH * height * 8);
        at.forEach((sample, row) => texels.set(places[sample], 8 * row));
        const textures = [this.texture(2 * WIDTH, height, texels)];
        const frame = gl.createFramebuffer();
        gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
        const targets = Array.from({ length: Math.ceil(channels / 4) }, (_, target) => gl.COLOR_ATTACHMENT0 + target);
        for (const target of targets) {
            textures.push(this.texture(WIDTH, height, null));
            gl.framebufferTexture2D(gl.FRAMEBUFFER, target, gl.TEXTURE_2D, textures.at(-1), 0);
        }
        gl.drawBuffers(targets);
        // NaN, which no function gives, tells of what is not drawn.
        targets.forEach((_, number) => gl.clearBufferuiv(gl.COLOR, number, new Uint32Array(4).fill(0xffffffff)));
        gl.viewport(0, 0, WIDTH, height);
        gl.useProgram(program);
        gl.uniform1i(gl.getUniformLocation(program, "places"), 0);
        gl.uniform1ui(gl.getUniformLocation(program, "zero"), 0);
        gl.bindTexture(gl.TEXTURE_2D, textures[0]);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
        const bits = new Uint32Array(at.length * channels);
        const read = new Uint32Array(WIDTH * height * 4);
        targets.forEach((target, number) => {
            gl.readBuffer(target);
            gl.readPixels(0, 0, WIDTH, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, read);
            for (let channel = 4 * number; channel < Math.min(channels, 4 * number + 4); channel++) {
                for (let row = 0; row < at.length; row++) bits[row * channels + channel] = read[4 * row + (channel % 4)];
            }
        });
        textures.forEach((texture) => gl.deleteTexture(texture));
        gl.deleteFramebuffer(frame);
        return bits;
    },
    async program(fragment) {
        const { gl } = this;
        const program = gl.createProgram();
        const shaders = [
            [gl.VERTEX_SHADER, COVER],
            [gl.FRAGMENT_SHADER, fragment],
        ].map(([kind, text]) => {
            const shader = gl.createShader(kind);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
            return shader;
        });
        gl.linkProgram(program);
        // The page stays alive while a driver compiles for seconds.
        const later = gl.getExtension("KHR_parallel_shader_compile");
        while (later && !gl.isContextLost() && !gl.getProgramParameter(program, later.COMPLETION_STATUS_KHR)) await new Promise((done) => setTimeout(done, 5));
        const isLinked = gl.getProgramParameter(program, gl.LINK_STATUS);
        const logs = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)];
        shaders.forEach((shader) => gl.deleteShader(shader));
        if (isLinked) return program;
        gl.deleteProgram(program);
        throw new Error(this.isLost() ? "the context was lost" : (logs.find((log) => log) ?? "the shader was not linked, and there is no log"));
    },
    /** A texture of four words a texel. */
    texture(width, height, words) {
        const { gl } = this;
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, width, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        return texture;
    },
};

export const ENGINES = [webgpu, webgl, javascript, wasm];
