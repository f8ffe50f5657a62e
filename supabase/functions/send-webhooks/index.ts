import { readEnvironment } from "../_shared/environment.ts";
import { sendWebhooksHandler } from "./handler.ts";

Deno.serve(sendWebhooksHandler(readEnvironment((name) => Deno.env.get(name))));
