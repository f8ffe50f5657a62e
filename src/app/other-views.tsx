import { useEffect } from "react";
import { Route, Switch } from "wouter";
import { useAuth } from "../auth/auth.tsx";
import { late } from "../ui/late.tsx";
import { DisplayView } from "./display-view.tsx";
import { SignedIn } from "./home.tsx";
import { JoinView } from "./join-view.tsx";
import { keepInvitation } from "./kept-invitation.ts";
import { LabelView } from "./label-view.tsx";
import { MailView } from "./mail-view.tsx";
import NotFound from "./not-found.tsx";
import { goHome } from "./view.ts";

const SetNewPasswordScreen = late(() => import("../features/auth/set-new-password-screen.tsx"));
const ConfirmScreen = late(() => import("../features/auth/confirm-screen.tsx"));

/** `/join#<token>`: where a household's link leads. */
function JoinRoute() {
  const isSignedOut = useAuth().user === null;
  useEffect(() => {
    if (isSignedOut) keepInvitation();
  }, [isSignedOut]);
  return <SignedIn>{(userId) => <JoinView key={userId} />}</SignedIn>;
}

/** Where few visits begin. */
export default function OtherViews() {
  return (
    <Switch>
      <Route path="/reset-password">
        <SetNewPasswordScreen onDone={goHome} />
      </Route>
      <Route path="/confirm">
        <ConfirmScreen onDone={goHome} />
      </Route>
      <Route path="/join" component={JoinRoute} />
      <Route path="/display" component={DisplayView} />
      <Route path="/label" component={LabelView} />
      <Route path="/mail/done">
        <MailView page="done" onLeave={goHome} />
      </Route>
      <Route path="/mail/unsubscribe">
        <MailView page="unsubscribe" onLeave={goHome} />
      </Route>
      <Route component={NotFound} />
    </Switch>
  );
}
