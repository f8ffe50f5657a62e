import { chakra } from "@chakra-ui/react";
import type { Household } from "../../domain/households/household.ts";
import { personName } from "../../domain/tasks/task.ts";
import { Face } from "../../households/face.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButtons, useOrderedRows } from "./ordered-rows.tsx";

interface RosterListProps {
  household: Household;
  /** ids of people, in the order of their turns */
  roster: readonly string[];
  onChange: (roster: readonly string[]) => void;
}

/** Those who take turns, in their order, and those who could. */
export function RosterList({ household, roster, onChange }: RosterListProps) {
  const { list, change, move } = useOrderedRows(roster, onChange, (id) => id);
  const others = household.people.filter(({ id }) => !roster.includes(id));

  return (
    <chakra.div ref={list} display="grid" gap="2">
      <chakra.ol aria-label="Order of turns">
        {roster.map((id, index) => {
          const name = personName({ people: {}, household }, id);
          const person = household.people.find((one) => one.id === id);
          return (
            <chakra.li
              key={id}
              data-row={id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              gap="2"
            >
              <chakra.span w="1.5ch" color="fg.muted" fontVariantNumeric="tabular-nums">
                {index + 1}
              </chakra.span>
              <Face name={person?.name ?? name} face={person?.face ?? 0} />
              <chakra.span flex="1 1 5rem" minW="0">
                <bdi>{name}</bdi>
                {!person && " (has left)"}
              </chakra.span>
              <RowButtons
                name={name}
                isFirst={index === 0}
                isLast={index === roster.length - 1}
                removal={`Leave ${name} out`}
                onMove={(by, part) => move(index, by, part, name)}
                onRemove={() => change(roster.toSpliced(index, 1), id, "add")}
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
              data-row={id}
              aria-label={`Add ${personName({ people: {}, household }, id)}`}
              onClick={() => change([...roster, id], id, "remove")}
            >
              <Face name={name} face={face} />
              <chakra.bdi minW="0">{personName({ people: {}, household }, id)}</chakra.bdi>
              <Icon name="plus" />
            </Button>
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}
