import { chakra, Stack } from "@chakra-ui/react";
import { useSession } from "../../auth/session.ts";
import type { LoadSupabase } from "../../supabase/client.ts";
import { saveProfile } from "../../sync/save-profile.ts";
import { useProfile } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Known } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { ROLE_HINTS, ROLE_NAMES } from "./household-words.ts";
import { type HouseholdInvitation, useHouseholdCall, useInvitation } from "./queries.ts";

const LINK_OVER = "This link no longer works";
const ASK_AGAIN = "It was used or withdrawn, or is older than seven days. Ask for a new one.";

interface InviterProps {
  token: string;
  anonymous: LoadSupabase;
}

export function Inviter({ token, anonymous }: InviterProps) {
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

interface JoinPageProps {
  token: string;
  onDone: () => void;
}

export function JoinPage({ token, onDone }: JoinPageProps) {
  const query = useInvitation(token);
  return (
    <Known query={query} what="The invitation">
      {(invitation) => <Invited {...{ invitation, token, onDone }} />}
    </Known>
  );
}

interface InvitedProps extends JoinPageProps {
  /** null for one that no longer works */
  invitation: HouseholdInvitation | null;
}

function Invited({ invitation, token, onDone }: InvitedProps) {
  if (!invitation) {
    return (
      <Answer title={LINK_OVER} onDone={onDone}>
        {ASK_AGAIN}
      </Answer>
    );
  }
  if (invitation.isJoined) {
    return (
      <Answer title="You already belong to it" onDone={onDone}>
        The tasks of <bdi>{invitation.household}</bdi> are on your board.
      </Answer>
    );
  }
  return <Question invitation={invitation} token={token} onDone={onDone} />;
}

interface QuestionProps extends JoinPageProps {
  invitation: HouseholdInvitation;
}

function Question({ invitation, token, onDone }: QuestionProps) {
  const { household, by, role, person } = invitation;
  const session = useSession();
  const { callThen, isPending } = useHouseholdCall();
  const profile = useProfile();
  const isNamed = person !== null || profile?.fullName !== "";

  async function join(name: string) {
    // Without one they would be called by their address for ever; joining says what went wrong.
    if (session && name !== "") await saveProfile(session, { full_name: name }).catch(() => {});
    await callThen("join_household", { token }, () => {
      toastSuccess("Welcome", `The tasks of ${household} are on your board.`);
      onDone();
    });
  }

  return (
    <Form onValid={(textOf) => void join(isNamed ? "" : textOf("name").trim())}>
      <Stack gap="4">
        <h1>
          <bdi>{by}</bdi> invites you to <bdi>{household}</bdi>
        </h1>
        <p>
          {person && (
            <>
              You’ll join as <bdi>{person}</bdi>, with what was done under this name.{" "}
            </>
          )}
          {ROLE_NAMES[role]}: {ROLE_HINTS[role]}. Everyone in it sees your name and what you do in
          its tasks; your own tasks stay yours alone.
        </p>
        {!isNamed && (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={100}
            hint="The others see it."
            required
          />
        )}
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" disabled={isPending}>
            Join
          </Button>
          <Button variant="outline" onClick={onDone}>
            Not now
          </Button>
        </chakra.div>
      </Stack>
    </Form>
  );
}

interface AnswerProps {
  title: string;
  onDone: () => void;
  children: React.ReactNode;
}

function Answer({ title, onDone, children }: AnswerProps) {
  return (
    <Stack gap="4" alignItems="flex-start">
      <h1>{title}</h1>
      <p>{children}</p>
      <Button onClick={onDone}>To my tasks</Button>
    </Stack>
  );
}
