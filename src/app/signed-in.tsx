import { chakra } from "@chakra-ui/react";
import { type ReactNode, Suspense } from "react";
import { useAuth } from "../auth/auth.tsx";
import { storedSession } from "../auth/stored-session.ts";
import { late } from "../ui/late.tsx";
import { Loading } from "../ui/loading.tsx";

const AuthScreen = late(() => import("../features/auth/auth-screen.tsx"));

/** Resolves when the first render can show what it is for: a loading sign would stay for 0.3 s. Never rejects. */
export async function loadFirstScreen(): Promise<void> {
  if (storedSession() !== null || location.pathname !== "/") return;
  await AuthScreen.load().catch(() => undefined);
}

function LoadingPage() {
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center">
      <Loading size="lg" />
    </chakra.main>
  );
}

/** Shows its children to a signed-in user, the auth screen to anyone else. */
export function SignedIn({ children }: { children: (userId: string) => ReactNode }) {
  const { user } = useAuth();
  return (
    <Suspense fallback={<LoadingPage />}>{user ? children(user.id) : <AuthScreen />}</Suspense>
  );
}
