import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { parseTaskChange } from "../../sync/task-change.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { CheckList } from "./check-list.tsx";
import { HandedLink } from "./handed-link.tsx";
import { joinLink } from "./join-link.ts";
import { call, useHouseholdCall } from "./queries.ts";
import { type Contact, contactsOf, ownSharesQuery } from "./shared-with.ts";
import { StepsOutcome, takeFocus } from "./steps-outcome.tsx";
import { type Step, useSteps } from "./use-steps.ts";

interface ProposalDialogProps {
  /** the user's own tasks that are shared by address */
  shared: readonly Task[];
  onMade: (householdId: string) => void;
  onClosed: () => void;
}

/** A household of those with whom the user shares: whom to invite, and which tasks move in. */
export default function ProposalDialog({ shared, onMade, onClosed }: ProposalDialogProps) {
  const made = useRef<string>(null);
  // As they were when it opened: each leaves the list when it has moved.
  const [tasks] = useState(shared);
  const { data: shares, error, refetch } = useQuery(ownSharesQuery(useSession()));
  return (
    <AppDialog
      title="A household of the people I share with"
      onClosed={() => {
        onClosed();
        if (made.current) onMade(made.current);
      }}
    >
      {(close) => {
        if (error && !shares) return <LoadFailure onRetry={() => void refetch()} />;
        if (!shares) return <Loading />;
        return (
          <Proposed
            tasks={tasks}
            contacts={contactsOf(shares, tasks)}
            onMade={(id) => {
              made.current = id;
            }}
            onDone={close}
          />
        );
      }}
    </AppDialog>
  );
}

interface ProposedProps {
  tasks: readonly Task[];
  contacts: readonly Contact[];
  onMade: (householdId: string) => void;
  onDone: () => void;
}

function Proposed({ tasks, contacts, onMade, onDone }: ProposedProps) {
  const [id] = useState(() => crypto.randomUUID());
  const [people] = useState(contacts);
  const [invited, setInvited] = useState(() => new Set(contacts.map(({ address }) => address)));
  const [moving, setMoving] = useState(() => new Set(tasks.map((task) => task.id)));
  const [name, setName] = useState("");
  const [isMade, setMade] = useState(false);
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const { mutateAsync: send } = useHouseholdCall();
  const change = useTaskChanges();
  const { run, share, failed } = useSteps();
  const { errors, form } = useFormErrors(() => void make());

  function stepsOf(): readonly Step[] {
    const create: Step = {
      id,
      label: name,
      isNeeded: true,
      run: async () => {
        await send(call("create_household", { id, name }));
        setMade(true);
        onMade(id);
      },
    };
    const moves = tasks
      .filter((task) => moving.has(task.id))
      .map((task): Step => {
        const input = { id: task.id, householdId: id };
        const move = parseTaskChange({ kind: "update", taskId: task.id, input });
        return { id: task.id, label: task.title, run: () => change(move) };
      });
    const invitations = people
      .filter(({ address }) => invited.has(address))
      .map(({ address }): Step => ({ id: address, label: address, run: () => invite(address) }));
    return [create, ...moves, ...invitations];
  }

  async function invite(address: string) {
    const parameters = { household_id: id, role: "member" };
    if (sendsMail) return send(call("invite_to_household_by_mail", { ...parameters, address }));
    const link = joinLink(String(await send(call("invite_to_household", parameters))));
    setLinks((known) => new Map(known).set(address, link));
  }

  async function make() {
    if (!(await run(stepsOf())) || !sendsMail) return;
    toastSuccess("Household made", "Everyone you ticked is invited by mail.");
    onDone();
  }

  if (share !== null) return <ProgressBar label="Making the household" share={share} />;
  if (isMade) {
    return (
      <Stack gap="4" pb="4" ref={takeFocus} tabIndex={-1}>
        <StepsOutcome failed={failed} />
        {links.size > 0 && <p>Hand these links on. Each is good once, for seven days.</p>}
        {[...links].map(([address, link]) => (
          <HandedLink key={address} label={address} link={link} />
        ))}
        <chakra.div display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
          {failed.length > 0 && (
            <Button variant="outline" onClick={() => void make()}>
              Try Again
            </Button>
          )}
          <Button onClick={onDone}>To the household</Button>
        </chakra.div>
      </Stack>
    );
  }
  return (
    <form {...form}>
      <Stack gap="5" pb="4">
        <p>
          Nothing changes for those you share with until they join. Who joins has all tasks of the
          household on the board; who doesn’t keeps what you share with them.
        </p>
        <TextField
          label="Name"
          name="name"
          placeholder="The flat"
          required
          maxLength={100}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckList
          legend={sendsMail ? "Invited by mail" : "Invited by a link that you hand on"}
          rows={people.map((person) => ({
            id: person.address,
            name: person.name ?? person.address,
            hint: person.name && person.address,
          }))}
          checked={invited}
          onChange={setInvited}
        />
        <CheckList
          legend="Tasks that move in"
          rows={tasks.map((task) => ({ id: task.id, name: task.title, hint: repeatText(task) }))}
          checked={moving}
          onChange={setMoving}
        />
        <StepsOutcome failed={failed} />
        <chakra.div display="flex" flexWrap="wrap" gap="2" justifyContent="flex-end">
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">Make it</Button>
        </chakra.div>
      </Stack>
    </form>
  );
}
