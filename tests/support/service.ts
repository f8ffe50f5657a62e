import { type Call, databaseForService } from "../../supabase/functions/_shared/database.ts";
import { type Environment, readEnvironment } from "../../supabase/functions/_shared/environment.ts";
import { stackUnderTest } from "./environment.ts";

/** The environment of the edge functions on the stack under test; `more` are further variables. */
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

/** Calls granted only to the functions. */
export const serviceCall = (): Call => databaseForService(functionEnvironment());
