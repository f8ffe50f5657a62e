/**
 * The first reading call is made by a script in the page itself (src/early-read.ts), while the app's
 * files are still on their way; on a slow phone that is a second earlier (docs/performance.md). The
 * app then finds the answer here, or makes the call itself when there is none.
 */

/** The call, below the API's address, and its body: what postgrest-js makes of it. */
export const READ_BOARD = "/rest/v1/rpc/read_board";
export const READ_BOARD_BODY = "{}";

export interface EarlyAnswer {
  readonly url: string;
  readonly token: string;
  readonly response: Promise<Response>;
}

declare global {
  var rotaEarlyAnswer: EarlyAnswer | undefined;
}

/** The answer to exactly this request, once. */
export function takeEarlyAnswer(request: {
  readonly url: string;
  readonly token: string | null;
  readonly body: unknown;
}): Promise<Response> | undefined {
  const early = globalThis.rotaEarlyAnswer;
  if (early?.url !== request.url || early.token !== request.token) return undefined;
  if (request.body !== READ_BOARD_BODY) return undefined;
  globalThis.rotaEarlyAnswer = undefined;
  return early.response;
}
