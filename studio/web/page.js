// Starts the studio in the page.

const message = document.getElementById("message");

function fail(text) {
    message.setAttribute("role", "alert");
    message.firstElementChild.textContent = text;
    message.hidden = false;
}

/** How the browser can draw, the best way first: by WebGPU, which is true, or by WebGL 2. */
async function ways() {
    const ways = [];
    if (navigator.gpu && (await navigator.gpu.requestAdapter().catch(() => null))) ways.push(true);
    if (document.createElement("canvas").getContext("webgl2")) ways.push(false);
    return ways;
}

/** Starts the studio in the first way that works; a canvas that was drawn to in one way can't be drawn to in another. */
async function start(studio, ways) {
    for (const [number, isWebGpu] of ways.entries()) {
        const canvas = document.getElementById("studio");
        try {
            return await studio.start(canvas, location.hash, isWebGpu);
        } catch (error) {
            if (number + 1 === ways.length) throw error;
            canvas.replaceWith(canvas.cloneNode());
        }
    }
}

/** Goes on in another canvas, drawn in the best way that is there, where the device that drew the last one was lost. */
async function again(studio) {
    const canvas = document.getElementById("studio");
    canvas.replaceWith(canvas.cloneNode());
    try {
        await start(studio, await ways());
    } catch (error) {
        fail(`The browser can't draw the studio any more: ${error}. Reload the page.`);
    }
}

try {
    const [found, studio] = await Promise.all([ways(), import("./lacuna_studio.js")]);
    if (found.length === 0) {
        fail(
            "The studio can't draw here: this browser offers neither WebGPU nor WebGL 2. Switch graphics acceleration on in its settings, or open the " +
                "page in another browser.",
        );
    } else {
        await studio.default();
        await start(studio, found);
        message.hidden = true;
        addEventListener("hashchange", () => studio.open(location.hash));
        addEventListener("lacuna-lost", () => again(studio));
        // For tests and scripts: what the studio shows, and what stands where.
        window.lacuna_state = () => JSON.parse(studio.state() ?? "null");
        window.lacuna_lose = () => studio.lose();
        window.lacuna_controls = () => JSON.parse(studio.controls() ?? "[]");
    }
} catch (error) {
    fail(`The studio does not start: ${error}. Reload the page; if that does not help, open it in another browser.`);
    throw error;
}
