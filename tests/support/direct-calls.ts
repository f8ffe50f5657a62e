import { become, inTransaction } from "./sql.ts";

/** The functions of the API, called straight in the database: many at little cost. */

/**
 * Calls one as somebody, in a transaction of its own; the code of the refusal, or "ok" with the answer. Any
 * other error, such as a deadlock, is told by its SQLSTATE and message.
 */
export async function callAs(
  { id }: { readonly id: string },
  name: string,
  parameters: Record<string, unknown>,
): Promise<{ readonly code: string; readonly answer: unknown }> {
  const names = Object.keys(parameters);
  const text = `select public.${name}(${names.map((one, n) => `${one} => $${n + 1}`)}) as answer`;
  try {
    return await inTransaction(async (client) => {
      await become(client, "authenticated", id);
      const { rows } = await client.query(text, Object.values(parameters));
      return { code: "ok", answer: rows[0]?.answer };
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { code: code?.startsWith("PT") ? message : `${code} ${message}`, answer: null };
  }
}
