import type { MailContext } from "./context.ts";

/** Sends the invitations that are due: one mail a sender and address. */
export async function sendInvitations(_context: MailContext): Promise<void> {}
