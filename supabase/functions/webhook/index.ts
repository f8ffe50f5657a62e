import { readEnvironment } from "../_shared/environment.ts";
import { webhookHandler } from "./handler.ts";

Deno.serve(webhookHandler(readEnvironment((name) => Deno.env.get(name))));
