import { chakra } from "@chakra-ui/react";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../ui/icon.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { leaveForTab, type Tab } from "./view.ts";

const HomeLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    minW: "touch",
    minH: "touch",
    // A phone's toasts stand where its words would.
    ms: { smDown: "-3" },
    "& > span": { smDown: { srOnly: true } },
    borderRadius: "sm",
    fontWeight: "semibold",
    color: "accent",
  },
});

type PageTopProps = {
  children: ReactNode;
} & (
  | { /** where its link leads */ tab: Tab; href?: never }
  | { /** the page to which it leads */ href: string; tab?: never }
);

/** The top of a page of its own, with the way back. */
export function PageTop({ tab, href = `/#${tab}`, children }: PageTopProps) {
  return (
    <chakra.header
      position="sticky"
      top="0"
      zIndex="bar"
      bg="bg"
      borderBottomWidth="1px"
      pt="env(safe-area-inset-top)"
    >
      <chakra.nav
        aria-label="Rota"
        display="flex"
        alignItems="center"
        gap="4"
        minH="masthead"
        maxW="column"
        mx="auto"
        px="4"
      >
        <HomeLink
          href={href}
          onClick={(event: MouseEvent) => {
            if (tab === undefined) return;
            event.preventDefault();
            leaveForTab(tab);
          }}
        >
          <Icon name="back" />
          <span>{children}</span>
        </HomeLink>
        <ConnectionStatus />
      </chakra.nav>
    </chakra.header>
  );
}
