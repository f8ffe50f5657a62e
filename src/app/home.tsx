import { chakra } from "@chakra-ui/react";
import { lazy, Suspense } from "react";
import { useAuth } from "../auth/auth.tsx";
import { Loading } from "../ui/loading.tsx";
// Not lazy: most visitors are signed in, and a second round trip would cost them more than these
// 15 kB cost the others.
import { MainView } from "./main-view.tsx";

const TaskView = lazy(() => import("./task-view.tsx"));

let authScreen: Promise<typeof import("../features/auth/auth-screen.tsx")> | undefined;

/** The same promise each time: once it has settled, React need not wait for it. */
export function loadAuthScreen() {
  authScreen ??= import("../features/auth/auth-screen.tsx");
  return authScreen;
}

const AuthScreen = lazy(loadAuthScreen);

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
