import { readEnvironment } from "../_shared/environment.ts";
import { calendarHandler } from "./handler.ts";

Deno.serve(calendarHandler(readEnvironment((name) => Deno.env.get(name))));
