/**
 * The portal beside a Directus that runs already, with the same 100,000 people: each job in turns, so that other load on the
 * machine affects both; written as a page. Usage: npm run bench -- peer URL PIDFILE EMAIL PASSWORD START STOP
 *
 * The peer runs with the settings that `bench/page/peerDocument.ts` names. It has the people of `bench/data/people.ts` in a collection
 * `people` (language and profession not searchable), the first thousand of them also as accounts with the same password and hash and
 * without its app (with it, the tier without a licence has three), of which the second may use its app, and an empty collection
 * `candidates` with the fields number, last_name, first_name, email and language. PIDFILE names its process, EMAIL and PASSWORD are
 * those of an administrator there; START and STOP are commands.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { candidates, csvList } from '../data/lists.ts';
import { emailOf, peoplePassword } from '../data/people.ts';
import { mixedTerm } from '../data/terms.ts';
import type { Request } from '../measure/httpLine.ts';
import { load } from '../measure/load.ts';
import { residentMb, untilIndexed } from '../measure/observe.ts';
import { alternate, median, timed } from '../measure/rounds.ts';
import { describeMachine } from '../page/machine.ts';
import { type Job, ratioOf, writePeerDocument } from '../page/peerDocument.ts';
import { inBrowser } from '../stage/browser.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin, onStage } from '../stage/stage.ts';

const people = 100_000;
const accounts = 1000;
const connections = 10;
const rounds = 5;
// Long beside an answer of the slower one, of which those count that begin and end in it.
const seconds = 10;
const listRows = 10_000;
const json = { 'content-type': 'application/json' };

const [peerUrl = '', pidFile = '', email = '', password = '', startCommand = '', stopCommand = ''] =
  process.argv.slice(2);
if (!stopCommand) throw new Error('Usage: npm run bench -- peer URL PIDFILE EMAIL PASSWORD START STOP');
const jobs: Job[] = [];

await onStage(async (stage) => {
  const databaseUrl = await stage.copy(people);
  const portal = await stage.startPortal({ DATABASE_URL: databaseUrl, SMTP_URL: 'smtp://127.0.0.1:9' });
  await untilIndexed(portal.url, people);
  const ours = await signInAs(portal.url, admin);
  const theirs = await signInThere(email, password);

  const [termHere, termThere] = [inTurn(), inTurn()];
  await compare('search among 100,000 people, 25 of mixed terms by name, with their number', '/s', {
    portal: () => ask(portal.url, () => searchHere(mixedTerm(termHere(), people), ours.headers)),
    peer: () => ask(peerUrl, () => searchThere(mixedTerm(termThere(), people), theirs)),
  });
  const reader = await signInAs(portal.url, { email: emailOf(2), password: peoplePassword });
  const readerThere = await signInThere(emailOf(2), peoplePassword);
  await compare('a small read by somebody without rights over others', '/s', {
    portal: () => ask(portal.url, () => get('/api/user/IsAuthorized/1/0', reader.headers)),
    peer: () => ask(peerUrl, () => get('/users/me?fields=id', readerThere)),
  });
  const [turnHere, turnThere] = [inTurn(), inTurn()];
  const addressOf = (turn: number) => emailOf(1 + (turn % accounts));
  await compare('sign-in', '/s', {
    portal: () => ask(portal.url, () => enter('/api/auth/login', { username: addressOf(turnHere()) })),
    peer: () => ask(peerUrl, () => enter('/auth/login', { email: addressOf(turnThere()) })),
  });
  await compare(`import of ${listRows.toLocaleString('en-CA')} rows of CSV`, 'ms', {
    portal: async (round) => {
      const client = await signInTo(portal.url, admin.email, admin.password);
      const { courseId } = await client.makeExamSpace(3, `Liste ${round}`);
      const list = csvList(listRows, `peer${round}x`);
      return timed(() => client.importFile(3, courseId, list, { sendEmail: false }));
    },
    peer: async (round) => importThere(round, await signInThere(email, password)),
  });
  const [here, there] = await inBrowser(async (browser) => [
    await kilobytes(browser, `${portal.url}/login`),
    await kilobytes(browser, `${peerUrl}/admin/login`),
  ]);
  add({ job: 'sign-in page, cold', unit: 'kB', portal: here.compressed, peer: there.compressed });
  await wait(25_000);
  const peerPid = Number(readFileSync(pidFile, 'utf8'));
  add({
    job: 'memory of the process 25 s later',
    unit: 'MB',
    portal: residentMb(portal.pid),
    peer: residentMb(peerPid),
  });
  await compare('start to the first answer', 'ms', {
    async portal() {
      await portal.stop();
      return timed(() => portal.startAgain());
    },
    async peer() {
      run(stopCommand);
      return timed(async () => {
        run(startCommand);
        await untilThere(`${peerUrl}/server/ping`);
      });
    },
  });
  writePeerDocument({
    jobs,
    machine: describeMachine(stage),
    peerVersion: await versionThere(await signInThere(email, password)),
    sentKilobytes: there.sent,
  });
});

interface Sides {
  readonly portal: (round: number) => Promise<number>;
  readonly peer: (round: number) => Promise<number>;
}

async function compare(job: string, unit: string, { portal, peer }: Sides): Promise<void> {
  const { product, limit } = await alternate(rounds, portal, peer);
  add({ job, unit, portal: median(product), peer: median(limit) });
}

function add(job: Job): void {
  jobs.push(job);
  console.log(
    `${job.job}: portal ${job.portal.toFixed(1)} ${job.unit}, peer ${job.peer.toFixed(1)}, ${ratioOf(job).toFixed(2)} times`,
  );
}

/** 0, 1, 2 … over all rounds, so that none repeats what an earlier one has asked. */
function inTurn(): () => number {
  let next = 0;
  return () => next++;
}

async function ask(url: string, request: (n: number) => Request): Promise<number> {
  return (await load({ url, connections, seconds, request })).perSecond;
}

type Headers = Readonly<Record<string, string>>;

function get(path: string, headers: Headers): Request {
  return { method: 'GET', path, headers };
}

function searchHere(searchTerm: string, headers: Headers): Request {
  const body = JSON.stringify({ filters: [{ searchTerm }] });
  return { method: 'POST', path: '/api/user/search', headers: { ...json, ...headers }, body };
}

function searchThere(search: string, headers: Headers): Request {
  const fields = 'id,first_name,last_name,email,language,number,profession';
  const query = new URLSearchParams({
    search,
    fields,
    limit: '25',
    sort: 'last_name,first_name',
    meta: 'filter_count',
  });
  return get(`/items/people?${query}`, headers);
}

function enter(path: string, who: Headers): Request {
  const address = `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`;
  const body = JSON.stringify({ ...who, password: peoplePassword });
  return { method: 'POST', path, headers: { ...json, 'x-forwarded-for': address }, body };
}

async function signInThere(who: string, secret: string): Promise<Headers> {
  const body = JSON.stringify({ email: who, password: secret });
  const reply = await fetch(`${peerUrl}/auth/login`, { method: 'POST', headers: json, body });
  const { data } = (await reply.json()) as { data: { access_token: string } };
  return { authorization: `Bearer ${data.access_token}` };
}

async function versionThere(headers: Headers): Promise<string> {
  const { data } = (await (await fetch(`${peerUrl}/server/info`, { headers })).json()) as Info;
  return data.version;
}

interface Info {
  readonly data: { readonly version: string };
}

async function importThere(round: number, headers: Headers): Promise<number> {
  const lines = [...candidates(listRows, `peer${round}x`)].map((cells) => cells.join(','));
  const list = `number,last_name,first_name,email,language\n${lines.join('\n')}\n`;
  const form = new FormData();
  form.set('file', new Blob([list], { type: 'text/csv' }), 'liste.csv');
  return timed(async () => {
    const reply = await fetch(`${peerUrl}/utils/import/candidates`, { method: 'POST', headers, body: form });
    if (!reply.ok) throw new Error(`the import answered ${reply.status}: ${await reply.text()}`);
  });
}

interface Kilobytes {
  readonly sent: number;
  /** With brotli for texts that came uncompressed. */
  readonly compressed: number;
}

/** With headers. */
async function kilobytes(browser: Browser, url: string): Promise<Kilobytes> {
  const context = await browser.newContext({ locale: 'fr-CA' });
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('input[type=password]').waitFor();
  let [sent, compressed] = [0, 0];
  for (const response of responses) {
    const { responseBodySize: body, responseHeadersSize: headers } = await response.request().sizes();
    const isPlain = body > 0 && !response.headers()['content-encoding'];
    sent += headers + body;
    compressed +=
      headers + (isPlain ? Math.min(body, brotliCompressSync(await response.body()).length) : body);
  }
  await context.close();
  return { sent: sent / 1000, compressed: compressed / 1000 };
}

function run(command: string): void {
  const { status } = spawnSync(command, { shell: true, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

async function untilThere(url: string): Promise<void> {
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await wait(5);
}
