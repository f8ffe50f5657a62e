import { sendPushes } from "../../supabase/functions/send-pushes/send.ts";
import { fetchBy } from "./push-stand-in.ts";
import { functionEnvironment, serviceCall } from "./service.ts";

/** Sends the pushes due at an instant; the arguments are its variables, the instant, and the push server's port. */
const [variables = "{}", instant = "", port = ""] = process.argv.slice(2);
const environment = { ...functionEnvironment(JSON.parse(variables)), fetch: fetchBy(Number(port)) };
const context = { environment, call: serviceCall(), appUrl: "https://rota.example" };
await sendPushes(context, new Date(instant));
