import type { MiddlewareHandler } from "hono";

/**
 * Reads the whole body before answering, as the platform's gateway does. An answer without that
 * leaves unread bytes on a connection that the client believes is idle, and its next request would
 * be cut off.
 * @param largest in bytes
 */
export const wholeBody =
  (largest: number): MiddlewareHandler =>
  async (context, next) => {
    const { raw } = context.req;
    if (raw.method === "GET" || raw.method === "HEAD" || raw.body === null) return next();
    const body = await readUpTo(largest, raw.body);
    if (body === null) {
      return context.json({ message: `At most ${largest} bytes are taken.` }, 413);
    }
    context.req.raw = new Request(raw, { body });
    await next();
  };

/**
 * The same in front of something that reads the body itself: a length that is said is believed, and what nobody
 * read is read afterwards.
 * @param largest in bytes
 */
export const boundedBody = (largest: number): MiddlewareHandler => {
  const whole = wholeBody(largest);
  return async (context, next) => {
    if (!(Number(context.req.header("content-length")) <= largest)) return whole(context, next);
    const { raw } = context.req;
    await next();
    if (!raw.bodyUsed) await raw.arrayBuffer();
  };
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
