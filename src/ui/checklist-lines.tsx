import { useState } from "react";
import { CheckRow } from "./check-list.tsx";
import { useUnderWay } from "./use-under-way.ts";

interface ChecklistProps {
  label: string;
  lines: readonly string[];
  checked: readonly string[];
  /** Resolves when the outcome is known, and never rejects. */
  onCheck: (line: string, isChecked: boolean) => Promise<void>;
}

export function Checklist({ label, lines, checked, onCheck }: ChecklistProps) {
  return (
    <ul aria-label={label}>
      {lines.map((line) => (
        <Line
          key={line}
          line={line}
          isChecked={checked.includes(line)}
          onCheck={(isChecked) => onCheck(line, isChecked)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  line: string;
  isChecked: boolean;
  onCheck: (isChecked: boolean) => Promise<void>;
}

function Line({ line, isChecked, onCheck }: LineProps) {
  // Shows a tap at once, before the list around, which may be long, is rendered.
  const [tapped, setTapped] = useState(isChecked);
  const [isUnderWay, begin] = useUnderWay();

  function check(isNowChecked: boolean) {
    setTapped(isNowChecked);
    begin(onCheck(isNowChecked));
  }

  return (
    <li>
      <CheckRow checked={isUnderWay ? tapped : isChecked} onChange={check} isStruck>
        {line}
      </CheckRow>
    </li>
  );
}
