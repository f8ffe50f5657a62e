import { useEffect } from "react";
import { Route, Switch } from "wouter";
import { late } from "../ui/late.tsx";
import { SignedIn } from "./signed-in.tsx";
import { addShared, goHome, goTo } from "./view.ts";

const TaskView = late(() => import("./task-view.tsx"));
const HouseholdView = late(() => import("./household-view.tsx"));
const RecordView = late(() => import("./record-view.tsx"));
const ReviewView = late(() => import("./review-view.tsx"));
const DisplayView = late(() => import("./display-view.tsx"));
const LabelView = late(() => import("./label-view.tsx"));
const JoinView = late(() => import("./join-view.tsx"));
const SettingsView = late(() => import("./settings-view.tsx"));
const SetNewPasswordScreen = late(() => import("../features/auth/set-new-password-screen.tsx"));
const ConfirmScreen = late(() => import("../features/auth/confirm-screen.tsx"));
const IssuerScreen = late(() => import("../features/auth/issuer-screen.tsx"));
const MailView = late(() => import("./mail-view.tsx"));
const NotFound = late(() => import("./not-found.tsx"));

/** Few visits begin here. */
export default function OtherPages() {
  return (
    <Switch>
      <Route path="/task/:id">
        {({ id }) => (
          <SignedIn>{(userId) => <TaskView key={`${userId} ${id}`} id={id} />}</SignedIn>
        )}
      </Route>
      <Route path="/household/:id/:page?">
        {({ id, page }) => (
          <SignedIn>
            {(userId) => <HouseholdView key={`${userId} ${id}`} id={id} page={page} />}
          </SignedIn>
        )}
      </Route>
      <Route path="/household">
        <SignedIn>{(userId) => <HouseholdView key={userId} />}</SignedIn>
      </Route>
      <Route path="/record">
        <SignedIn>{(userId) => <RecordView key={userId} />}</SignedIn>
      </Route>
      <Route path="/record/:year">
        {({ year }) => (
          <SignedIn>{(userId) => <ReviewView key={`${userId} ${year}`} year={year} />}</SignedIn>
        )}
      </Route>
      <Route path="/display" component={DisplayView} />
      <Route path="/label" component={LabelView} />
      <Route path="/settings/:page?">
        {({ page }) => <SignedIn>{(userId) => <SettingsView key={userId} page={page} />}</SignedIn>}
      </Route>
      <Route path="/join" component={JoinView} />
      <Route path="/share">
        <SignedIn>{() => <ShareRoute />}</SignedIn>
      </Route>
      <Route path="/reset-password">
        <SetNewPasswordScreen onDone={goHome} />
      </Route>
      <Route path="/confirm">
        <ConfirmScreen onDone={goHome} />
      </Route>
      <Route path="/sign-in">
        <IssuerScreen onDone={goTo} />
      </Route>
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

/** `/share?text=…`: what another app has shared begins a new task, in one line. */
function ShareRoute() {
  useEffect(() => addShared(new URLSearchParams(location.search)), []);
  return null;
}
