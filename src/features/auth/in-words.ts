import { AuthFailure } from "../../auth/auth-failure.ts";
import { WRONG_CODE } from "../../auth/authenticator.ts";
import type { Locale } from "../../domain/language/locale.ts";

/** Has refusals of these codes say these words in place of the service's. */
export async function inWords(
  words: Readonly<Record<string, string>>,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    const text = error instanceof AuthFailure ? words[error.code ?? ""] : undefined;
    throw text === undefined ? error : new AuthFailure(text);
  }
}

export const wrongCode = ({ t }: Locale) => ({
  [WRONG_CODE]: t("This code isn’t right, or was used before. Enter the one that is shown now."),
});
