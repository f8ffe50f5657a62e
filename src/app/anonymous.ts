import { useLocationProperty } from "wouter/use-browser-location";
import { readBackend } from "../supabase/backend.ts";
import { lazySupabase } from "../supabase/client.ts";

/** Has no session, whoever is signed in. */
export const anonymous = lazySupabase({ ...readBackend(), keepsSession: false });

const tokenInAddress = () => location.hash.slice(1, 100);

/** The token after the `#`, which no server logs; another one when another code is scanned. */
export const useTokenInAddress = (): string => useLocationProperty(tokenInAddress);
