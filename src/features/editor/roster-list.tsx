import { chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import type { Household } from "../../domain/households/household.ts";
import { Face } from "../../households/face.tsx";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";

type Part = "up" | "down" | "remove" | "add";

interface RosterListProps {
  household: Household;
  /** ids of people, in the order of their turns */
  roster: readonly string[];
  onChange: (roster: readonly string[]) => void;
}

/** Those who take turns, in their order, and those who could. */
export function RosterList({ household, roster, onChange }: RosterListProps) {
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<{ id: string; part: Part } | null>(null);
  const others = household.people.filter(({ id }) => !roster.includes(id));

  // Once the people stand as they will: a pressed button may be gone, or elsewhere.
  useEffect(() => {
    const next = focusNext.current;
    focusNext.current = null;
    if (!next) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [])];
    const same = buttons.find(
      ({ dataset }) => dataset.id === next.id && dataset.part === next.part,
    );
    (same ?? buttons.find(({ dataset }) => dataset.id === next.id) ?? buttons[0])?.focus();
  });

  function change(next: readonly string[], id: string, part: Part) {
    focusNext.current = { id, part };
    onChange(next);
  }

  function move(from: number, by: -1 | 1, part: Part) {
    const id = roster[from];
    const to = from + by;
    if (id === undefined || to < 0 || to >= roster.length) return;
    change(roster.toSpliced(from, 1).toSpliced(to, 0, id), id, part);
    announce(`${nameOf(household, id)} is number ${to + 1} of ${roster.length}`);
  }

  return (
    <chakra.div ref={list} display="grid" gap="2">
      <chakra.ol aria-label="Order of turns">
        {roster.map((id, index) => {
          const name = nameOf(household, id);
          const person = household.people.find((one) => one.id === id);
          const common = { id, part: "up" as Part };
          return (
            <chakra.li key={id} display="flex" alignItems="center" gap="2">
              <chakra.span w="1.5ch" color="fg.muted" fontVariantNumeric="tabular-nums">
                {index + 1}
              </chakra.span>
              <Face name={person?.name ?? name} face={person?.face ?? 0} />
              <chakra.span flex="1" minW="0">
                <bdi>{name}</bdi>
                {!person && " (has left)"}
              </chakra.span>
              <RowButton
                {...common}
                icon="up"
                label={`Move ${name} up`}
                isOff={index === 0}
                onPress={() => move(index, -1, "up")}
              />
              <RowButton
                {...common}
                part="down"
                icon="down"
                label={`Move ${name} down`}
                isOff={index === roster.length - 1}
                onPress={() => move(index, 1, "down")}
              />
              <RowButton
                {...common}
                part="remove"
                icon="close"
                label={`Leave ${name} out`}
                onPress={() => change(roster.toSpliced(index, 1), id, "add")}
              />
            </chakra.li>
          );
        })}
      </chakra.ol>
      {others.length > 0 && (
        <chakra.div display="flex" flexWrap="wrap" gap="2" role="group" aria-label="Not on it">
          {others.map(({ id, name, face }) => (
            <Button
              key={id}
              variant="outline"
              ps="1.5"
              pe="3"
              py="1"
              maxW="full"
              fontWeight="normal"
              data-part="add"
              data-id={id}
              aria-label={`Add ${nameOf(household, id)}`}
              onClick={() => change([...roster, id], id, "remove")}
            >
              <Face name={name} face={face} />
              <chakra.bdi minW="0">{nameOf(household, id)}</chakra.bdi>
              <Icon name="plus" />
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** Also of who has left. */
function nameOf({ people, former, me }: Household, id: string): string {
  if (id === me) return "You";
  return people.find((person) => person.id === id)?.name ?? former?.[id] ?? "Someone";
}

interface RowButtonProps {
  id: string;
  part: Part;
  icon: IconName;
  label: string;
  /** It stays where it is and keeps the focus, but does nothing. */
  isOff?: boolean;
  onPress: () => void;
}

function RowButton({ id, part, icon, label, isOff = false, onPress }: RowButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      ms="-2"
      opacity={isOff ? "0.4" : undefined}
      data-part={part}
      data-id={id}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
    </Button>
  );
}
