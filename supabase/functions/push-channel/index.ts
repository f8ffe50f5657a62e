import { readEnvironment } from "../_shared/environment.ts";
import { pushChannelHandler } from "./handler.ts";

Deno.serve(pushChannelHandler(readEnvironment((name) => Deno.env.get(name))));
