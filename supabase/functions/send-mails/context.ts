import type { Call } from "../_shared/database.ts";
import type { Environment } from "../_shared/environment.ts";
import type { Report } from "../_shared/scheduled.ts";

/** What every kind of mail works with. */
export interface MailContext {
  readonly environment: Environment;
  /** the database, for the functions' own calls */
  readonly call: Call;
  /** the app's address, without a slash at the end */
  readonly appUrl: string;
  readonly report?: Report;
}
