// Compares the engines in the page, and tells how far it is. Scripts call `lacuna_parity`.
import init, { adapter, open, run } from "./parity_page.js";

const told = document.getElementById("told");

/**
 * Compares so many graphs of the catalogue, or of those that cover it, from one on, at so many samples; gives the adapter's name, how many graphs there are in all,
 * and what `run` tells of each.
 */
window.lacuna_parity = async (samples, isAll, first = 0, most = Infinity) => {
    await init();
    const count = await open(samples, isAll);
    const graphs = [];
    let differing = 0;
    for (let number = first; number < Math.min(count, first + most); number++) {
    const graph = JSON.parse(await run(number, false));
    graphs.push(graph);
    differing += graph.differing;
    told.textContent = `${adapter()}: ${number + 1} of ${count} graphs, ${differing} samples differ`;
    }
    const control = JSON.parse(await run(0, true));
    return { adapter: adapter(), count, graphs, control };
};

document.getElementById("begin").addEventListener("click", () => {
    window.lacuna_parity(4096, true).catch((error) => {
    told.textContent = `${error}`;
    });
});
