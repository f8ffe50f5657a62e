import { createServer, type Socket } from "node:net";

/** A mail server for tests that look at what is handed over, and when. */
export interface SmtpStub {
  readonly port: number;
  /** recipients of the mails that were handed over whole, answered or not */
  readonly received: string[];
  /** While true, a mail that was handed over gets no answer. */
  isSilent: boolean;
  /** While true, it says before each mail that it takes none now. */
  isBusy: boolean;
  close(): Promise<void>;
}

export async function startSmtpStub(): Promise<SmtpStub> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    serve(socket, stub);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const stub: SmtpStub = {
    port: typeof address === "object" && address ? address.port : 0,
    received: [],
    isSilent: false,
    isBusy: false,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return stub;
}

function serve(socket: Socket, stub: SmtpStub): void {
  let recipient = "";
  let data: string | null = null;
  let rest = "";
  socket.write("220 stub\r\n");
  socket.on("data", (chunk) => {
    rest += chunk;
    const lines = rest.split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (data !== null) {
        data = line === "." ? null : `${data}${line}\n`;
        if (data !== null) continue;
        stub.received.push(recipient);
        if (!stub.isSilent) socket.write("250 2.0.0 taken\r\n");
      } else if (line.startsWith("RCPT TO:")) {
        recipient = /<(.*)>/.exec(line)?.[1] ?? "";
        socket.write(stub.isBusy ? "451 4.3.2 later\r\n" : "250 2.1.5 ok\r\n");
      } else if (line === "DATA") {
        data = "";
        socket.write("354 go on\r\n");
      } else if (line === "QUIT") {
        socket.end("221 bye\r\n");
      } else {
        socket.write("250 ok\r\n");
      }
    }
  });
}
