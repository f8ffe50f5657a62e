import { readEnvironment } from "../../supabase/functions/_shared/environment.ts";

export interface Call {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A hosted project's environment, whose API answers as the test wants; its calls are noted. */
export function environmentWith(
  answer: () => Response | Promise<Response>,
  calls: Call[] = [],
  more: Readonly<Record<string, string | undefined>> = {},
) {
  const variables: Record<string, string | undefined> = {
    SUPABASE_URL: "https://project.example/",
    SUPABASE_PUBLISHABLE_KEYS: '{"default": "sb_publishable_x"}',
    SUPABASE_SECRET_KEYS: '{"default": "sb_secret_x"}',
    ...more,
  };
  return readEnvironment(
    (name) => variables[name],
    async (url, init) => {
      const body = init?.body ? JSON.parse(String(init.body)) : null;
      calls.push({ url: String(url), headers: new Headers(init?.headers), body });
      return answer();
    },
  );
}
