import { Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { parseTaskChange } from "../../sync/task-change.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { HandedLink } from "./handed-link.tsx";
import { joinLink } from "./join-link.ts";
import { useHouseholdCall } from "./queries.ts";
import { type Contact, contactsOf, ownSharesQuery } from "./shared-with.ts";
import { StepsOutcome, takeFocus } from "./steps-outcome.tsx";
import { type Step, useSteps } from "./use-steps.ts";

interface NewHouseholdDialogProps {
  onMade: (householdId: string) => void;
  onClosed: () => void;
}

/** A household: its name, who lives there, whom of those one shares with to invite, and which tasks it takes in. */
export default function NewHouseholdDialog({ onMade, onClosed }: NewHouseholdDialogProps) {
  const session = useSession();
  const made = useRef<string>(null);
  const { data: tasks = [] } = useTasks();
  const own = tasksInOrder(tasks).filter(
    ({ ownerId, householdId }) => ownerId === session?.userId && householdId === null,
  );
  const { data: shares, error, refetch } = useQuery(ownSharesQuery(session));
  return (
    <AppDialog
      title="New household"
      onClosed={() => {
        onClosed();
        if (made.current) onMade(made.current);
      }}
    >
      {(close) => {
        if (!shares) return error ? <LoadFailure onRetry={() => void refetch()} /> : <Loading />;
        return (
          <NewHousehold
            own={own}
            contacts={contactsOf(shares, own)}
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

interface NewHouseholdProps {
  /** the user's own tasks */
  own: readonly Task[];
  contacts: readonly Contact[];
  onMade: (householdId: string) => void;
  onDone: () => void;
}

function NewHousehold({ own, contacts, onMade, onDone }: NewHouseholdProps) {
  const style = useDateStyle();
  // As they were when it opened: each leaves the list when it has moved.
  const [tasks] = useState(own);
  const [people] = useState(contacts);
  // A save that is tried again makes the same household.
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState("");
  const [others, setOthers] = useState("");
  const [invited, setInvited] = useState(() => new Set(contacts.map(({ address }) => address)));
  const [moving, setMoving] = useState(
    () => new Set(own.filter(({ isShared }) => isShared).map((task) => task.id)),
  );
  const [isMade, setMade] = useState(false);
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const { call } = useHouseholdCall();
  const change = useTaskChanges();
  const { run, share, failed } = useSteps();
  const { errors, form } = useFormErrors(() => void make());

  function stepsOf(): readonly Step[] {
    const create: Step = {
      id,
      label: name,
      isNeeded: true,
      run: async () => {
        await call("create_household", { id, name, others: namesIn(others) });
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
    if (sendsMail) return call("invite_to_household_by_mail", { ...parameters, address });
    const link = joinLink(String(await call("invite_to_household", parameters)));
    setLinks((known) => new Map(known).set(address, link));
  }

  async function make() {
    if (!(await run(stepsOf()))) return;
    if (invited.size > 0 && sendsMail)
      toastSuccess("Household created", "Everyone you ticked is invited by mail.");
    if (invited.size === 0 || sendsMail) onDone();
  }

  if (share !== null) return <ProgressBar label="Creating the household" share={share} />;
  if (isMade) {
    return (
      <Stack gap="4" pb="4" ref={takeFocus} tabIndex={-1}>
        <StepsOutcome failed={failed} />
        {links.size > 0 && <p>Share these links. Each works once, within seven days.</p>}
        {[...links].map(([address, link]) => (
          <HandedLink key={address} label={address} link={link} />
        ))}
        <Buttons>
          {failed.length > 0 && (
            <Button variant="outline" onClick={() => void make()}>
              Try Again
            </Button>
          )}
          <Button onClick={onDone}>To the household</Button>
        </Buttons>
      </Stack>
    );
  }
  return (
    <form {...form}>
      <Stack gap="5" pb="4">
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
        <TextField
          label="Who else lives here?"
          name="others"
          placeholder="Bob, Carol"
          hint={
            people.length > 0
              ? "Names of those you don’t invite below, separated by commas."
              : "Names, separated by commas. They need no account; you can invite them later."
          }
          value={others}
          onChange={(event) => setOthers(event.target.value)}
        />
        {people.length > 0 && (
          <CheckList
            legend={sendsMail ? "Invited by mail" : "Invited by a link you share"}
            hint="What you share with them stays shared until they join."
            rows={people.map((person) => ({
              id: person.address,
              name: person.name ?? person.address,
              hint: person.name && person.address,
            }))}
            checked={invited}
            onChange={setInvited}
          />
        )}
        {tasks.length > 0 && (
          <CheckList
            legend="Which of your tasks are everybody’s?"
            rows={tasks.map((task) => ({
              id: task.id,
              name: task.title,
              hint: repeatText(task, style),
            }))}
            checked={moving}
            onChange={setMoving}
          />
        )}
        <StepsOutcome failed={failed} />
        <Buttons>
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">Create</Button>
        </Buttons>
      </Stack>
    </form>
  );
}

const namesIn = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
