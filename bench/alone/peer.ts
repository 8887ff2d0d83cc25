/**
 * The portal beside a Directus that runs already, with the same 100,000 people: each job in turns, so that other load on the
 * machine affects both. Usage: npm run bench -- peer URL PIDFILE EMAIL PASSWORD [START STOP]
 *
 * The peer has the people of `bench/data/people.ts` in a collection `people` (without a licence few accounts may sign in there), the
 * second of them also as an account that is no administrator, with the same password and hash, and an empty collection `candidates`
 * with the fields number, last_name, first_name, email and language. PIDFILE names its process, EMAIL and
 * PASSWORD are those of an administrator there; START and STOP are commands, without which its start is not measured.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { candidates, csvList } from '../data/lists.ts';
import { emailOf, peoplePassword } from '../data/people.ts';
import { mixedTerm } from '../data/terms.ts';
import type { Request } from '../measure/httpLine.ts';
import { load } from '../measure/load.ts';
import { residentMb } from '../measure/observe.ts';
import { alternate, median, timed } from '../measure/rounds.ts';
import { inBrowser } from '../stage/browser.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin, onStage } from '../stage/stage.ts';

const people = 100_000;
const connections = 10;
const rounds = 5;
const seconds = 4;
const listRows = 10_000;
const json = { 'content-type': 'application/json' };

const [peerUrl = '', pidFile = '', email = '', password = '', startCommand = '', stopCommand = ''] =
  process.argv.slice(2);
if (!password) throw new Error('Usage: npm run bench -- peer URL PIDFILE EMAIL PASSWORD [START STOP]');

await onStage(async (stage) => {
  const databaseUrl = await stage.copy(people);
  const portal = await stage.startPortal({ DATABASE_URL: databaseUrl, SMTP_URL: 'smtp://127.0.0.1:9' });
  // The names are loaded in the background.
  await wait(5000);
  const ours = await signInAs(portal.url, admin);
  const theirs = await signInThere(email, password);

  await compare('search, 25 of mixed terms by name with their number', '/s', {
    portal: () => ask(portal.url, (n) => searchHere(mixedTerm(n, people), ours.headers)),
    peer: () => ask(peerUrl, (n) => searchThere(mixedTerm(n, people), theirs)),
  });
  const reader = await signInAs(portal.url, { email: emailOf(2), password: peoplePassword });
  const readerThere = await signInThere(emailOf(2), peoplePassword);
  await compare('a small read by somebody without rights over others', '/s', {
    portal: () => ask(portal.url, () => get('/api/user/IsAuthorized/1/0', reader.headers)),
    peer: () => ask(peerUrl, () => get('/users/me?fields=id', readerThere)),
  });
  let next = 0;
  await compare('sign-in', '/s', {
    portal: () => ask(portal.url, () => enter('/api/auth/login', { username: emailOf(turn()) })),
    peer: () => ask(peerUrl, () => enter('/auth/login', { email: emailOf(2) })),
  });
  function turn(): number {
    return 10 + (next++ % (people - 10));
  }
  await compare(`import of ${listRows} rows of CSV`, 'ms', {
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
  print('sign-in page, cold', 'kB', here, there);
  await wait(25_000);
  print('memory 25 s later', 'MB', residentMb(portal.pid), residentMb(Number(readFileSync(pidFile, 'utf8'))));
  if (startCommand && stopCommand)
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
});

interface Sides {
  readonly portal: (round: number) => Promise<number>;
  readonly peer: (round: number) => Promise<number>;
}

async function compare(job: string, unit: string, { portal, peer }: Sides): Promise<void> {
  const { product, limit } = await alternate(rounds, portal, peer);
  print(job, unit, median(product), median(limit));
}

function print(job: string, unit: string, portal: number, peer: number): void {
  const ratio = unit === '/s' ? portal / peer : peer / portal;
  console.log(
    `${job}: portal ${portal.toFixed(1)} ${unit}, peer ${peer.toFixed(1)} ${unit}, ${ratio.toFixed(2)} times; load ${loadavg()[0]?.toFixed(1)}`,
  );
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

/** With headers, as transferred. */
async function kilobytes(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ locale: 'fr-CA' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('input[type=password]').waitFor();
  await context.close();
  return bytes / 1000;
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
