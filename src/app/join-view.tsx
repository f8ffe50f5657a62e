import { useLocationProperty } from "wouter/use-browser-location";
import { JoinPage } from "../features/household/join-page.tsx";
import { forgetInvitation, keptInvitation } from "./kept-invitation.ts";
import { Page } from "./page.tsx";
import { goHome } from "./view.ts";

/** `/join#<token>`: whether to join the household that a link is from. */
export default function JoinView() {
  // Another link may be pasted over the one that is shown.
  const token = useLocationProperty(keptInvitation);
  return (
    <Page title="Join a household" back="today">
      <JoinPage
        token={token}
        onDone={() => {
          forgetInvitation();
          goHome();
        }}
      />
    </Page>
  );
}
