// The studio in a browser, used with mouse and keys: `node page.mjs FOLDER LACUNA [PICTURES]`, with the page's files, the command `lacuna`, and a folder
// for pictures of the screen. `page.sh` prepares all of it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Studio, check, launch, serve, until } from "./browser.mjs";

const [folder, lacuna, pictures] = process.argv.slice(2);
/** Milliseconds in which the page must show a picture: 5000 are the aim on a machine that does nothing else. */
const LOADED = Number(process.env.LACUNA_PAGE_MILLISECONDS ?? 120_000);
const WIDE = { width: 1024, height: 700 };
const PHONE = { width: 390, height: 844 };

const server = await serve(folder);
const browser = await launch();
const contexts = [];
const say = (line) => process.stdout.write(`${line}\n`);

/** A context that is closed after the test. */
async function context(options = {}) {
    const context = await browser.newContext({ viewport: WIDE, acceptDownloads: true, ...options });
    contexts.push(context);
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.address });
    return context;
}

const hide = (page, names) =>
    page.addInitScript((names) => {
        if (names.includes("webgpu")) Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined });
        if (names.includes("webgl")) HTMLCanvasElement.prototype.getContext = () => null;
    }, names);

async function picture(studio, name) {
    if (pictures) await studio.page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Opens the page and gives it with what it shows first. */
async function loaded(context, address = server.address) {
    const started = performance.now();
    const studio = await Studio.open(context, address);
    const first = await studio.shown();
    const milliseconds = Math.round(performance.now() - started);
    return { studio, first, milliseconds };
}

const octaves = (state) => Number(/octaves = (\d+)/.exec(state.recipe)?.[1]);

async function keys_and_mouse(studio, first) {
    const middle = [WIDE.width / 3, WIDE.height / 2];
    await studio.drag(middle, [120, 10]);
    const turned = await studio.shown(first.sum);
    check(JSON.stringify(turned.terrain) !== JSON.stringify(first.terrain), "a drag turns the terrain");
    await studio.page.keyboard.press("t");
    const finer = await studio.shown(turned.sum);
    check(octaves(finer) === octaves(first) + 1, `t: ${octaves(first)} octaves became ${octaves(finer)}`);
    await studio.page.keyboard.press("Control+z");
    const undone = await studio.shown(finer.sum);
    check(undone.recipe === first.recipe && undone.sum === turned.sum, "undo gives back the recipe and the picture");
    return undone;
}

async function seed(studio, before) {
    await studio.click("Graph");
    await studio.click("Select height.source");
    await studio.click("Parameters");
    await studio.fill("seed", "4242");
    const state = await studio.shown(before.sum);
    check(/seed = 4242\b/.test(state.recipe), "a typed seed is in the recipe");
    return state;
}

async function share(studio, context, before) {
    await studio.page.mouse.click(WIDE.width / 3, WIDE.height / 2);
    await studio.page.keyboard.press("Control+Shift+L");
    const link = await until("a copied link", async () => {
        const text = await studio.copied();
        return text.includes("#1.") && text;
    });
    check(link.startsWith(server.address), `a link leads to the page: ${link.slice(0, 60)}`);
    const { studio: other, first } = await loaded(context, link);
    check(first.recipe === before.recipe, "a link gives back the recipe");
    check(JSON.stringify(first.terrain) === JSON.stringify(before.terrain), "a link gives back the view");
    await until("the same picture", async () => (await other.state()).sum === before.sum);
    await other.page.reload();
    const again = await other.shown();
    check(again.recipe === before.recipe, "a link is there after the page was loaded again");
    check(other.complaints.length === 0, other.complaints.join("\n"));
    await other.page.close();
}

async function download(studio) {
    await studio.page.keyboard.press("1");
    await until("the map", async () => (await studio.shown()).mode === "map");
    await studio.page.keyboard.press("Control+b");
    await studio.fill("Width", "257");
    const name = (await studio.control("File")).value;
    await studio.click("Copy command");
    const command = await until("a copied command", async () => {
        const text = await studio.copied();
        return text.includes("lacuna bake") && text;
    });
    const saving = studio.page.waitForEvent("download", { timeout: 180_000 });
    await studio.click("Bake file");
    const downloaded = await saving;
    const files = mkdtempSync(join(tmpdir(), "lacuna-page-"));
    try {
        execFileSync("bash", ["-e", "-c", command], { cwd: files, env: { ...process.env, PATH: `${dirname(resolve(lacuna))}:${process.env.PATH}` } });
        const baked = readFileSync(join(files, downloaded.suggestedFilename()));
        const found = readFileSync(await downloaded.path());
        check(baked.equals(found), `${downloaded.suggestedFilename()}: a download is what the command bakes, ${found.length} and ${baked.length} bytes`);
        say(`${name}: ${found.length} bytes, those of the command`);
    } finally {
        rmSync(files, { recursive: true });
    }
}

async function by_webgpu() {
    const opened = await context();
    const { studio, first, milliseconds } = await loaded(opened);
    check(first.painter === "webgpu", `drawn by ${first.painter}`);
    check(milliseconds < LOADED, `the page took ${milliseconds} ms`);
    say(`WebGPU: a picture after ${milliseconds} ms`);
    await picture(studio, "page-terrain");
    const undone = await keys_and_mouse(studio, first);
    const seeded = await seed(studio, undone);
    await share(studio, opened, seeded);
    await download(studio);
    await picture(studio, "page-map");
    check(studio.complaints.length === 0, studio.complaints.join("\n"));
}

async function after_a_lost_device() {
    const { studio, first } = await loaded(await context());
    check(first.painter === "webgpu", `drawn by ${first.painter}`);
    await studio.page.evaluate(() => window.lacuna_lose());
    const after = await until("another device", async () => {
        const state = await studio.state();
        return state?.losses === 1 && state.notice && state;
    });
    check(after.notice.includes("GPU was lost") && after.text === first.text, `a lost device is told: ${after.notice}`);
    await studio.shown();
    await picture(studio, "page-lost");
    await studio.click("Close");
    await until("the picture that was there", async () => (await studio.shown()).sum === first.sum);
    await studio.page.mouse.click(WIDE.width / 3, WIDE.height / 2);
    await studio.page.keyboard.press("t");
    const finer = await studio.shown(first.sum);
    check(octaves(finer) === octaves(first) + 1, "keys go to the new canvas");
}

async function by_webgl() {
    const opened = await context();
    await hide(opened, ["webgpu"]);
    const { studio, first, milliseconds } = await loaded(opened);
    check(first.painter === "webgl", `drawn by ${first.painter}`);
    check(milliseconds < LOADED, `the page took ${milliseconds} ms`);
    say(`WebGL: a picture after ${milliseconds} ms`);
    await picture(studio, "page-webgl");
    await keys_and_mouse(studio, first);
    check(studio.complaints.length === 0, studio.complaints.join("\n"));
}

async function on_a_phone() {
    const opened = await context({ viewport: PHONE, hasTouch: true });
    const { studio } = await loaded(opened);
    await picture(studio, "page-phone");
    check(studio.complaints.length === 0, studio.complaints.join("\n"));
}

async function without_anything() {
    const opened = await context();
    await hide(opened, ["webgpu", "webgl"]);
    const studio = await Studio.open(opened, server.address);
    await studio.page.getByRole("alert").getByText("neither WebGPU nor WebGL 2").waitFor({ timeout: 60_000 });
}

async function with_a_broken_link() {
    const opened = await context();
    const { studio, first } = await loaded(opened, `${server.address}/#1.broken`);
    check(first.notice?.includes("link"), `a broken link is told: ${first.notice}`);
    await studio.page.evaluate(() => (location.hash = "#9.x"));
    await until("what a newer link tells", async () => (await studio.state()).notice?.includes("newer"));
    check((await studio.state()).sum === first.sum, "the picture stays");
    check(studio.complaints.length === 0, studio.complaints.join("\n"));
}

let code = 0;
for (const test of [by_webgpu, after_a_lost_device, by_webgl, on_a_phone, without_anything, with_a_broken_link]) {
    try {
        await test();
        say(`ok ${test.name}`);
    } catch (error) {
        say(`FAILED ${test.name}: ${error.stack ?? error}`);
        code = 1;
    }
    for (const context of contexts.splice(0)) await context.close();
}
await browser.close();
server.close();
process.exit(code);
