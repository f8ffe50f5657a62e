import { ChakraProvider } from "@chakra-ui/react";
import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { usePathname } from "wouter/use-browser-location";
import { AuthProvider } from "../auth/auth.tsx";
import { readStyle } from "../domain/dates/date-style.ts";
import { localeOf } from "../domain/language/locale.ts";
import { useStore } from "../store/store.ts";
import { readBackend } from "../supabase/backend.ts";
import { lazySupabase } from "../supabase/client.ts";
import { LiveProvider } from "../sync/live.tsx";
import type { LiveCompletion } from "../sync/live-list.ts";
import { afterPreload, cachePreloadedTasks } from "../sync/preloaded-tasks.ts";
import { useProfile } from "../sync/use-tasks.ts";
import { Announcer, announce } from "../ui/announcer.tsx";
import { late, Nothing } from "../ui/late.tsx";
import { system } from "../ui/theme/system.ts";
import { Toaster } from "../ui/toaster.tsx";
import { LocaleContext, pageLanguage, spokenLocale } from "../ui/use-locale.ts";
import { whenIdle } from "../ui/when-idle.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Home } from "./home.tsx";
import { useSpoken } from "./language.ts";
import { createQueryClient } from "./query-client.ts";

const OtherPages = late(() => import("./other-pages.tsx"));
const Waiting = late(() => import("./offline.tsx"), Nothing);
const QueryDevtools = import.meta.env.DEV ? late(() => import("./query-devtools.tsx")) : null;

const options = { ...readBackend(), after: afterPreload() };
const supabase = lazySupabase(options);
const linkClient = lazySupabase({ ...options, keepsSession: false });

// TanStack Query assumes a network until its first subscriber, which would come after the first screen.
onlineManager.subscribe(() => {});
onlineManager.setOnline(globalThis.navigator?.onLine !== false);

function announceCompletion({ nameFor, taskTitle }: LiveCompletion) {
  const locale = spokenLocale.getState();
  announce(locale.t("{name} completed {task}", { name: nameFor(locale), task: taskTitle }));
}

export function App() {
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    cachePreloadedTasks(client);
    return client;
  });
  return (
    <ChakraProvider value={system}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Suspense>{QueryDevtools && <QueryDevtools />}</Suspense>
          <AuthProvider supabase={supabase} linkClient={linkClient}>
            <LiveProvider onCompletion={announceCompletion}>
              <InViewersLocale>
                <Suspense>
                  <Routes />
                </Suspense>
              </InViewersLocale>
              <OnDevice />
            </LiveProvider>
          </AuthProvider>
        </QueryClientProvider>
      </ErrorBoundary>
      <Toaster />
      <Announcer />
    </ChakraProvider>
  );
}

/** Words and dates as the viewer reads them. */
function InViewersLocale({ children }: { children: ReactNode }) {
  const profile = useProfile();
  const { language, catalogue } = useSpoken(useStore(pageLanguage) ?? profile?.language);
  const { dateStyle } = profile ?? {};
  const locale = useMemo(
    () => localeOf(language, catalogue, readStyle(dateStyle)),
    [language, catalogue, dateStyle],
  );
  useLayoutEffect(() => {
    spokenLocale.setState(locale);
    const { documentElement } = document;
    documentElement.lang = locale.language;
    documentElement.dir = locale.direction;
  }, [locale]);
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** Stored changes are read once the list has come, or can't come. */
function OnDevice() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    let stop = () => {};
    void options.after.then(() => {
      stop = whenIdle(() => setShown(true));
    });
    return () => stop();
  }, []);
  return isShown && <Waiting />;
}

/** The router itself comes with the pages on which few visits begin. */
function Routes() {
  return usePathname() === "/" ? <Home /> : <OtherPages />;
}
