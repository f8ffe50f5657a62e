import { useEffect } from "react";
import { useAuth } from "../auth/auth.tsx";
import { whenIdle } from "../ui/when-idle.ts";
// Both screens below have these, which keeps them in the first file instead of one more.
import "../auth/mailed-link.ts";
import "../supabase/failure-notice.ts";
import "../ui/logo.tsx";
import "../ui/tabs.tsx";
import "../ui/use-has-changed.ts";
import { navigate } from "wouter/use-browser-location";
import { late } from "../ui/late.tsx";
import { keptInvitation } from "./kept-invitation.ts";
import { AuthScreen, SignedIn } from "./signed-in.tsx";
// What it listens to has to come to it before it comes to wouter, from the first render on.
import "./view.ts";

const MainView = late(() => import("./main-view.tsx"));

// Its link to the tabs shows the main view at once, much of which it loads anyway.
const TaskView = late(async () => {
  const [view] = await Promise.all([import("./task-view.tsx"), MainView.load()]);
  return view;
});

/** Loads what `/` shows to somebody with a session, or without one. */
export const loadFirstScreen = (isSignedIn: boolean): Promise<unknown> =>
  isSignedIn ? MainView.load() : AuthScreen.load();

/** `/`: the main view or the auth screen. */
export function Home() {
  const { user } = useAuth();
  // Someone who signs in should not wait for it then.
  useEffect(() => whenIdle(MainView.load), []);
  // They followed a household's link before they had an account.
  useEffect(() => {
    if (user && keptInvitation()) navigate("/join", { replace: true });
  }, [user]);
  return <SignedIn>{(userId) => <MainView key={userId} />}</SignedIn>;
}

/** `/task/<id>`: a task's page. */
export const TaskRoute = ({ id }: { id: string }) => (
  <SignedIn>{(userId) => <TaskView key={`${userId} ${id}`} id={id} />}</SignedIn>
);
