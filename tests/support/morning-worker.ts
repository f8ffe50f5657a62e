import { sendMorningMails } from "../../supabase/functions/send-mails/morning.ts";
import { functionEnvironment, serviceCall } from "./service.ts";

/** Sends the morning mails due at an instant; the arguments are its variables and the instant. */
const [variables = "{}", instant = ""] = process.argv.slice(2);
const environment = functionEnvironment(JSON.parse(variables));
const context = { environment, call: serviceCall(), appUrl: "https://rota.example" };
await sendMorningMails(context, new Date(instant));
