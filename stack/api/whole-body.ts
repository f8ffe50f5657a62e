import type { MiddlewareHandler } from "hono";

/**
 * Reads the whole body before answering, like the platform's gateway. Otherwise unread bytes would stay on a
 * connection that the client takes for idle, and its next request would be cut off.
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
 * The same before a reader of the body: trusts a declared length, and reads the rest afterwards.
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

/** The bytes of a stream, always read to its end; null if there are more. */
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
