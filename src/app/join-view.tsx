import { JoinPage } from "../features/household/join-page.tsx";
import { forgetInvitation, keptInvitation } from "./kept-invitation.ts";
import { Page } from "./page.tsx";
import { goHome } from "./view.ts";

/** `/join#<token>`: whether to join the household that a link is from. */
export default function JoinView() {
  return (
    <Page title="Join a household" back="today">
      <JoinPage
        token={keptInvitation()}
        onDone={() => {
          forgetInvitation();
          goHome();
        }}
      />
    </Page>
  );
}
