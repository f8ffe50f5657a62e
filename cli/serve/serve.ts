import {
  type FolderChoice,
  findPortBase,
  type Progress,
  type Site,
  STACK_PORTS,
  startStack,
} from "embedded-supabase";
import {
  collectGarbageEveryMinute,
  holdFolder,
  readOperators,
  requireFreePorts,
  Troubles,
  whenStopped,
} from "embedded-supabase/tools";
import { packageVersion, rootFolder, serveCommand } from "../project.ts";
import { allowed } from "./allowed.ts";
import { appFor } from "./app.ts";
import { keepBackups, removeCopies } from "./backups.ts";
import { withKept } from "./kept-settings.ts";
import { answerOperator } from "./operator.ts";
import { operatorsIn, type Running } from "./operator-table.ts";
import { operatorLink, signUpLinksIn } from "./people.ts";
import { requireUsable } from "./requirements.ts";
import { makeSecrets, SERVE_LOCK } from "./secrets.ts";
import { isSecure, reachedHosts, type ServeSettings, WITHOUT_TLS } from "./settings.ts";
import { troublesIn } from "./status.ts";
import { beginUpgrade, noteServed, wasServed } from "./upgrade.ts";

/** Milliseconds before a restart, so that the answer to the request for it is sent. */
const GRACE_MS = 500;

/**
 * `npm run serve`: everything at one address, until stopped; restarts when settings change in the browser.
 * @throws StackError if another server was started on the folder
 */
export async function serve(
  readSettings: Running["readSettings"],
  folder: FolderChoice,
  log: Progress,
  signal: AbortSignal,
): Promise<void> {
  const environment = process.env;
  const read = () => readSettings(withKept(folder, environment));
  const settings = read();
  const { listen } = settings;
  await requireFreePorts({ server: listen.port }, 0, "--listen HOST:PORT", listen.host);
  await requireUsable(folder.path);
  const release = holdFolder(folder.path, SERVE_LOCK);
  const running: Running = {
    ...{ folder, environment, readSettings, settings, log, startedAt: "", restart: () => {} },
  };
  const operator = await answerOperator(running);
  collectGarbageEveryMinute();
  try {
    for (;;) {
      running.startedAt = new Date().toISOString();
      const changed = new Promise<void>((resolve) => {
        running.restart = () => void setTimeout(resolve, GRACE_MS);
      });
      await serveAlone(running.settings, folder, log, signal, operator.site, changed);
      log("restarting with the settings from the browser…");
      running.settings = read();
    }
  } finally {
    operator.close();
    release();
  }
}

/** Resolves when the settings have changed. */
async function serveAlone(
  settings: ServeSettings,
  folder: FolderChoice,
  log: Progress,
  signal: AbortSignal,
  operator: Site["operator"],
  changed: Promise<void>,
): Promise<void> {
  const { publicUrls, listen, mailServer, signUp, trustedProxies, pushHosts, webhookHosts } =
    settings;
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
      portBase: await findPortBase(STACK_PORTS, listen.port),
      data,
      seed: false,
      beforeServing: upgrade?.serves,
      keys,
      site: {
        // Without mail, nobody knows whose address it is.
        invitedCall: mailServer && signUp === "invited" ? "is_invited" : undefined,
        claimCall: signUp === "closed" ? undefined : "claim_invitation",
        letInCall: "is_let_in",
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
          operator,
        },
        functionVariables: {
          APP_URL: publicUrl,
          PUBLIC_API_URL: publicUrl,
          ALLOWED_ORIGINS: publicUrls.join(","),
          MAIL_LINK_SECRET: keys.mailLinkSecret,
          VAPID_KEYS: keys.vapidKeys,
          PUSH_HOSTS: pushHosts.join(","),
          WEBHOOK_HOSTS: webhookHosts.join(","),
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
  if (!mailServer) log("no mails are sent: no mail server is set.");
  if (isFirst) log(`make your account: ${operatorLink(folder, publicUrl)}`);
  else if (readOperators(operatorsIn(folder)).length === 0) {
    log(`"${serveCommand("operator ADDRESS")}" says who runs this server in the browser.`);
  }
  log(`"${serveCommand("invite")}" prints a link with which another person makes one.`);
  try {
    await Promise.race([
      changed,
      running.broken.then((error) => Promise.reject(error)),
      whenStopped(signal),
    ]);
  } finally {
    endBackups();
    await running.stop();
  }
}
