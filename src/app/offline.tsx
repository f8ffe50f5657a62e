import { useEffect } from "react";
import { useSession } from "../auth/session.ts";
import { TellUntaken } from "../completions/tell-untaken.tsx";
import { keepList } from "../sync/keep-list.ts";
import { followQueue } from "../sync/waiting/queue.ts";
import { keepApp } from "./keep-app.ts";

/** Keeps the app, the list, and what waits for the network, on this device, and says what came before a change. */
export default function Waiting() {
  const session = useSession();
  useEffect(() => (session ? followQueue(session) : undefined), [session]);
  useEffect(() => (session ? keepList(session) : undefined), [session]);
  useEffect(keepApp, []);
  return <TellUntaken />;
}
