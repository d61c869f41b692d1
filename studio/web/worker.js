// A web worker of the studio. The first message is the compiled module; what follows is the module's own.
import init, { serve } from "./lacuna_studio.js";

self.onmessage = async (event) => {
    await init({ module_or_path: event.data });
    serve();
};
