import { chakra } from "@chakra-ui/react";
import { Suspense, useEffect } from "react";
import { useAuth } from "../auth/auth.tsx";
import { Loading } from "../ui/loading.tsx";
import { whenIdle } from "../ui/when-idle.ts";
// Both screens below have these, which keeps them in the first file instead of one more.
import "../auth/mailed-link.ts";
import "../supabase/failure-notice.ts";
import "../ui/logo.tsx";
import "../ui/tabs.tsx";
import "../ui/use-has-changed.ts";
import { late } from "../ui/late.tsx";

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

function LoadingPage() {
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center">
      <Loading size="lg" />
    </chakra.main>
  );
}

/** `/`: the main view or the auth screen. */
export function Home() {
  const { user } = useAuth();
  // Someone who signs in should not wait for it then.
  useEffect(() => whenIdle(MainView.load), []);
  return (
    <Suspense fallback={<LoadingPage />}>
      {user ? <MainView key={user.id} /> : <AuthScreen />}
    </Suspense>
  );
}

/** `/task/<id>`: a task's page, after signing in. */
export function TaskRoute({ id }: { id: string }) {
  const { user } = useAuth();
  return (
    <Suspense fallback={<LoadingPage />}>
      {user ? <TaskView key={`${user.id} ${id}`} id={id} /> : <AuthScreen />}
    </Suspense>
  );
}
