import { chakra } from "@chakra-ui/react";
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { msg } from "../domain/language/messages.ts";
import { Icon } from "../ui/icon.tsx";
import { screenHeading } from "../ui/screen-heading.ts";
import { LARGE_LETTERS, LOW } from "../ui/theme/recipes/media.recipe.ts";
import { useLocale } from "../ui/use-locale.ts";
import { ConnectionStatus } from "./connection-status.tsx";
import { LoadFailureNotice } from "./load-failure-notice.tsx";
import { useTitle } from "./use-title.ts";
import { leaveForTab, returnToLink, type Tab, useCameFrom } from "./view.ts";

const BackLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minW: "touch",
    minH: "touch",
    maxW: "60%",
    [LARGE_LETTERS]: { maxW: "80%" },
    borderRadius: "sm",
    fontWeight: "semibold",
    color: "accent",
    "& > span": { lineClamp: "1" },
  },
});

/** The way back for a visit that began here: a tab, or a page and its name. */
type Back = Tab | readonly [href: string, name: string];

const TABS = {
  today: msg("Today"),
  tasks: msg("All tasks"),
  about: msg("About // a tab: about Rota"),
} as const;

function PageTop({ back, maxW }: { back: Back; maxW: "page" | "column" }) {
  const { t, language } = useLocale();
  const { from, lang } = useCameFrom();
  const [href, name] = typeof back === "string" ? [`/#${back}`, t(TABS[back])] : back;
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="bar"
      bg="bg"
      borderBottomWidth="1px"
      pt="env(safe-area-inset-top)"
      _print={{ display: "none" }}
      css={{ [LOW]: { position: "static" } }}
    >
      <chakra.nav
        aria-label="Rota"
        display="flex"
        alignItems="center"
        gap="4"
        minH="masthead"
        maxW={maxW}
        mx="auto"
        px="4"
      >
        <BackLink
          href={href}
          onClick={(event: MouseEvent) => {
            if (from === undefined && typeof back !== "string") return;
            event.preventDefault();
            if (from !== undefined) history.back();
            else leaveForTab(back as Tab);
          }}
        >
          <Icon name="back" />
          <bdi>{from !== undefined && lang !== language ? t("Back") : (from ?? name)}</bdi>
        </BackLink>
        <ConnectionStatus />
      </chakra.nav>
    </chakra.header>
  );
}

export interface PageProps {
  title: string;
  back: Back;
  isWide?: boolean;
  children: ReactNode;
}

/** Begins at its heading or, on the way back, where it was left. */
export function Page({ title, back, isWide = false, children }: PageProps) {
  const maxW = isWide ? "page" : "column";
  useTitle(title);
  useEffect(() => {
    if (returnToLink()) return;
    scrollTo({ top: 0, behavior: "instant" });
    screenHeading()?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <PageTop back={back} maxW={maxW} />
      <chakra.main maxW={maxW} mx="auto" px="4" pt="6" pb="16" _print={{ maxW: "none", p: "0" }}>
        {children}
      </chakra.main>
      <LoadFailureNotice />
    </>
  );
}
