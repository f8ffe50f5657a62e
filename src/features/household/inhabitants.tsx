import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useLocale } from "../../ui/use-locale.ts";

export interface Inhabitant {
  readonly id: string;
  readonly name: string;
  /** where the invitation goes; "" for nobody to invite */
  readonly address: string;
}

/** More people are added on the household's page. */
const MOST = 9;

export const newInhabitant = (): Inhabitant => ({ id: crypto.randomUUID(), name: "", address: "" });

export const isNamed = ({ name }: Inhabitant) => name.trim() !== "";

interface WhoLivesHereProps {
  name: string;
  people: readonly Inhabitant[];
  onName: (name: string) => void;
  onPeople: (people: readonly Inhabitant[]) => void;
  onSkip: () => void;
  onNext: () => void;
}

export function WhoLivesHere(props: WhoLivesHereProps) {
  const { t } = useLocale();
  const { name, people, onName, onPeople, onSkip, onNext } = props;
  const list = useRef<HTMLUListElement>(null);
  const count = useRef(people.length);
  useEffect(() => {
    if (people.length > count.current)
      list.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
    count.current = people.length;
  }, [people.length]);

  const change = (id: string, part: Partial<Inhabitant>) =>
    onPeople(people.map((person) => (person.id === id ? { ...person, ...part } : person)));

  return (
    <Form onValid={onNext}>
      <Stack gap="4" pb="4">
        <p>
          {sendsMail
            ? t(
                "Besides you. Names are enough: children need no account. Anyone with an address gets an invitation. If you live alone, skip this.",
              )
            : t(
                "Besides you. Names are enough: children need no account. If you live alone, skip this.",
              )}
        </p>
        <chakra.ul ref={list} aria-label={t("Who lives here")} display="grid" gap="4">
          {people.map(({ id, name: own, address }, index) => (
            <chakra.li key={id} display="grid" gap="2">
              <TextField
                label={t("Name {number}", { number: index + 1 })}
                name={`name-${id}`}
                maxLength={100}
                required={address.trim() !== ""}
                value={own}
                onChange={({ target }) => change(id, { name: target.value })}
              />
              {sendsMail && (
                <TextField
                  label={t("Email {number} (optional)", { number: index + 1 })}
                  name={`address-${id}`}
                  type="email"
                  maxLength={254}
                  value={address}
                  onChange={({ target }) => change(id, { address: target.value })}
                />
              )}
            </chakra.li>
          ))}
        </chakra.ul>
        {people.length < MOST && (
          <div>
            <Button variant="outline" onClick={() => onPeople([...people, newInhabitant()])}>
              <Icon name="plus" />
              {t("Another person")}
            </Button>
          </div>
        )}
        {people.some(isNamed) && (
          <TextField
            label={t("What do you call this home?")}
            name="household"
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => onName(target.value)}
          />
        )}
        <Buttons>
          <Button variant="outline" onClick={onSkip}>
            {t("Skip // this step")}
          </Button>
          <Button type="submit">{t("Next // step")}</Button>
        </Buttons>
      </Stack>
    </Form>
  );
}
