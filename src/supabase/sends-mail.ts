import { readBackend } from "./backend.ts";

/** Whether this backend sends mails: a server of one's own may have no mail server. */
export const { sendsMail } = readBackend();
