import { readEnvironment } from "../_shared/environment.ts";
import { importTasksHandler } from "./handler.ts";

Deno.serve(importTasksHandler(readEnvironment((name) => Deno.env.get(name))));
