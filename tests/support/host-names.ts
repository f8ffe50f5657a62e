import { accessSync, constants, readFileSync, writeFileSync } from "node:fs";

/** Names of other hosts: at an address other than 127.0.0.1, if the system's file can be changed. */
interface HostNames {
  readonly address: string;
  readonly names: readonly string[];
  /** Removes the names. */
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

/** Adds these to /etc/hosts; if that isn't writable, reports it, and all are localhost. */
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
