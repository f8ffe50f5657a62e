import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import { unchangedWords } from "../../supabase/failure-notice.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { Known, together } from "../../ui/known.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import BlockDialog from "./block-dialog.tsx";
import { DECISION_FAILED, useAskForTasks, useDecision, usePendingSenders } from "./mutations.ts";
import { type LeftTask, leftTasksQuery, type Sender, sendersQuery } from "./queries.ts";
import { tasksText } from "./tasks-text.ts";

const ASK_FAILED = unchangedWords("Asking For It Back");

export function SharingDecisions() {
  const session = useSession();
  const senders = useQuery(sendersQuery(session));
  const left = useQuery(leftTasksQuery(session));
  const pending = usePendingSenders();
  return (
    <Known query={together(senders, left)} what="What you decided">
      {([people, tasks]) => {
        const decided = people.filter(({ id }) => !pending.has(id));
        return (
          <>
            <AcceptedPeople people={decided.filter(({ isAccepted }) => isAccepted)} />
            <BlockedPeople people={decided.filter(({ isAccepted }) => !isAccepted)} />
            <LeftTasks tasks={tasks} />
          </>
        );
      }}
    </Known>
  );
}

function AcceptedPeople({ people }: { readonly people: readonly Sender[] }) {
  const { data: tasks } = useTasks();
  const [asked, setAsked] = useState<Sender | null>(null);
  const named = people.map((person) => {
    const task = tasks?.find(({ ownerId }) => ownerId === person.id);
    return { ...person, name: task?.people[person.id] ?? person.name };
  });
  return (
    <>
      <Section
        title="People you accepted"
        hint="What they share appears on your list right away."
        rows={named.map((person) => ({
          key: person.id,
          text: <bdi>{person.name}</bdi>,
          action: "Block",
          name: `Block ${person.name}`,
          onAct: () => setAsked(person),
        }))}
      />
      {asked && (
        <BlockDialog
          senderId={asked.id}
          name={asked.name}
          focusAfterwards={screenHeading}
          onClosed={() => setAsked(null)}
        />
      )}
    </>
  );
}

function BlockedPeople({ people }: { readonly people: readonly Sender[] }) {
  const { mutateAsync } = useDecision();

  const unblock = ({ id, name }: Sender) =>
    told(mutateAsync({ senderId: id, call: "unblock_sender" }), DECISION_FAILED, () =>
      toastSuccess("Person unblocked", `${name} can invite you again.`),
    );

  return (
    <Section
      title="People you blocked"
      hint="Nothing they share reaches you. Unblock them, and you are asked again."
      rows={people.map((person) => ({
        key: person.id,
        text: <bdi>{person.name}</bdi>,
        action: "Unblock",
        name: `Unblock ${person.name}`,
        isGone: true,
        onAct: () => void unblock(person),
      }))}
    />
  );
}

function LeftTasks({ tasks }: { readonly tasks: readonly LeftTask[] }) {
  const { mutateAsync } = useAskForTasks();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const open = tasks.filter(({ id }) => !asked.includes(id));
  const declined = new Map<string, LeftTask[]>();
  for (const task of open) {
    if (task.title !== null) continue;
    declined.set(task.ownerId, [...(declined.get(task.ownerId) ?? []), task]);
  }

  function ask(ids: readonly string[], whenBack: string, otherwise: string) {
    setAsked((before) => [...before, ...ids]);
    void told(mutateAsync(ids), ASK_FAILED, (isBack) =>
      toastSuccess(isBack ? "It is back" : "Asked", isBack ? whenBack : otherwise),
    ).then(() => setAsked((before) => before.filter((id) => !ids.includes(id))));
  }

  const rows = [
    ...open.flatMap(({ id, title, ownerName }) =>
      title === null
        ? []
        : [
            {
              key: id,
              text: (
                <>
                  <strong dir="auto">{title}</strong>, from <bdi>{ownerName}</bdi>
                </>
              ),
              action: "Ask for it back",
              name: `Ask for it back: ${title}`,
              isGone: true,
              onAct: () =>
                ask(
                  [id],
                  `${title} is on your list.`,
                  `${title} comes back when ${ownerName} shares it with you.`,
                ),
            },
          ],
    ),
    ...[...declined].map(([ownerId, group]) => {
      const ownerName = group[0]?.ownerName ?? "";
      return {
        key: ownerId,
        text: (
          <>
            {tasksText(group.length)} from <bdi>{ownerName}</bdi>, declined
          </>
        ),
        action: "Ask me again",
        name: `Ask me again about ${ownerName}`,
        isGone: true,
        onAct: () =>
          ask(
            group.map(({ id }) => id),
            "They are on your list.",
            `If ${ownerName} still shares them, the invitation is on Today.`,
          ),
      };
    }),
  ];
  return (
    <Section title="Tasks you left" hint="They come back only if you ask for them." rows={rows} />
  );
}

interface Row {
  readonly key: string;
  readonly text: ReactNode;
  readonly action: string;
  readonly name: string;
  /** whether the row goes with the action, and its button with it */
  readonly isGone?: boolean;
  readonly onAct: () => void;
}

interface SectionProps {
  readonly title: string;
  readonly hint: string;
  readonly rows: readonly Row[];
}

function Section({ title, hint, rows }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (rows.length === 0) return null;
  return (
    <Stack gap="3">
      <chakra.h2 ref={heading} tabIndex={-1}>
        {title}
      </chakra.h2>
      <chakra.p color="fg.muted">{hint}</chakra.p>
      <ul aria-label={title}>
        {rows.map((row) => (
          <ListRow key={row.key} text={row.text}>
            <Button
              variant="outline"
              aria-label={row.name}
              onClick={() => {
                // With the last row the whole section goes.
                if (row.isGone) (rows.length > 1 ? heading.current : screenHeading())?.focus();
                row.onAct();
              }}
            >
              {row.action}
            </Button>
          </ListRow>
        ))}
      </ul>
    </Stack>
  );
}
