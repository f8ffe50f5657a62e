import { chakra } from "@chakra-ui/react";

interface ChecklistProps {
  /** the list's name */
  label: string;
  lines: readonly string[];
  checked: readonly string[];
  onCheck: (line: string, isChecked: boolean) => void;
}

/** The lines of a checklist, each with a box that has its name. */
export function Checklist({ label, lines, checked, onCheck }: ChecklistProps) {
  return (
    <ul aria-label={label}>
      {lines.map((line) => (
        <li key={line}>
          <chakra.label
            display="flex"
            alignItems="center"
            gap="3"
            minH="touch"
            py="2"
            borderRadius="md"
            cursor="pointer"
            css={{ "&:has(:checked)": { color: "fg.muted", textDecoration: "line-through" } }}
          >
            <chakra.input
              type="checkbox"
              boxSize="1.25rem"
              flexShrink="0"
              accentColor="accent"
              cursor="pointer"
              checked={checked.includes(line)}
              onChange={({ currentTarget }) => onCheck(line, currentTarget.checked)}
            />
            <span dir="auto">{line}</span>
          </chakra.label>
        </li>
      ))}
    </ul>
  );
}
