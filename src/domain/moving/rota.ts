import * as v from "valibot";
import { FileProblem } from "../portability/rota-file.ts";
import { moving, movingSchema, type Reader } from "./moving-form.ts";

/** A household's own file: the neutral form as it is, with what it is called. */
export const HOUSEHOLD_FILE = { format: "rota-household", version: 1 } as const;

const headSchema = v.object({ format: v.literal(HOUSEHOLD_FILE.format), version: v.number() });

/** Reads a file that "Download the household" has made. */
export const readRota: Reader = async ({ bytes }, _answers, { t }) => {
  const raw = parse(new TextDecoder().decode(bytes));
  if (!v.is(headSchema, raw)) throw new FileProblem(t("This isn't a Rota file."));
  if (raw.version !== HOUSEHOLD_FILE.version) {
    throw new FileProblem(t("This file is of another version of Rota, which this one can't read."));
  }
  const result = v.safeParse(movingSchema, raw, { abortEarly: true });
  if (!result.success) throw new FileProblem(t("This file can't be read."));
  // What isn't kept is for a reader to say, not for a file.
  return moving({ ...result.output, source: "rota", leftOut: [], questions: [] });
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
