// What the browser's tests share: a plain server of static files, the browser, and a page that is looked at and used as a person does.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";

const require = createRequire(join(process.env.LACUNA_BROWSER_MODULES ?? process.cwd(), "package.json"));
const { chromium } = require("playwright-core");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

/** The widest panel that is scrolled, in points. */
const PANEL = 560;

/** Serves a folder on a free port, without any special header. Gives its address, and what closes it. */
export async function serve(folder) {
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        const name = normalize(pathname === "/" ? "/index.html" : pathname);
        try {
            const body = await readFile(join(folder, name));
            response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Starts Chromium with a software WebGPU, and a software WebGL by one of ANGLE's backends. */
export function launch(angle = "swiftshader") {
    return chromium.launch({
        executablePath: process.env.LACUNA_CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox",
            "--enable-unsafe-webgpu",
            "--ignore-gpu-blocklist",
            `--use-angle=${angle}`,
            "--enable-features=Vulkan",
            "--use-vulkan=swiftshader",
            "--disable-background-timer-throttling",
            "--disable-renderer-backgrounding",
        ],
    });
}

/** Fails unless something holds. */
export function check(holds, what) {
    if (!holds) throw new Error(what);
}

/** The first value of a function that is neither null nor false; fails with a message after a time. */
export async function until(what, give, milliseconds = 120_000) {
    const end = performance.now() + milliseconds;
    for (;;) {
        const value = await give();
        if (value) return value;
        check(performance.now() < end, `waited ${milliseconds} ms for: ${what}`);
        await new Promise((later) => setTimeout(later, 20));
    }
}

/** What does not answer in time fails. */
export function within(milliseconds, what, promise) {
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error(`${what} took more than ${milliseconds} ms`)), milliseconds).unref());
    return Promise.race([promise, late]);
}

/** The studio in a page of a context, as a person uses it. */
export class Studio {
    constructor(page) {
        this.page = page;
        this.complaints = [];
        page.on("console", (message) => {
            if (message.type() === "error") this.complaints.push(message.text());
        });
        page.on("pageerror", (error) => this.complaints.push(`${error}`));
    }

    static async open(context, address) {
        const studio = new Studio(await context.newPage());
        await studio.page.goto(address);
        return studio;
    }

    /** What it shows; null before it runs. */
    state() {
        return within(60_000, "the state", this.page.evaluate(() => window.lacuna_state?.() ?? null));
    }

    /** What it shows once all of the picture is there, and, where a sum is named, once it is another picture. */
    shown(other = null, milliseconds = 120_000) {
        return until(
            other === null ? "a picture" : "another picture",
            async () => {
                const state = await this.state();
                return state?.is_done && state.sum !== null && state.sum !== other && state;
            },
            milliseconds,
        );
    }

    async controls() {
        return await within(60_000, "the controls", this.page.evaluate(() => window.lacuna_controls()));
    }

    /** The last control of a name. */
    control(name) {
        return until(`a control named ${name}`, async () => (await this.controls()).findLast((control) => control.name === name));
    }

    /** Waits until what happened is drawn, and what came of that. */
    async drawn() {
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))));
        await within(60_000, "a frame", this.page.evaluate(frames));
    }

    /** The middle of a control at rest, which is scrolled to where it can be seen. */
    async middle(name) {
        let before = null;
        for (let turns = 0; ; turns++) {
            check(turns < 100, `${name} can't be scrolled to`);
            const { place } = await this.control(name);
            const [x, y] = [(place[0] + place[2]) / 2, (place[1] + place[3]) / 2];
            const bar = (await this.controls()).find((control) => control.role === "ScrollBar" && x > control.place[2] - PANEL && x < control.place[2]);
            // What stands above what is scrolled, such as its tabs, is seen.
            const isSeen = !bar || place[3] <= bar.place[3];
            if (`${place}` === before) {
                if (isSeen) return [x, y];
                await this.page.mouse.move(x, (bar.place[1] + bar.place[3]) / 2);
                await this.page.mouse.wheel(0, 100);
            }
            before = `${place}`;
            await this.drawn();
        }
    }

    async click(name) {
        await this.page.mouse.click(...(await this.middle(name)));
        await this.drawn();
    }

    /** Types a value into a control instead of what it has. */
    async fill(name, text) {
        await this.click(name);
        await this.page.keyboard.press("Control+A");
        await this.drawn();
        await this.page.keyboard.type(text);
        await this.drawn();
        await this.page.keyboard.press("Enter");
    }

    async drag([x, y], [dx, dy]) {
        const { mouse } = this.page;
        await mouse.move(x, y);
        await mouse.down();
        for (let step = 1; step <= 8; step++) await mouse.move(x + (dx * step) / 8, y + (dy * step) / 8);
        await mouse.up();
    }

    async copied() {
        return await this.page.evaluate(() => navigator.clipboard.readText());
    }
}
