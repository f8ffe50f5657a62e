/** Whether this backend sends mails: a server of one's own may have no mail server. Decided when the app is built. */
export const sendsMail = import.meta.env.VITE_SENDS_MAIL !== "no";
