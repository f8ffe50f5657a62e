import type { MiddlewareHandler } from "hono";

const LOCAL = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

export const FOREIGN_HOST = "Only 127.0.0.1, localhost and [::1] are served here.\n";

/**
 * Whether a request's Host is this machine. Otherwise a site could point its own name here (DNS rebinding) and
 * read, as same-origin, things like mails with links.
 */
export const isLocalHost = (host: string | undefined): boolean => LOCAL.test(host ?? "");

/** Refuses requests for other machines. */
export const localHostOnly: MiddlewareHandler = async (context, next) => {
  if (!isLocalHost(context.req.header("host"))) return context.text(FOREIGN_HOST, 403);
  await next();
};

/** The refusal as bytes, for an upgrade. */
export const foreignHostAnswer =
  "HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\nconnection: close\r\n" +
  `content-length: ${FOREIGN_HOST.length}\r\n\r\n${FOREIGN_HOST}`;
