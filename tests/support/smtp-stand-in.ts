import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail server that answers as a test wants, and stores the addresses of accepted mails. */
export interface SmtpStandIn {
  readonly port: number;
  readonly taken: string[];
  /** Its next connections get no greeting; resolves when the first one has come. */
  holdNext(): Promise<void>;
  /** Ends held connections, and serves again. */
  release(): void;
  close(): void;
}

/**
 * Starts it on a free port.
 * @param refuse answers a command such as `RCPT TO:<bob@example.com>`, or `.` at the end of a mail; undefined
 * accepts it, and an empty text accepts a mail without an answer
 */
export async function startSmtpStandIn(
  refuse: (command: string) => string | undefined = () => undefined,
): Promise<SmtpStandIn> {
  const taken: string[] = [];
  const held = new Set<Socket>();
  let onHeld: (() => void) | null = null;

  const serve = (socket: Socket) => {
    let recipient = "";
    let isInMail = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const succeed = (command: string) => {
      const [verb = ""] = command.toUpperCase().split(" ");
      if (verb === "RCPT") recipient = command.match(/<(.*)>/)?.[1] ?? "";
      if (verb === "DATA") isInMail = true;
      if (verb === ".") taken.push(recipient);
      answer(verb === "DATA" ? "354 Go on" : verb === "QUIT" ? "221 Bye" : "250 Fine");
    };
    const lines = createInterface({ input: socket });
    // It passes on the socket's errors: a server that is stopped cuts its connections.
    lines.on("error", () => {});
    lines.on("line", (line) => {
      if (isInMail && line !== ".") return;
      isInMail = false;
      const refusal = refuse(line);
      if (refusal === "") taken.push(recipient);
      else if (refusal) answer(refusal);
      else succeed(line);
    });
    answer("220 A stand-in");
  };

  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (onHeld === null) return serve(socket);
    held.add(socket);
    onHeld();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    holdNext: () =>
      new Promise((resolve) => {
        onHeld = resolve;
      }),
    release: () => {
      onHeld = null;
      for (const socket of held) socket.destroy();
      held.clear();
    },
    close: () => server.close(),
  };
}
