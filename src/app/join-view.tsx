import { useEffect } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { useAuth } from "../auth/auth.tsx";
import { JoinPage } from "../features/household/join-page.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { anonymous } from "./anonymous.ts";
import { forgetInvitation, keepInvitation, keptInvitation } from "./kept-invitation.ts";
import { NewcomerPage } from "./newcomer-page.tsx";
import { Page } from "./page.tsx";
import { goHome } from "./view.ts";

/** `/join#<token>`: whether to join the household that a link is from. */
export default function JoinView() {
  const { t } = useLocale();
  const { user } = useAuth();
  // Another link may be pasted over the one that is shown.
  const token = useLocationProperty(keptInvitation);
  const isSignedOut = user === null;
  // They may come back through a mail, on another page.
  useEffect(() => {
    if (isSignedOut) keepInvitation();
  }, [isSignedOut]);
  const leave = () => {
    forgetInvitation();
    goHome();
  };
  if (isSignedOut) return <NewcomerPage token={token} anonymous={anonymous} onLeave={leave} />;
  return (
    <Page title={t("Join a household")} back="today">
      <JoinPage key={user.id} token={token} onDone={leave} />
    </Page>
  );
}
