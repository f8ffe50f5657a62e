import type { MiddlewareHandler } from "hono";

/** Bytes; the longest body that the platform's own parts take is below. */
const LARGEST_BODY = 10_000_000;

/**
 * Reads the whole body before anything is answered, as the platform's gateway does. Who answers
 * without it leaves bytes on a connection that the client takes for free: its next request there
 * would be cut off when the connection is cleaned up.
 */
export const wholeBody: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  if (raw.method === "GET" || raw.method === "HEAD" || raw.body === null) return next();
  const body = await readUpTo(LARGEST_BODY, raw.body);
  if (body === null) {
    return context.json({ message: `At most ${LARGEST_BODY} bytes are taken.` }, 413);
  }
  context.req.raw = new Request(raw, { body });
  await next();
};

/** The bytes of a stream, which is read to its end in any case; null for more than that many. */
async function readUpTo(
  largest: number,
  stream: ReadableStream<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length <= largest) chunks.push(chunk);
  }
  return length <= largest ? Buffer.concat(chunks) : null;
}
