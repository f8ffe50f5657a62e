import { readEnvironment } from "../_shared/environment.ts";
import { mailLinkHandler } from "./handler.ts";

Deno.serve(mailLinkHandler(readEnvironment((name) => Deno.env.get(name))));
