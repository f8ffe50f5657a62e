import { become, inTransaction } from "./sql.ts";

/** The functions of the API, called directly in the database: many calls at little cost. */

/**
 * Calls one as a person, in a separate transaction; answers the refusal's code, or "ok" with the answer. Other
 * errors, such as deadlocks, are answered by their SQLSTATE and message.
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
