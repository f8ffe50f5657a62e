import { readEnvironment } from "../_shared/environment.ts";
import { deleteTaskHandler } from "./handler.ts";

Deno.serve(deleteTaskHandler(readEnvironment((name) => Deno.env.get(name))));
