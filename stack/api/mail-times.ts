import { AsyncLocalStorage } from "node:async_hooks";
import type { EmailDriver } from "@supabase/lite";

const MINUTE_MS = 60_000;

/** Records when mails went to addresses in the last minute; can run work without sending mails. */
export class MailTimes {
  readonly #times = new Map<string, number>();
  readonly #quiet = new AsyncLocalStorage<true>();

  /** The same driver, which notes its mails, and sends none during `quietly`. */
  noting(driver: EmailDriver): EmailDriver {
    return {
      send: async (mail) => {
        if (this.#quiet.getStore()) return;
        await driver.send(mail);
        this.#times.set(mail.to, Date.now());
        setTimeout(() => this.#times.delete(mail.to), MINUTE_MS).unref();
      },
    };
  }

  quietly<T>(work: () => T): T {
    return this.#quiet.run(true, work);
  }

  wasMailed = (address: string): boolean => this.#times.has(address.toLowerCase());
}
