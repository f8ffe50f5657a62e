import { readEnvironment } from "../_shared/environment.ts";
import { sendPushesHandler } from "./handler.ts";

Deno.serve(sendPushesHandler(readEnvironment((name) => Deno.env.get(name))));
