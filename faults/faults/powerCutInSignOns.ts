import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, openBrowser } from '../../apps/server/src/identity/provider/fixtures/browser.ts';
import { runOn } from '../../apps/server/test/database/postgresDatabases.ts';
import type { Fault, Run } from '../fault.ts';
import { admin, openToken } from '../history/client.ts';
import { Testbed } from '../places/testbed.ts';
import { bugsIn } from '../rounds/outage.ts';
import { type Application, openApplication, type SignOn } from '../rounds/signOns.ts';

const peopleAtOnce = 6;
/** In milliseconds: a code lives for a minute, and one that is over would be refused for that. */
const codeMilliseconds = 50_000;
const toldMilliseconds = 30_000;
const inMilliseconds = 30_000;

/** A person with the portal's session and the browser of the last sign-on. */
interface Person {
  readonly session: string;
  browser: Browser;
}

/**
 * What a sign-on stores is mostly not waited for on disk. Each round cuts the power of the database: on PostgreSQL by a crash, while
 * nothing is written out that nobody waits for, with the embedded one by a kill of the program that holds it.
 */
export const powerCutInSignOns: Fault = {
  sentence:
    'After a power cut in the midst of sign-ons to applications no code opens anything twice, whoever got in is signed out with the portal, and people sign on anew.',
  group: 'powercut',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 2, postgres: 4 },
  async run(run) {
    const place = await run.machine.open(run.kind);
    const set = async (setting: string) => {
      if (!place.server) return;
      await runOn(place.server.url, `alter system ${setting}`);
      await runOn(place.server.url, 'select pg_reload_conf()');
    };
    await set("set wal_writer_delay = '10s'");
    const testbed = await Testbed.open(place, { LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
    const application = await openApplication(testbed);
    let lost = 0;
    try {
      for (let round = 1; round <= run.rounds; round++)
        lost += await playRound(run, testbed, application, round % 2 === 0 ? 'inTheMidst' : 'afterAnswer');
      run.tally.expect(lost > 0, 'the cuts took nothing back: they came too late to show anything');
      run.tally.disagree(...bugsIn(testbed));
    } finally {
      application.close();
      await set('reset wal_writer_delay');
      await testbed.close();
    }
  },
};

/** Returns how many access tokens the cut has taken back. */
async function playRound(
  { chance, tally }: Run,
  testbed: Testbed,
  application: Application,
  moment: 'inTheMidst' | 'afterAnswer',
): Promise<number> {
  const { url } = testbed.portal;
  const credentials = { username: admin.email, password: admin.password };
  const people: Person[] = [];
  for (let n = 0; n < peopleAtOnce; n++)
    people.push({ session: await openToken(url, credentials), browser: openBrowser() });
  const signOns: SignOn[] = [];
  const over = new AbortController();
  const signingOn = people.map((person) =>
    signOnUntil(moment === 'afterAnswer' ? AbortSignal.abort() : over.signal, application, person, signOns),
  );
  // With everybody in, nothing more is written after the last answer but what led to it.
  if (moment === 'afterAnswer') await Promise.all(signingOn);
  else await untilIn(signOns, chance.whole(3, 30));
  const cut = cutPower(testbed);
  over.abort();
  await Promise.all(signingOn);
  tally.took('up again', await cut);

  const opened = signOns.flatMap(({ tokens }) => tokens ?? []);
  let lost = 0;
  for (const tokens of opened) if (!(await application.isTaken(tokens))) lost += 1;
  tally.add('sign-ons answered before the cut', opened.length);
  tally.add('whose access token the cut took back', lost);
  for (const signOn of signOns) await tryAgain(tally, application, signOn);

  for (const person of people) {
    const kept = await signOn(application, person, signOns);
    const fresh = await signOn(application, { ...person, browser: openBrowser() }, signOns);
    tally.expect(kept && fresh, 'somebody could not sign on after the cut');
  }
  await checkSignOuts(tally, url, application, people, signOns);
  return lost;
}

/** Waits until so many people are in. */
async function untilIn(signOns: readonly SignOn[], count: number): Promise<void> {
  const until = Date.now() + inMilliseconds;
  while (signOns.filter(({ tokens }) => tokens).length < count && Date.now() < until) await wait(1);
}

/** Signs a person on, again and again in new browsers; at least once. */
async function signOnUntil(over: AbortSignal, application: Application, person: Person, signOns: SignOn[]) {
  do {
    person.browser = openBrowser();
    if (!(await signOn(application, person, signOns))) await wait(20);
  } while (!over.aborted);
}

/** Returns whether the application has let the person in. */
async function signOn(application: Application, { browser, session }: Person, signOns: SignOn[]) {
  const asked = await application.askForCode(browser, session).catch(() => null);
  if (!asked) return false;
  signOns.push(asked);
  const got = await application.redeem(asked);
  if (got !== null && got !== 'refused') asked.tokens = got;
  return asked.tokens !== null;
}

/** Returns the milliseconds until the portal was up again. */
async function cutPower(testbed: Testbed): Promise<number> {
  const { server } = testbed.place;
  if (!server) {
    await testbed.portal.kill();
    return testbed.recover();
  }
  await server.end('immediate');
  const began = performance.now();
  await server.startAgain();
  await testbed.signInAgain();
  return performance.now() - began;
}

/** Redeems a code again, as whoever has stolen it would. */
async function tryAgain(tally: Run['tally'], application: Application, signOn: SignOn): Promise<void> {
  const wasOpened = signOn.tokens !== null;
  const again = await application.redeem(signOn);
  tally.expect(Date.now() - signOn.givenAt < codeMilliseconds, 'a code was tried again when it was over');
  tally.expect(again !== null, 'a code was not answered after the cut');
  if (wasOpened) tally.expect(again === 'refused', 'a code was redeemed before the cut, and again after it');
  else tally.add(again === 'refused' ? 'codes that the cut took back' : 'codes redeemed after the cut');
  if (again === null || again === 'refused') return;
  signOn.tokens = again;
  const third = await application.redeem(signOn);
  tally.expect(third === 'refused', 'a code was redeemed twice after the cut');
}

/** Every session that an application has opened is known here, and so ends with the portal's. */
async function checkSignOuts(
  tally: Run['tally'],
  url: string,
  { ended }: Application,
  people: readonly Person[],
  signOns: readonly SignOn[],
): Promise<void> {
  for (const { session } of people) {
    const headers = { authorization: `Bearer ${session}` };
    const reply = await fetch(`${url}/api/auth/logout`, { method: 'POST', headers });
    tally.expect(reply.status === 200, `a sign-out was answered ${reply.status}`);
  }
  const open = () => signOns.filter(({ tokens }) => tokens && !ended.has(tokens.sid)).length;
  const until = Date.now() + toldMilliseconds;
  while (open() > 0 && Date.now() < until) await wait(100);
  tally.expect(open() === 0, `${open()} sessions of the application did not end with the portal's`);
  tally.add('sessions of the application that ended with the portal’s', ended.size);
  ended.clear();
}
