import { chakra, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { msg } from "../../domain/language/messages.ts";
import { Logo } from "../../ui/logo.tsx";

/** Keeps the toasts' place free, however far the page is scrolled. */
const Masthead = chakra("div", {
  base: {
    position: "sticky",
    top: "0",
    zIndex: "bar",
    flexShrink: "0",
    boxSizing: "content-box",
    width: "full",
    height: "masthead",
    pt: "env(safe-area-inset-top)",
    bg: "bg",
  },
});

/** What Rota is for. */
export const LEAD = msg(
  "What is due, whose turn it is and who did it: a household’s tasks on one board. Sign in to sync your tasks across devices.",
);

export function AuthFrame({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <chakra.main
      minH="100dvh"
      display="flex"
      flexDirection="column"
      alignItems="center"
      px="4"
      pb={{ base: "10", md: "12" }}
    >
      <Masthead />
      <Stack gap="6" width="full" maxW="narrow" my={{ md: "auto" }}>
        <Stack gap="2" alignItems="center" textAlign="center">
          <chakra.div color="accent">
            <Logo size="3rem" />
          </chakra.div>
          <h1>Rota</h1>
          <chakra.p color="fg.muted" textWrap="balance">
            {lead}
          </chakra.p>
        </Stack>
        <chakra.div
          bg={{ md: "bg.panel" }}
          borderWidth={{ md: "1px" }}
          borderRadius="card"
          p={{ md: "6" }}
        >
          {children}
        </chakra.div>
      </Stack>
    </chakra.main>
  );
}
