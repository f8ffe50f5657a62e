/** What people write and paste that no layout was made for. */
const HOSTILE = [
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftshaus",
  `https://shop.example.com/${"very-long-path_without_a_break/".repeat(3)}?id=${"0123456789".repeat(2)}`,
  "W".repeat(100),
  "נקיוןהמטבחוהחדריםוהמסדרוןוהמרפסתוהחצר".repeat(2),
  "👩‍👩‍👧‍👦🧹".repeat(20),
];

/**
 * A writer that adds something hostile, each time something else; where there is room, all of it. Each
 * person has one of their own, whose texts don't depend on what was written for others before.
 */
export function hostileWriter(): (text: string, maxLength: number) => string {
  let turn = 0;
  return (text, maxLength) => {
    turn += 1;
    const tail = maxLength >= 1_000 ? HOSTILE.join("\n") : HOSTILE[turn % HOSTILE.length];
    return [...`${text} ${tail}`].slice(0, maxLength).join("");
  };
}
