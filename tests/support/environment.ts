import type { StackAddresses } from "../../stack/stack.ts";

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with "npm test".`);
  return value;
}

/** Variables that tell tests which stack to use, embedded or not. */
export function stackVariables(addresses: StackAddresses): Record<string, string> {
  return {
    ROTA_API_URL: addresses.apiUrl,
    ROTA_PUBLISHABLE_KEY: addresses.publishableKey,
    ROTA_SECRET_KEY: addresses.secretKey,
    ROTA_DB_URL: addresses.dbUrl,
    ROTA_MAIL_URL: addresses.mailUrl,
    ROTA_FUNCTIONS_URL: addresses.functionsUrl,
  };
}

/** The stack under test, from its runner's environment variables. */
export function stackUnderTest(): StackAddresses {
  return {
    apiUrl: required("ROTA_API_URL"),
    publishableKey: required("ROTA_PUBLISHABLE_KEY"),
    secretKey: required("ROTA_SECRET_KEY"),
    dbUrl: required("ROTA_DB_URL"),
    mailUrl: required("ROTA_MAIL_URL"),
    functionsUrl: required("ROTA_FUNCTIONS_URL"),
  };
}

/** The address of the built app for browser tests. */
export const appUrl = (): string => required("ROTA_APP_URL");
