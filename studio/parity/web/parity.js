// Compares the engines in the page, and tells how far it is. Scripts call `lacuna_parity`.
import init, { adapter, open, run } from "./parity_page.js";

const told = document.getElementById("told");

/** Compares all graphs of the catalogue, or those that cover it, at so many samples; gives the adapter's name, and what `run` tells of each graph. */
window.lacuna_parity = async (samples, isAll) => {
    await init();
    const count = await open(samples, isAll);
    const graphs = [];
    let differing = 0;
    for (let number = 0; number < count; number++) {
    const graph = JSON.parse(await run(number, false));
    graphs.push(graph);
    differing += graph.differing;
    told.textContent = `${adapter()}: ${number + 1} of ${count} graphs, ${differing} samples differ`;
    }
    const control = JSON.parse(await run(0, true));
    return { adapter: adapter(), graphs, control };
};

document.getElementById("begin").addEventListener("click", () => {
    window.lacuna_parity(4096, true).catch((error) => {
    told.textContent = `${error}`;
    });
});
