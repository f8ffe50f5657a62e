import { Failure, validationFailure } from "./failure.ts";

/** Several times the longest valid input with every character escaped. */
const MAX_BYTES = 131_072;

/** Parses the request's body as JSON. @throws Failure if it is too long or isn't JSON in UTF-8 */
export async function readJson(request: Request, maxBytes = MAX_BYTES): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw validationFailure([{ path: "", message: "The body must be JSON" }]);
  }
}

/**
 * Reads the request's body, but nothing of one whose declared length is too long.
 * @throws Failure if it is too long
 */
export async function readBytes(request: Request, maxBytes = MAX_BYTES): Promise<Uint8Array> {
  const tooLong = new Failure("PAYLOAD_TOO_LARGE", `At most ${maxBytes} bytes are taken.`);
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLong;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Throwing in the loop cancels the stream.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLong;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
