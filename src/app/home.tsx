import { useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { useAuth } from "../auth/auth.tsx";
import { keptInvitation } from "./kept-invitation.ts";
import MainView from "./main-view.tsx";
import { SignedIn } from "./signed-in.tsx";

/** `/`: the main view or the auth screen. */
export function Home() {
  const { user } = useAuth();
  // They followed a household's link before they had an account.
  useEffect(() => {
    if (user && keptInvitation()) navigate("/join", { replace: true });
  }, [user]);
  return <SignedIn>{(userId) => <MainView key={userId} />}</SignedIn>;
}
