import { readEnvironment } from "../_shared/environment.ts";
import { closeAccountHandler } from "./handler.ts";

Deno.serve(closeAccountHandler(readEnvironment((name) => Deno.env.get(name))));
