import { ChakraProvider } from "@chakra-ui/react";
import { notifyManager, QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { Route, Switch, useLocation } from "wouter";
import { AuthProvider } from "../data/auth.tsx";
import { LiveProvider } from "../data/live.tsx";
import { createQueryClient } from "../data/query-client.ts";
import { atOnce, whenDrawn } from "../ui/after-paint.ts";
import { Announcer } from "../ui/announcer.tsx";
import { system } from "../ui/theme/system.ts";
import { Toaster } from "../ui/toaster.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Home } from "./home.tsx";

const SetNewPasswordScreen = lazy(() => import("../features/auth/set-new-password-screen.tsx"));
const NotFound = lazy(() => import("./not-found.tsx"));

// What a tap shows by itself is drawn before the screens hear of the change that it made.
notifyManager.setScheduler(whenDrawn);

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <ChakraProvider value={system}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <AuthProvider>
            <LiveProvider deliver={atOnce}>
              <Suspense>
                <Routes />
              </Suspense>
            </LiveProvider>
          </AuthProvider>
        </QueryClientProvider>
      </ErrorBoundary>
      <Toaster />
      <Announcer />
    </ChakraProvider>
  );
}

function Routes() {
  const [, navigate] = useLocation();
  const goHome = useCallback(() => navigate("/", { replace: true }), [navigate]);
  return (
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/reset-password">
        <SetNewPasswordScreen onDone={goHome} />
      </Route>
      <Route component={NotFound} />
    </Switch>
  );
}
