import { readEnvironment } from "../_shared/environment.ts";
import { pushDeviceHandler } from "./handler.ts";

Deno.serve(pushDeviceHandler(readEnvironment((name) => Deno.env.get(name))));
