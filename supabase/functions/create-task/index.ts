import { readEnvironment } from "../_shared/environment.ts";
import { createTaskHandler } from "./handler.ts";

Deno.serve(createTaskHandler(readEnvironment((name) => Deno.env.get(name))));
