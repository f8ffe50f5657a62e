import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailDriver } from "@supabase/lite";

const MINUTE_MS = 60_000;

/** Records when mails went to addresses in the last minute; can run work without sending mails or awaiting them. */
export class MailTimes {
  readonly #times = new Map<string, number>();
  readonly #how = new AsyncLocalStorage<"quietly" | "aside">();

  /** The same driver, which notes its mails; it sends none during `quietly`, and awaits none during `aside`. */
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
        // The mailer itself reports a failure.
        if (how === "aside") sent.catch(() => undefined);
        else await sent;
      },
    };
  }

  quietly<T>(work: () => T): T {
    return this.#how.run("quietly", work);
  }

  /** Runs work whose duration doesn't tell whether it sent a mail. */
  aside = <T>(work: () => T): T => this.#how.run("aside", work);

  wasMailed = (address: string): boolean => this.#times.has(address.toLowerCase());
}
