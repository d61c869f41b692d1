// The examples in a page: `node test.mjs FOLDER PICTURES`, with the files that build.sh made, and a folder for pictures of the pages.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { check, launch, serve, until, within } from "../../studio/tests/browser.mjs";

const [folder, pictures] = process.argv.slice(2);
/** Seconds of the ball's way at which the terrain is drawn. */
const TIMES = [2, 9];

mkdirSync(pictures, { recursive: true });
const server = await serve(folder);
const browser = await launch();
const complaints = [];

async function open(address) {
    const page = await browser.newPage({ viewport: { width: 960, height: 600 } });
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(`${error}`));
    await page.goto(`${server.address}/${address}`);
    return page;
}

try {
    const world = await open("world.html");
    const { hashes, problems, is_equal } = await until("the hashes", () => world.evaluate(() => globalThis.world ?? null));
    await world.screenshot({ path: join(pictures, "world.png"), fullPage: true });
    await world.close();
    process.stdout.write(`${Object.entries(hashes).map(([name, hash]) => `${name} ${hash}`).join("\n")}\n`);
    const found = Object.values(hashes);
    check(found.length === 4 && new Set(found).size === 1, ["the hashes differ", ...problems].join("\n"));
    check(is_equal, "the page says that the hashes differ");

    const page = await open("nodes.html");
    const nodes = await until("the nodes", () => page.evaluate(() => globalThis.nodes ?? null));
    await page.close();
    process.stdout.write(`${nodes.map(({ name, differ }) => `${name}: ${differ} heights differ`).join("\n")}\n`);
    check(nodes.length === 2 && nodes.every(({ differ }) => differ === 0), "a node of three.js has other bits");

    const packaged = await open("package.html");
    const byBackend = await until("the package", () => packaged.evaluate(() => globalThis.compared ?? null));
    await packaged.screenshot({ path: join(pictures, "package.png") });
    await packaged.close();
    for (const [backend, differing] of Object.entries(byBackend)) {
        const counts = Object.values(differing);
        process.stdout.write(`lacuna-noise/tsl by ${backend}: ${counts.length} functions, ${counts.reduce((sum, count) => sum + count, 0)} values differ\n`);
        check(counts.length > 0 && counts.every((count) => count === 0), `a node of the package has other bits: ${JSON.stringify(differing)}`);
    }

    const terrain = await open("terrain.html?still");
    await until("the terrain", () => terrain.evaluate(() => typeof globalThis.terrain_at === "function"));
    let state = null;
    for (const time of TIMES) {
        state = await within(60_000, "a frame", terrain.evaluate((time) => globalThis.terrain_at(time), time));
        await terrain.screenshot({ path: join(pictures, `terrain-${time}.png`) });
    }
    const { compared, differing, shader, script, place } = state;
    process.stdout.write(`${compared} heights of the vertex shader, the last at ${place}: ${differing} differ from JavaScript's\n`);
    check(compared > 0 && differing === 0 && shader === script, `${differing} of ${compared} heights differ, the last ${shader} and ${script}`);
} finally {
    await browser.close();
    server.close();
}
check(complaints.length === 0, complaints.join("\n"));
