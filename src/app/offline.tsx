import { useEffect } from "react";
// Looks at the address, whichever page it is.
import "../auth/mailed-link.ts";
import { useSession } from "../auth/session.ts";
import { TellUntaken } from "../completions/tell-untaken.tsx";
import { followQueue } from "../sync/waiting/queue.ts";
import { keepApp } from "./keep-app.ts";

export default function Waiting() {
  const session = useSession();
  useEffect(() => (session ? followQueue(session) : undefined), [session]);
  useEffect(keepApp, []);
  return <TellUntaken />;
}
