import { readEnvironment } from "../_shared/environment.ts";
import { updateTaskHandler } from "./handler.ts";

Deno.serve(updateTaskHandler(readEnvironment((name) => Deno.env.get(name))));
