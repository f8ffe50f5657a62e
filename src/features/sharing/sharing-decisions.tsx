import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { ActionRows } from "../../ui/action-rows.tsx";
import { Known, together } from "../../ui/known.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import BlockDialog from "./block-dialog.tsx";
import { DECISION_FAILED, useAskForTasks, useDecision, usePendingSenders } from "./mutations.ts";
import { type LeftTask, leftTasksQuery, type Sender, sendersQuery } from "./queries.ts";

const ASK_FAILED: FailureWords = {
  title: msg("Error Asking For It Back"),
  description: msg("Nothing has changed. Please try again."),
};

export function SharingDecisions() {
  const { t } = useLocale();
  const session = useSession();
  const senders = useQuery(sendersQuery(session));
  const left = useQuery(leftTasksQuery(session));
  const pending = usePendingSenders();
  return (
    <Known query={together(senders, left)} failed={t("What you decided could not be loaded.")}>
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
  const { t } = useLocale();
  const { data: tasks } = useTasks();
  const [asked, setAsked] = useState<Sender | null>(null);
  const named = people.map((person) => {
    const task = tasks?.find(({ ownerId }) => ownerId === person.id);
    return { ...person, name: task?.people[person.id] ?? person.name };
  });
  return (
    <>
      <ActionRows
        title={t("People you accepted")}
        hint={t("What they share appears on your list right away.")}
        rows={named.map((person) => ({
          key: person.id,
          text: <bdi>{person.name}</bdi>,
          action: t("Block // a person"),
          name: t("Block {name}", { name: person.name }),
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
  const { t } = useLocale();
  const { mutateAsync } = useDecision();

  const unblock = ({ id, name }: Sender) =>
    told(mutateAsync({ senderId: id, call: "unblock_sender" }), DECISION_FAILED, () =>
      toastSuccess(t("Person unblocked"), t("{name} can invite you again.", { name })),
    );

  return (
    <ActionRows
      title={t("People you blocked")}
      hint={t("Nothing they share reaches you. Unblock them, and you are asked again.")}
      rows={people.map((person) => ({
        key: person.id,
        text: <bdi>{person.name}</bdi>,
        action: t("Unblock // a person"),
        name: t("Unblock {name}", { name: person.name }),
        isGone: true,
        onAct: () => void unblock(person),
      }))}
    />
  );
}

function LeftTasks({ tasks }: { readonly tasks: readonly LeftTask[] }) {
  const locale = useLocale();
  const { t } = locale;
  const { mutateAsync } = useAskForTasks();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const open = tasks.filter(({ id }) => !asked.includes(id));
  const seen = open.flatMap((task) => (task.title === null ? [] : { ...task, title: task.title }));
  const declined = new Map<string, LeftTask[]>();
  for (const task of open.filter(({ title }) => title === null)) {
    declined.set(task.ownerId, [...(declined.get(task.ownerId) ?? []), task]);
  }

  function ask(ids: readonly string[], whenBack: string, otherwise: string) {
    setAsked((before) => [...before, ...ids]);
    void told(mutateAsync(ids), ASK_FAILED, (isBack) =>
      isBack
        ? toastSuccess(t("It is back"), whenBack)
        : toastSuccess(t("Asked // for tasks that were left"), otherwise),
    ).then(() => setAsked((before) => before.filter((id) => !ids.includes(id))));
  }

  const rows = [
    ...seen.map(({ id, title, ownerName }) => ({
      key: id,
      text: (
        <RichText
          parts={locale.parts("<b>{task}</b>, from {name}", {
            ...{ task: title, name: ownerName, b: strong },
          })}
        />
      ),
      action: t("Ask for it back // a task"),
      name: t("Ask for it back: {task}", { task: title }),
      isGone: true,
      onAct: () =>
        ask(
          [id],
          t("{task} is on your list.", { task: title }),
          t("{task} comes back when {name} shares it with you.", {
            task: title,
            name: ownerName,
          }),
        ),
    })),
    ...[...declined].map(([ownerId, group]) => {
      const name = group[0]?.ownerName ?? "";
      return {
        key: ownerId,
        text: t(
          "{count, plural, one {# task} =100 {100 or more tasks} other {# tasks}} from {name}, declined",
          { count: Math.min(group.length, 100), name },
        ),
        action: t("Ask me again // about what I have declined"),
        name: t("Ask me again about {name}", { name }),
        isGone: true,
        onAct: () =>
          ask(
            group.map(({ id }) => id),
            t("They are on your list. // tasks"),
            t("If {name} still shares them, the invitation is on Today.", { name }),
          ),
      };
    }),
  ];
  return (
    <ActionRows
      title={t("Tasks you left")}
      hint={t("They come back only if you ask for them.")}
      rows={rows}
    />
  );
}
