import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const run = (command: string, args: string) =>
  execFileSync(command, args.split(" "), { stdio: "ignore" });

/** The key and certificate of a TLS server with certain names, and their authority's file. */
export interface Certificates {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** a path */
  readonly authority: string;
}

/**
 * Makes an authority and its certificate for names, as files `authority`, `certificate` and `request.key` in a
 * folder.
 */
export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  const key = "-newkey rsa:2048 -nodes -days 2";
  const into = (file: string) => `-keyout ${folder}/${file}.key -out ${folder}/${file}`;
  run(
    "openssl",
    `req -x509 ${key} -subj /CN=Rota-tests -addext keyUsage=critical,keyCertSign ${into("authority")}`,
  );
  run("openssl", `req ${key} -subj /CN=${names[0]} ${into("request")}`);
  writeFileSync(
    join(folder, "of"),
    `subjectAltName=${names.map((name) => `DNS:${name}`)}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n`,
  );
  run(
    "openssl",
    `x509 -req -days 2 -in ${folder}/request -CA ${folder}/authority -CAkey ${folder}/authority.key -CAcreateserial -extfile ${folder}/of -out ${folder}/certificate`,
  );
  return {
    key: readFileSync(join(folder, "request.key")),
    cert: readFileSync(join(folder, "certificate")),
    authority: join(folder, "authority"),
  };
}
