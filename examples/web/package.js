// The npm package: `lacuna-noise/tsl` displaces a terrain on the GPU, a ball rolls on heights of `lacuna-noise`, and both have the same bits.
import { Color, Mesh, MeshNormalNodeMaterial, PerspectiveCamera, PlaneGeometry, Scene, SphereGeometry, WebGPURenderer } from "three/webgpu";
import { Fn, float, instanceIndex, instancedArray, positionLocal, vec2, vec3 } from "three/tsl";
import * as onCpu from "lacuna-noise";
import * as onGpu from "lacuna-noise/tsl";

const COUNT = 256;
/** What lies between points along x; it is a half of that along y, and a quarter along z. */
const APART = 0.37109375;

/** The functions that are compared, with the numbers of their coordinates. */
const NOISE = [
    ["perlin2", 2, { seed: 7 }],
    ["perlin3", 3, { seed: "hills" }],
    ["value2", 2, { seed: -1 }],
    ["value3", 3, { seed: 7 }],
    ["simplex2", 2, { seed: 7 }],
    ["simplex3", 3, { seed: 7 }],
    ["fbm2", 2, { seed: 7, octaves: 5, gain: 0.4 }],
    ["fbm2", 2, { seed: 7, octaves: 12, of: "simplex2" }],
    ["fbm3", 3, { seed: 7, octaves: 2.5, of: "simplex3" }],
];

/** A function of one of the libraries. */
const made = (library, name, { of = name.replace("fbm", "perlin"), ...options }) =>
    library[name](name.startsWith("fbm") ? { ...options, of: library[of] } : options);
const place = (at, dimensions) => [(at - 100) * APART, (at - 7) * APART * 0.5, at * APART * 0.25].slice(0, dimensions);

/** How many values of a renderer have other bits than JavaScript's, by function. */
async function compared(renderer) {
    const differing = {};
    for (const [name, dimensions, options] of NOISE) {
        const noise = made(onGpu, name, options);
        const expected = made(onCpu, name, options);
        const values = instancedArray(COUNT, "float");
        const at = float(instanceIndex);
        const [x, y, z] = [at.sub(100).mul(APART), at.sub(7).mul(APART * 0.5), at.mul(APART * 0.25)];
        const p = dimensions === 2 ? vec2(x, y) : vec3(x, y, z);
        await renderer.computeAsync(Fn(() => values.element(instanceIndex).assign(noise(p)))().compute(COUNT));
        const found = new Float32Array(await renderer.getArrayBufferAsync(values.value));
        differing[`${name} ${JSON.stringify(options)}`] = found.filter((value, at) => !Object.is(value, expected(...place(at, dimensions)))).length;
    }
    return differing;
}

const hills = { seed: "hills", octaves: 5 };
const height = onCpu.fbm2(hills);
const ground = new MeshNormalNodeMaterial();
const surface = onGpu.fbm2(hills);
ground.positionNode = vec3(positionLocal.x, positionLocal.y, surface(positionLocal.xy));
ground.flatShading = true;

const scene = new Scene();
scene.background = new Color(0x223344);
scene.add(new Mesh(new PlaneGeometry(8, 8, 128, 128), ground));
const ball = new Mesh(new SphereGeometry(0.15), new MeshNormalNodeMaterial());
ball.position.set(1, -0.5, height(1, -0.5) + 0.15);
scene.add(ball);
const camera = new PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 50);
camera.up.set(0, 0, 1);
camera.position.set(2, -5, 3);
camera.lookAt(0, 0, 0);

const results = {};
for (const [backend, options] of [["WebGPU", {}], ["WebGL", { forceWebGL: true }]]) {
    try {
        const renderer = new WebGPURenderer(options);
        await renderer.init();
        if (!options.forceWebGL && !renderer.backend.isWebGPUBackend) throw new Error("this browser has no WebGPU");
        results[backend] = await compared(renderer);
        if (options.forceWebGL) {
            renderer.setSize(innerWidth, innerHeight);
            document.body.append(renderer.domElement);
            await renderer.renderAsync(scene, camera);
        } else {
            renderer.dispose();
        }
    } catch (error) {
        results[backend] = `${error}`;
    }
    const counts = Object.values(results[backend]);
    const told = typeof results[backend] === "string" ? results[backend] : `${counts.filter((count) => count === 0).length} of ${counts.length} functions have JavaScript's bits`;
    document.querySelector("#found").textContent += `${backend}: ${told}\n`;
}
globalThis.compared = results;
