import { readEnvironment } from "../_shared/environment.ts";
import { appAddress, calendarHandler } from "./handler.ts";

const get = (name: string) => Deno.env.get(name);
const environment = readEnvironment(get);

Deno.serve(calendarHandler(environment, appAddress(environment, get)));
