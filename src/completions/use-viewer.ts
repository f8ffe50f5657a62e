import { useSession } from "../auth/session.ts";
import { useToday } from "../clock/use-today.ts";

/** Who is looking ("" for nobody), on which day and in which time zone. */
export const useViewer = () => ({ userId: useSession()?.userId ?? "", ...useToday() });
