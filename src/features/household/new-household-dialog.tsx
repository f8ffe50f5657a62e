import { Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { type Contact, contactsOf, ownSharesQuery } from "../../contacts/own-shares.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { HandedLink } from "../../ui/handed-link.tsx";
import { Known } from "../../ui/known.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { EverybodysTasks, useMoving, useOwnTasks } from "./everybodys-tasks.tsx";
import { joinLink } from "./join-link.ts";
import { useHouseholdCall } from "./queries.ts";
import { type Step, StepsOutcome, takeFocus, useSteps } from "./steps.tsx";

interface NewHouseholdDialogProps {
  onMade: (householdId: string) => void;
  onClosed: () => void;
}

export default function NewHouseholdDialog({ onMade, onClosed }: NewHouseholdDialogProps) {
  const { t } = useLocale();
  const session = useSession();
  const made = useRef<string>(null);
  const own = useOwnTasks();
  const query = useQuery(ownSharesQuery(session));
  return (
    <AppDialog
      title={t("New household")}
      onClosed={() => {
        onClosed();
        if (made.current) onMade(made.current);
      }}
    >
      {(close) => (
        <Known query={query} failed={t("Whom you share with could not be loaded.")}>
          {(shares) => (
            <NewHousehold
              own={own}
              contacts={contactsOf(shares, own)}
              onMade={(id) => {
                made.current = id;
              }}
              onDone={close}
            />
          )}
        </Known>
      )}
    </AppDialog>
  );
}

interface Plan {
  readonly name: string;
  /** the names of others who live there, separated by commas */
  readonly others: string;
  readonly invited: ReadonlySet<string>;
}

interface NewHouseholdProps {
  own: readonly Task[];
  contacts: readonly Contact[];
  onMade: (householdId: string) => void;
  onDone: () => void;
}

function NewHousehold({ own, contacts, onMade, onDone }: NewHouseholdProps) {
  const { t } = useLocale();
  const moving = useMoving(own);
  const [people] = useState(contacts);
  const [plan, setPlan] = useState<Plan>(() => ({
    name: "",
    others: "",
    invited: new Set(contacts.map(({ address }) => address)),
  }));
  const { makeAll, isMade, links, share, failed } = useMaking(onMade);

  async function make() {
    if (!(await makeAll(plan, moving.steps))) return;
    if (plan.invited.size > 0 && sendsMail)
      toastSuccess(t("Household created"), t("Everyone you ticked is invited by mail."));
    if (plan.invited.size === 0 || sendsMail) onDone();
  }

  if (share !== null) return <ProgressBar label={t("Creating the household")} share={share} />;
  if (isMade) {
    return (
      <Stack gap="4" pb="4" ref={takeFocus} tabIndex={-1}>
        <StepsOutcome failed={failed} />
        {links.size > 0 && <p>{t("Share these links. Each works once, within seven days.")}</p>}
        {[...links].map(([address, link]) => (
          <HandedLink key={address} label={address} link={link} />
        ))}
        <Buttons>
          {failed.length > 0 && (
            <Button variant="outline" onClick={() => void make()}>
              {t("Try Again")}
            </Button>
          )}
          <Button onClick={onDone}>{t("To the household")}</Button>
        </Buttons>
      </Stack>
    );
  }
  return (
    <Form onValid={() => void make()}>
      <Stack gap="5" pb="4">
        <PlanFields {...{ plan, people }} onChange={setPlan} />
        <EverybodysTasks {...moving} />
        <StepsOutcome failed={failed} />
        <Buttons>
          <Button variant="outline" onClick={onDone}>
            {t("Cancel")}
          </Button>
          <Button type="submit">{t("Create // a household")}</Button>
        </Buttons>
      </Stack>
    </Form>
  );
}

/** Each write is made once, however often it is tried. */
function useMaking(onMade: (householdId: string) => void) {
  const [id] = useState(() => crypto.randomUUID());
  const [isMade, setMade] = useState(false);
  const [links, setLinks] = useState<ReadonlyMap<string, string>>(new Map());
  const { call } = useHouseholdCall();
  const { run, share, failed } = useSteps();

  async function create({ name, others }: Plan) {
    await call("create_household", { id, name, others: namesIn(others) });
    setMade(true);
    onMade(id);
  }

  async function invite(address: string) {
    const parameters = { household_id: id, role: "member" };
    if (sendsMail) return call("invite_to_household_by_mail", { ...parameters, address });
    const link = joinLink(String(await call("invite_to_household", parameters)));
    setLinks((known) => new Map(known).set(address, link));
  }

  const makeAll = (plan: Plan, moves: (householdId: string) => readonly Step[]) =>
    run([
      { id, label: plan.name, isNeeded: true, run: () => create(plan) },
      ...moves(id),
      ...[...plan.invited].map((address): Step => {
        return { id: address, label: address, run: () => invite(address) };
      }),
    ]);

  return { makeAll, isMade, links, share, failed };
}

interface PlanFieldsProps {
  plan: Plan;
  people: readonly Contact[];
  onChange: (plan: Plan) => void;
}

function PlanFields({ plan, people, onChange }: PlanFieldsProps) {
  const { t } = useLocale();
  const set = (part: Partial<Plan>) => onChange({ ...plan, ...part });
  return (
    <>
      <TextField
        label={t("Name // of a household")}
        name="name"
        placeholder={t("The flat // an example of a household’s name")}
        required
        maxLength={100}
        value={plan.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t("Who else lives here?")}
        name="others"
        placeholder={t("Bob, Carol // examples of names")}
        hint={
          people.length > 0
            ? t("Names of those you don’t invite below, separated by commas.")
            : t("Names, separated by commas. They need no account; you can invite them later.")
        }
        value={plan.others}
        onChange={({ target }) => set({ others: target.value })}
      />
      {people.length > 0 && (
        <CheckList
          legend={sendsMail ? t("Invited by mail") : t("Invited by a link you share")}
          hint={t("What you share with them stays shared until they join.")}
          rows={people.map(({ address, name }) => ({
            id: address,
            name: name ?? address,
            hint: name && address,
          }))}
          checked={plan.invited}
          onChange={(invited) => set({ invited })}
        />
      )}
    </>
  );
}

const namesIn = (text: string) =>
  text
    .split(/[,،]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
