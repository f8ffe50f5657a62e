import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";

/** Something in front of a server that speaks TLS and hands the rest on as it is. */
export interface TlsProxy {
  readonly port: number;
  /** SHA-256 of the certificate's public key in base64, by which a browser knows it */
  readonly keyHash: string;
  close(): void;
}

/** A certificate for a name, signed by itself, and its key. */
function makeCertificate(name: string) {
  const folder = mkdtempSync(join(tmpdir(), "rota-tls-"));
  const [keyFile, file] = [join(folder, "key"), join(folder, "certificate")];
  try {
    const options = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${name} -addext subjectAltName=DNS:${name}`;
    const files = ["-keyout", keyFile, "-out", file];
    execFileSync("openssl", [...options.split(" "), ...files], { stdio: "ignore" });
    return { key: readFileSync(keyFile), cert: readFileSync(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Listens on a free port for `name`, in front of a local port. */
export async function startTlsProxy(name: string, target: number): Promise<TlsProxy> {
  const { key, cert } = makeCertificate(name);
  const server = createServer({ key, cert }, (socket) => {
    const upstream = connect(target, "127.0.0.1");
    const end = () => {
      upstream.destroy();
      socket.destroy();
    };
    socket.on("error", end).on("close", end);
    upstream.on("error", end).on("close", end);
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const keyHash = createHash("sha256").update(publicKey).digest("base64");
  return { port, keyHash, close: () => server.close() };
}
