import { chakra } from "@chakra-ui/react";
import { type ReactNode, Suspense, useEffect } from "react";
import { useAuth } from "../auth/auth.tsx";
import { Loading } from "../ui/loading.tsx";
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

// A file of its own for either, because few visits need both.
const MainView = late(() => import("./main-view.tsx"));
const AuthScreen = late(() => import("../features/auth/auth-screen.tsx"));

// Its link to the tabs shows the main view at once, much of which it loads anyway.
const TaskView = late(async () => {
  const [view] = await Promise.all([import("./task-view.tsx"), MainView.load()]);
  return view;
});

/** Loads what `/` shows to somebody with a session, or without one. */
export const loadFirstScreen = (isSignedIn: boolean): Promise<unknown> =>
  isSignedIn ? MainView.load() : AuthScreen.load();

const HouseholdView = late(() => import("./household-view.tsx"));

function LoadingPage() {
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center">
      <Loading size="lg" />
    </chakra.main>
  );
}

/** What a person who is signed in sees at an address; the auth screen for anyone else. */
export function SignedIn({ children }: { children: (userId: string) => ReactNode }) {
  const { user } = useAuth();
  return (
    <Suspense fallback={<LoadingPage />}>{user ? children(user.id) : <AuthScreen />}</Suspense>
  );
}

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

/** `/household/<id>`: a household's page, and what is below it. */
export const HouseholdRoute = (address: { id: string; page?: string | undefined }) => (
  <SignedIn>{(userId) => <HouseholdView key={`${userId} ${address.id}`} {...address} />}</SignedIn>
);
