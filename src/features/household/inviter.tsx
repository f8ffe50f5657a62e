import type { LoadSupabase } from "../../supabase/client.ts";
import { ASK_AGAIN, LINK_OVER } from "./household-words.ts";
import { useInvitation } from "./queries.ts";

interface InviterProps {
  token: string;
  anonymous: LoadSupabase;
}

/** Who invites to what, for somebody who followed a link and isn't signed in. */
export default function Inviter({ token, anonymous }: InviterProps) {
  const { data } = useInvitation(token, anonymous);
  if (data === null) return `${LINK_OVER}. ${ASK_AGAIN}`;
  return (
    <>
      {data ? (
        <>
          <bdi>{data.by}</bdi> invites you to <bdi>{data.household}</bdi>.
        </>
      ) : (
        "You are invited to a household."
      )}{" "}
      Sign in, or make an account, and you are asked whether to join it.
    </>
  );
}
