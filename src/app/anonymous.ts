import { useLocationProperty } from "wouter/use-browser-location";
import { configuredProject, lazySupabase } from "../supabase/client.ts";

/** For those who come with a token and no account: a client without a session, whoever is signed in. */
export const anonymous = lazySupabase({ ...configuredProject(), keepsSession: false });

const tokenInAddress = () => location.hash.slice(1, 100);

/** The token after the `#`, which no server logs; another one when another code is scanned. */
export const useTokenInAddress = (): string => useLocationProperty(tokenInAddress);
