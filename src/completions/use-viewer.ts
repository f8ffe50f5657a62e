import { useSession } from "../auth/session.ts";
import { useToday } from "../clock/use-today.ts";

/** The viewer's id ("" for nobody), day and time zone. */
export const useViewer = () => ({ userId: useSession()?.userId ?? "", ...useToday() });
