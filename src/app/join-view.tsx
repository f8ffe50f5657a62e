import { chakra } from "@chakra-ui/react";
import { JoinPage } from "../features/household/join-page.tsx";
import { forgetInvitation, keptInvitation } from "./kept-invitation.ts";
import { PageTop } from "./page-top.tsx";
import { useTitle } from "./use-title.ts";
import { goHome } from "./view.ts";

/** `/join#<token>`: whether to join the household that a link is from. */
export function JoinView() {
  useTitle("Join a household");
  return (
    <>
      <PageTop tab="today">Today</PageTop>
      <chakra.main maxW="column" mx="auto" px="4" pt="6" pb="16">
        <JoinPage
          token={keptInvitation()}
          onDone={() => {
            forgetInvitation();
            goHome();
          }}
        />
      </chakra.main>
    </>
  );
}
