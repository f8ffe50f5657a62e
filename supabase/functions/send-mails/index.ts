import { readEnvironment } from "../_shared/environment.ts";
import { sendMailsHandler } from "./handler.ts";

Deno.serve(sendMailsHandler(readEnvironment((name) => Deno.env.get(name))));
