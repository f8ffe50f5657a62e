import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";

/** Names of hosts that are elsewhere: at another address than 127.0.0.1, where the system may be told so. */
interface HostNames {
  readonly address: string;
  readonly names: readonly string[];
  /** Forgets them. */
  end(): void;
}

const FILE = "/etc/hosts";

function isWritable(): boolean {
  try {
    accessSync(FILE, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Names these in /etc/hosts; where that can't be written, says so, and all are localhost. */
export function nameHosts(...names: string[]): HostNames {
  if (!isWritable()) {
    console.warn(`left out: ${FILE} can't be written, so ${names.join(" and ")} are localhost`);
    return { address: "127.0.0.1", names: names.map(() => "localhost"), end: () => {} };
  }
  const address = "127.0.0.2";
  const line = `${address} ${names.join(" ")}\n`;
  writeFileSync(FILE, line, { flag: "a" });
  const end = () => writeFileSync(FILE, readFileSync(FILE, "utf8").replace(line, ""));
  return { address, names, end };
}
