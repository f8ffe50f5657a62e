import { configuredProject, lazySupabase } from "../supabase/client.ts";

/** For those who come with a token and no account: a client without a session, whoever is signed in. */
export const anonymous = lazySupabase({ ...configuredProject(), keepsSession: false });

/** The token after the `#`, which no server logs. */
export const tokenInAddress = () => location.hash.slice(1, 100);
