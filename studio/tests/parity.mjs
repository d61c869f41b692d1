// Parity in a page: `node parity.mjs FOLDER SAMPLES all|covering HASHES`, with the page's files and the hashes of the native CPU engine.
import { readFileSync } from "node:fs";
import { check, launch, serve, within } from "./browser.mjs";

const [folder, samples, which, hashes] = process.argv.slice(2);
const native = readFileSync(hashes, "utf8").trimEnd().split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
/** Milliseconds a graph: those of several channels take many seconds each to compile in software. */
const PATIENCE = 15_000;

/** How many graphs a browser compares before another one goes on: its driver keeps what it compiled, up to half a gigabyte of a graph. */
const PIECE = 40;

const server = await serve(folder);
const graphs = [];
let adapter, control, count;
do {
    const browser = await launch();
    const page = await browser.newPage();
    await page.goto(`${server.address}/parity.html`);
    await page.waitForFunction(() => window.lacuna_parity);
    const asked = [Number(samples), which === "all", graphs.length, PIECE];
    const comparing = page.evaluate((asked) => window.lacuna_parity(...asked), asked);
    const piece = await within(60_000 + PATIENCE * PIECE, "the comparison", comparing);
    ({ adapter, control, count } = piece);
    graphs.push(...piece.graphs);
    await browser.close();
} while (graphs.length < count);
server.close();

let compared = 0;
const differing = [];
graphs.forEach((graph, number) => {
    compared += graph.samples;
    if (graph.differing > 0) differing.push(`${graph.name}: ${graph.differing} of ${graph.samples} samples differ between WebGPU and the CPU in the page`);
    const [hash, name] = native[number] ?? [];
    if (name !== graph.name || hash !== graph.hash) differing.push(`${graph.name}: the CPU in the page differs from the native one (${name})`);
});
process.stdout.write(`${adapter}: ${graphs.length} graphs, ${compared} samples, ${differing.length} graphs differ\n`);
check(graphs.length === native.length && graphs.length > 0, `${graphs.length} graphs in the page, ${native.length} in the native engine`);
check(differing.length === 0, differing.join("\n"));
check(control.differing === 1, `a flipped bit is found, in ${control.differing} samples`);
