import { Failure, validationFailure } from "./failure.ts";

/** Several times the longest valid input with every character escaped. */
const MAX_BYTES = 131_072;

/** The request's body as JSON. @throws Failure for one that is too long or is no JSON in UTF-8 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw validationFailure([{ path: "", message: "The body must be JSON" }]);
  }
}

/** The request's body, of at most 128 KiB. @throws Failure, having read no more than that */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) break;
    length += value.byteLength;
    if (length > MAX_BYTES) {
      await reader?.cancel();
      throw new Failure("PAYLOAD_TOO_LARGE", `At most ${MAX_BYTES} bytes are taken.`);
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}
