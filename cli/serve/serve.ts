import { type FolderChoice, findPortBase, type Progress, startStack } from "embedded-supabase";
import {
  collectGarbageEveryMinute,
  holdFolder,
  requireFreePorts,
  Troubles,
  whenStopped,
} from "embedded-supabase/tools";
import { packageVersion, rootFolder, serveCommand } from "../project.ts";
import { allowed } from "./allowed.ts";
import { appFor } from "./app.ts";
import { keepBackups, removeCopies } from "./backups.ts";
import { signUpLink, signUpLinksIn } from "./people.ts";
import { requireUsable } from "./requirements.ts";
import { makeSecrets, SERVE_LOCK } from "./secrets.ts";
import { isSecure, reachedHosts, type ServeSettings, WITHOUT_TLS } from "./settings.ts";
import { troublesIn } from "./status.ts";
import { beginUpgrade, noteServed, wasServed } from "./upgrade.ts";

/** The number of ports for the parts behind the address, only on this machine. */
const PORTS = 20;

/**
 * `npm run serve`: everything at one address, until stopped.
 * @throws StackError if another server was started on the folder
 */
export async function serve(...parameters: Parameters<typeof serveAlone>): Promise<void> {
  const [{ listen }, { path }] = parameters;
  await requireFreePorts({ server: listen.port }, 0, "--listen HOST:PORT", listen.host);
  await requireUsable(path);
  const release = holdFolder(path, SERVE_LOCK);
  await serveAlone(...parameters).finally(release);
}

async function serveAlone(
  settings: ServeSettings,
  folder: FolderChoice,
  log: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { publicUrls, listen, mailServer, signUp, trustedProxies, pushHosts } = settings;
  const { issuer, takesPasswords } = settings;
  await removeCopies(folder);
  const [publicUrl] = publicUrls;
  const addresses = publicUrls.join(", ");
  const keys = makeSecrets(folder.path);
  const data = { ...folder, password: keys.databasePassword };
  const troubles = new Troubles(troublesIn(folder), log);
  const isFirst = !wasServed(folder);
  const upgrade = await beginUpgrade(data, log);
  const backend = {
    addresses: publicUrls,
    publishableKey: keys.publishable,
    sendsMail: mailServer !== null,
    ...(issuer && { issuer: issuer.name }),
    ...(!takesPasswords && { takesPasswords }),
  };
  const appFolder = await appFor(backend, folder.path, log);
  const running = await startStack(
    {
      projectFolder: rootFolder,
      portBase: await findPortBase(PORTS),
      data,
      seed: false,
      beforeServing: upgrade?.serves,
      keys,
      site: {
        // Without mail, nobody knows whose address it is.
        invitedCall: mailServer && signUp === "invited" ? "is_invited" : undefined,
        ...{
          urls: publicUrls,
          version: packageVersion(),
          listen,
          appFolder,
          allowed,
          isOpen: signUp === "open",
          issuer,
          takesPasswords,
          signUpLinks: signUpLinksIn(folder),
          trustedProxies,
          mailServer,
          troubles: troublesIn(folder),
          reaches: reachedHosts(settings),
        },
        functionVariables: {
          APP_URL: publicUrl,
          PUBLIC_API_URL: publicUrl,
          ALLOWED_ORIGINS: publicUrls.join(","),
          MAIL_LINK_SECRET: keys.mailLinkSecret,
          VAPID_KEYS: keys.vapidKeys,
          PUSH_HOSTS: pushHosts.join(","),
          ...(mailServer && {
            SMTP_HOST: mailServer.host,
            SMTP_PORT: String(mailServer.port),
            SMTP_FROM: `${mailServer.from.name} <${mailServer.from.address}>`,
            SMTP_USER: mailServer.login?.user ?? "",
            SMTP_PASS: mailServer.login?.pass ?? "",
          }),
        },
      },
    },
    log,
    signal,
  ).catch((error: Error) => {
    if (upgrade) log(upgrade.takeBack());
    throw error;
  });
  noteServed(data, { url: publicUrl, listen, signUp, sendsMail: mailServer !== null });
  upgrade?.finish();
  const endBackups = keepBackups(data, troubles, log);
  const { host, port } = listen;
  log(`serving ${addresses} on ${host}:${port}, with the data in ${folder.path}.`);
  for (const url of publicUrls.filter((each) => !isSecure(each))) {
    log(`${url} begins with http: ${WITHOUT_TLS}.`);
  }
  if (!mailServer) log("no mails are sent: SMTP_HOST and SMTP_FROM are not set.");
  if (isFirst) log(`make your account: ${signUpLink(folder, publicUrl)}`);
  log(`"${serveCommand("invite")}" prints a link with which another person makes one.`);
  collectGarbageEveryMinute();
  try {
    await Promise.race([
      running.broken.then((error) => Promise.reject(error)),
      whenStopped(signal),
    ]);
  } finally {
    endBackups();
    await running.stop();
  }
}
