import { statfsSync, statSync } from "node:fs";
import { get as getPlain, type RequestOptions } from "node:http";
import { get } from "node:https";
import { availableParallelism, totalmem, type } from "node:os";
import type { FolderChoice } from "embedded-supabase";
import { isPackage } from "../project.ts";
import { status } from "./status.ts";
import { currentVersion, servedPlace } from "./upgrade.ts";

const PATIENCE_MS = 5_000;
const GB = 1_000_000_000;
const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;

/** What an address answers; in words when nothing does. */
function answerOf(url: string, options: RequestOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    const ask = url.startsWith("https:") ? get : getPlain;
    const asked = ask(url, { ...options, timeout: PATIENCE_MS, agent: false }, (answer) => {
      answer.resume();
      resolve(`answers ${answer.statusCode}`);
    });
    asked.on("upgrade", (_, socket) => {
      socket.destroy();
      resolve("is open");
    });
    asked.on("timeout", () => asked.destroy(Object.assign(new Error(), { code: "too late" })));
    // Its message may have the address in it.
    asked.on("error", ({ code }: NodeJS.ErrnoException) => resolve(`does not answer (${code})`));
  });
}

/** Whether a proxy in front passes on what live updates come by. */
const websocketAnswer = (url: string) =>
  answerOf(`${url}/realtime/v1/websocket?vsn=1.0.0`, {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    },
  });

/** Who may write the folder, and how much room its disk has. */
function folderLine({ path }: FolderChoice): string {
  const { uid, mode } = statSync(path);
  const { bavail, bsize } = statfsSync(path);
  const rights = (mode & 0o777).toString(8);
  return `data: of user ${uid} (this is ${process.getuid?.() ?? "none"}), mode ${rights}, ${gigabytes(bavail * bsize)} of room`;
}

/**
 * What is there, what runs, what is old and what doesn't answer, in some ten lines without a secret, an address or a
 * name.
 * @throws StackError when no server was started on the folder yet
 */
export async function doctor(folder: FolderChoice): Promise<string[]> {
  const lines = await status(folder);
  const place = servedPlace(folder);
  const url = place?.url ?? "";
  const said = [
    `rota ${currentVersion()} (${isPackage ? "package" : "checkout"}), Node ${process.versions.node}, ${type()} ${process.arch}, ${availableParallelism()} processors, ${gigabytes(totalmem())} of memory`,
    folderLine(folder),
    `last served by ${place?.version}; mails ${place?.sendsMail ? "are" : "are not"} sent; sign-up: ${place?.signUp}`,
    ...lines,
    `from here, the public address ${await answerOf(`${url}/health`)}`,
    `from here, its live connection ${await websocketAnswer(url)}`,
  ];
  return said.map((line) => line.replaceAll(url, `${new URL(url).protocol}//…`));
}
