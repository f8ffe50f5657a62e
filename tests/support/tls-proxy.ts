import { execFileSync, spawn } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { findPortBase } from "../../stack/ports.ts";
import { type Certificates, makeCertificates } from "./certificates.ts";
import { hasCommand } from "./debian-packages.ts";

/** A TLS proxy in front of a server, and a browser's options for it. */
export interface TlsProxy {
  readonly port: number;
  /** Chromium's options to resolve the name, and to trust its certificate's authority. */
  readonly browser: { readonly args: string[]; readonly env: Record<string, string> };
  close(): void;
}

const run = (command: string, args: string) =>
  execFileSync(command, args.split(" "), { stdio: "ignore" });

/** A browser's home in which the authority is trusted, so that certificates are checked as usual. */
function homeThatTrusts(folder: string): string {
  const home = join(folder, "home");
  const store = join(home, ".pki/nssdb");
  mkdirSync(store, { recursive: true });
  run("certutil", `-d sql:${store} -N --empty-password`);
  run("certutil", `-d sql:${store} -A -t C,, -n rota-tests -i ${folder}/authority`);
  return home;
}

/** Without certutil, the browser identifies the certificate by its key. */
function keyArgument(folder: string): string {
  const { publicKey } = new X509Certificate(readFileSync(join(folder, "certificate")));
  const key = publicKey.export({ type: "spki", format: "der" });
  return `--ignore-certificate-errors-spki-list=${createHash("sha256").update(key).digest("base64")}`;
}

/** nginx in front of a program with its usual settings: defaults, and those for a websocket. */
const nginxSettings = (name: string, port: number, target: number, folder: string) => `
daemon off;
worker_processes 1;
error_log ${folder}/error.log;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; "" close; }
  server {
    listen 127.0.0.1:${port} ssl;
    server_name ${name};
    ssl_certificate ${folder}/certificate;
    ssl_certificate_key ${folder}/request.key;
    location / {
      proxy_pass http://127.0.0.1:${target};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }
}
`;

async function startNginx(name: string, port: number, target: number, folder: string) {
  const settings = join(folder, "nginx.conf");
  writeFileSync(settings, nginxSettings(name, port, target, folder));
  const nginx = spawn("nginx", ["-p", folder, "-c", settings, "-e", join(folder, "error.log")], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: "ignore",
  });
  return () => nginx.kill("SIGQUIT");
}

/** Without nginx: forwards the bytes unchanged. Resolves to a function that ends this. */
export async function startTunnel(
  port: number,
  target: number,
  { key, cert }: Pick<Certificates, "key" | "cert">,
): Promise<() => void> {
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
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return () => server.close();
}

/** Listens on a free port for `name`, in front of a local port: nginx, and Chromium's own checks. */
export async function startTlsProxy(name: string, target: number): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), "rota-tls-"));
  const certificates = makeCertificates(folder, [name]);
  const port = await findPortBase(1);
  const stop = hasCommand("nginx", "nginx-light")
    ? await startNginx(name, port, target, folder)
    : await startTunnel(port, target, certificates);
  const isTrusted = hasCommand("certutil", "libnss3-tools");
  const resolving = `--host-resolver-rules=MAP ${name} 127.0.0.1`;
  return {
    port,
    browser: {
      args: [resolving, ...(isTrusted ? [] : [keyArgument(folder)])],
      env: isTrusted ? { HOME: homeThatTrusts(folder) } : {},
    },
    close: () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
