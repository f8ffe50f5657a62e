import { chakra } from "@chakra-ui/react";
import { Fragment, type ReactNode } from "react";
import type { LinePart } from "../../domain/quick-add/line-parts.ts";
import { IconButton } from "../../ui/icon-button.tsx";

interface LineChipProps {
  part: LinePart;
  /** words of its text that aren't understood */
  underlined: readonly string[];
  onPress: () => void;
  /** Its words shall be title. */
  onLeave: (words: string) => void;
}

/** Shows one part that the line says; a press leads to the field that changes it. */
export function LineChip({ part: { name, text, dates = [], words }, ...props }: LineChipProps) {
  return (
    <chakra.li
      display="flex"
      maxW="full"
      borderWidth="1px"
      borderRadius="md"
      bg={words === undefined ? undefined : "accent.subtle"}
    >
      <chakra.button
        type="button"
        flex="1"
        minW="0"
        minH="touch"
        px="3"
        py="1.5"
        textAlign="start"
        borderRadius="md"
        cursor="pointer"
        onClick={props.onPress}
      >
        <chakra.span lineClamp={dates.length > 0 ? undefined : "3"}>
          <chakra.span fontSize="sm" color="fg.muted">
            {name}{" "}
          </chakra.span>
          <bdi>{withUnderlined(text, props.underlined)}</bdi>
          {dates.map((date) => (
            <Fragment key={date}>
              {" · "}
              <chakra.span whiteSpace="nowrap">{date}</chakra.span>
            </Fragment>
          ))}
        </chakra.span>
      </chakra.button>
      {words !== undefined && (
        <IconButton
          icon="close"
          label={`Leave ${words} in the title`}
          onClick={() => props.onLeave(words)}
        />
      )}
    </chakra.li>
  );
}

function withUnderlined(text: string, words: readonly string[]): ReactNode {
  const [first = "", ...others] = words.map((one) => one.replaceAll(/\s+/g, " "));
  const at = first === "" ? -1 : text.indexOf(first);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <chakra.u textDecorationStyle="wavy" textDecorationColor="danger" textUnderlineOffset="0.2em">
        {first}
      </chakra.u>
      {withUnderlined(text.slice(at + first.length), others)}
    </>
  );
}
