/** The session's key in the browser's local storage. */
export const SESSION_KEY = "rota.session";
