import { readEnvironment } from "../_shared/environment.ts";
import { apiHandler } from "./handler.ts";

Deno.serve(apiHandler(readEnvironment((name) => Deno.env.get(name))));
