import { chakra, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Logo } from "../../ui/logo.tsx";

/** The page around the auth forms: the mark, what Rota is, and one narrow column. */
export function AuthFrame({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <chakra.main
      minH="100dvh"
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent={{ md: "center" }}
      px="4"
      py={{ base: "10", md: "12" }}
    >
      <Stack gap="6" width="full" maxW="narrow">
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
