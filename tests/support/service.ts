import { type Call, databaseForService } from "../../supabase/functions/_shared/database.ts";
import { type Environment, readEnvironment } from "../../supabase/functions/_shared/environment.ts";
import { stackUnderTest } from "./environment.ts";

/** What the edge functions of the stack under test work with; `more` are variables of their own. */
export function functionEnvironment(more: Record<string, string> = {}): Environment {
  const { apiUrl, publishableKey, secretKey } = stackUnderTest();
  const variables: Record<string, string> = {
    SUPABASE_URL: process.env.ROTA_BEHIND_URL ?? apiUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    ...more,
  };
  return readEnvironment((name) => variables[name]);
}

/** The calls that are granted to the functions alone. */
export const serviceCall = (): Call => databaseForService(functionEnvironment());
