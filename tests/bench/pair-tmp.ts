import { chromium } from "@playwright/test";
import { serveCompressed } from "./compressed-app.ts";
import { recordLoad, throttle } from "./load-page.ts";
import { newSignedInPerson } from "../support/people.ts";
import { addTask } from "../support/actors-tasks.ts";
export async function main() {
  const person = await newSignedInPerson("Petra Person");
  const start_date = new Date().toISOString().slice(0, 10);
  for (let n = 1; n <= 30; n += 1) await addTask(person, { title: `Chore number ${n}`, category: `Room ${n % 5}`, start_date });
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"] });
  const sides = { old: await serveCompressed("/tmp/package-oldapp"), now: await serveCompressed("/tmp/package-newapp") };
  const kept = [{ name: "rota.session", value: JSON.stringify(person.session) }];
  const out: any = {};
  for (let n = 0; n < Number(process.env.N ?? 9); n++) for (const [side, { url }] of Object.entries(sides)) for (const who of ["today", "second", "signIn"]) {
    if (who === "second") continue;
    const context = await browser.newContext({ baseURL: url, viewport: { width: 412, height: 823 }, ...(who === "today" && { storageState: { cookies: [], origins: [{ origin: url, localStorage: kept }] } }) });
    const visits = who === "today" ? ["today", "second"] : ["signIn"];
    for (const v of visits) {
      const page = await context.newPage(); const s = await throttle(page);
      const t = await recordLoad(page); await s.detach();
      (out[`${v} ${side}`] ??= []).push(t);
      if (v === "today") await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      await page.goto("about:blank"); await page.close();
    }
    await context.close();
  }
  const med = (a: number[]) => a.sort((x, y) => x - y)[Math.floor(a.length / 2)];
  for (const [k, v] of Object.entries(out) as any) console.log(k, ["shell", "largest", "usable"].map((c) => `${c} ${Math.round(med(v.map((t: any) => t[c])) ?? 0)}`).join(" "), "min largest", Math.round(Math.min(...v.map((t: any) => t.largest))));
  await browser.close(); process.exit(0);
}
