import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailDriver } from "@supabase/lite";

const MINUTE_MS = 60_000;

/** When mails went to addresses in the last minute; and lets something be done without one, or without waiting for it. */
export class MailTimes {
  readonly #times = new Map<string, number>();
  readonly #how = new AsyncLocalStorage<"quietly" | "aside">();

  /** The same driver, whose mails are noted, not sent by what is done `quietly` and not waited for `aside`. */
  noting(driver: EmailDriver): EmailDriver {
    const send: EmailDriver["send"] = async (mail) => {
      await driver.send(mail);
      this.#times.set(mail.to, Date.now());
      setTimeout(() => this.#times.delete(mail.to), MINUTE_MS).unref();
    };
    return {
      send: async (mail) => {
        const how = this.#how.getStore();
        if (how === "quietly") return;
        const sent = send(mail);
        // What fails is a trouble of the mail server's, which is told elsewhere.
        if (how === "aside") sent.catch(() => undefined);
        else await sent;
      },
    };
  }

  quietly<T>(work: () => T): T {
    return this.#how.run("quietly", work);
  }

  /** The time that it takes doesn't tell whether there was a mail. */
  aside = <T>(work: () => T): T => this.#how.run("aside", work);

  wasMailed = (address: string): boolean => this.#times.has(address.toLowerCase());
}
