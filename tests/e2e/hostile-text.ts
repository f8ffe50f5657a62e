/** Texts that people write or paste, and that no layout was made for. */
const HOSTILE = [
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftshaus",
  `https://shop.example.com/${"very-long-path_without_a_break/".repeat(3)}?id=${"0123456789".repeat(2)}`,
  "W".repeat(100),
  "נקיוןהמטבחוהחדריםוהמסדרוןוהמרפסתוהחצר".repeat(2),
  "👩‍👩‍👧‍👦🧹".repeat(20),
];

/** Adds something hostile, different each time, all of it if there is space; each person gets their own. */
export function hostileWriter(): (text: string, maxLength: number) => string {
  let turn = 0;
  return (text, maxLength) => {
    turn += 1;
    const tail = maxLength >= 1_000 ? HOSTILE.join("\n") : HOSTILE[turn % HOSTILE.length];
    return [...`${text} ${tail}`].slice(0, maxLength).join("");
  };
}
