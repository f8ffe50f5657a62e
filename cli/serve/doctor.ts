import { statfsSync, statSync } from "node:fs";
import { get as getPlain, type RequestOptions } from "node:http";
import { get } from "node:https";
import { availableParallelism, totalmem, type } from "node:os";
import type { FolderChoice } from "embedded-supabase";
import { isPackage, packageVersion } from "../project.ts";
import { readSecrets } from "./secrets.ts";
import { status } from "./status.ts";
import { servedPlace } from "./upgrade.ts";

const PATIENCE_MS = 5_000;
const gigabytes = (bytes: number) => `${(bytes / 1_000_000_000).toFixed(1)} GB`;

/** An address's answer: its status, 101 for an opened websocket, or the reason in words if there is none. */
function answerOf(url: string, options: RequestOptions = {}): Promise<number | string> {
  return new Promise((resolve) => {
    const ask = url.startsWith("https:") ? get : getPlain;
    const asked = ask(url, { ...options, timeout: PATIENCE_MS, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.on("timeout", () => asked.destroy(Object.assign(new Error(), { code: "too late" })));
    // The message may contain the address.
    asked.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "no reason"));
  });
}

/** Opens a websocket as live messages do. */
const askForWebsocket = (url: string, key: string) =>
  answerOf(`${url}/realtime/v1/websocket?vsn=1.0.0&apikey=${key}`, {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    },
  });

const answered = (answer: number | string) =>
  typeof answer === "number" ? `answers ${answer}` : `does not answer (${answer})`;

/** The folder's owner and rights, and the free space of its disk. */
function folderLine({ path }: FolderChoice): string {
  const { uid, mode } = statSync(path);
  const { bavail, bsize } = statfsSync(path);
  const rights = (mode & 0o777).toString(8);
  return `data: of user ${uid} (this is ${process.getuid?.() ?? "none"}), mode ${rights}, ${gigabytes(bavail * bsize)} of room`;
}

/**
 * Summarises installation, processes, age and failures in about ten lines, without secrets, addresses or
 * names; and whether everything answers, also at the public address.
 * @throws StackError if no server was started on the folder yet
 */
export async function doctor(folder: FolderChoice): Promise<{ text: string; isWell: boolean }> {
  const { lines, isWell } = await status(folder);
  const place = servedPlace(folder);
  const url = place?.url ?? "";
  const page = await answerOf(`${url}/health`);
  const live = await askForWebsocket(url, readSecrets(folder.path).publishable);
  const isCut = page === 200 && live !== 101;
  const said = [
    `rota ${packageVersion()} (${isPackage ? "package" : "checkout"}), Node ${process.versions.node}, ${type()} ${process.arch}, ${availableParallelism()} processors, ${gigabytes(totalmem())} of memory`,
    folderLine(folder),
    `last served by ${place?.version}; mails ${place?.sendsMail ? "are" : "are not"} sent; sign-up: ${place?.signUp}`,
    ...lines,
    `from here, the public address ${answered(page)}`,
    isCut
      ? `from here, its live connection ${answered(live)}: a proxy cuts websockets, so that what others do is seen within 45 seconds and not at once`
      : `from here, its live connection ${live === 101 ? "is open" : answered(live)}`,
  ];
  const text = said.map((line) => line.replaceAll(url, `${new URL(url).protocol}//…`)).join("\n");
  return { text, isWell: isWell && page === 200 && live === 101 };
}
