import { randomUUID } from "node:crypto";

export interface Mail {
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  headers: readonly { originalKey: string; value: string }[];
}

type Incoming = Pick<Mail, "to"> & {
  [Part in "subject" | "text" | "html"]?: string | undefined;
} & {
  from?: { name: string; address?: string | undefined } | undefined;
  headers?: Mail["headers"];
};

const KEPT_MAILS = 500;

/** The local mailbox: nothing leaves the machine, every mail is kept in memory, newest first. */
export class Mailbox {
  readonly #sender: Mail["from"];
  #mails: Mail[] = [];

  /** @param sender of mails that name none */
  constructor(sender: Mail["from"]) {
    this.#sender = sender;
  }

  add({ from, to, subject = "", text = "", html = "", headers = [] }: Incoming): void {
    const sender = from?.address ? { name: from.name, address: from.address } : this.#sender;
    const mail = { from: sender, to, subject, text, html, headers };
    this.#mails.unshift({ ...mail, id: randomUUID(), date: new Date() });
    this.#mails.length = Math.min(this.#mails.length, KEPT_MAILS);
  }

  list(): readonly Mail[] {
    return this.#mails;
  }

  find(id: string): Mail | undefined {
    return id === "latest" ? this.#mails[0] : this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails = [];
  }
}
