import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import { unchangedWords } from "../../supabase/failure-notice.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { ActionRows } from "../../ui/action-rows.tsx";
import { Known, together } from "../../ui/known.tsx";
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
    <Known query={together(senders, left)} failed="What you decided could not be loaded.">
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
      <ActionRows
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
    <ActionRows
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
  const seen = open.filter(({ title }) => title !== null);
  const declined = new Map<string, LeftTask[]>();
  for (const task of open.filter(({ title }) => title === null)) {
    declined.set(task.ownerId, [...(declined.get(task.ownerId) ?? []), task]);
  }

  function ask(ids: readonly string[], whenBack: string, otherwise: string) {
    setAsked((before) => [...before, ...ids]);
    void told(mutateAsync(ids), ASK_FAILED, (isBack) =>
      toastSuccess(isBack ? "It is back" : "Asked", isBack ? whenBack : otherwise),
    ).then(() => setAsked((before) => before.filter((id) => !ids.includes(id))));
  }

  const rows = [
    ...seen.map(({ id, title, ownerName }) => ({
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
    })),
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
    <ActionRows
      title="Tasks you left"
      hint="They come back only if you ask for them."
      rows={rows}
    />
  );
}
