/** Sign-ons of people who are signed in to applications: processor time of one, and the waits of others during a rush. */
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { emailOf, peoplePassword } from '../data/people.ts';
import { type Line, openLine } from '../measure/httpLine.ts';
import { percentile, probe, workedMs } from '../measure/observe.ts';
import { beside, type Row, within } from '../row.ts';
import { registerOpenId, registerSaml, type SignOn, type Visitor } from '../stage/applications.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

const people = 100_000;
const signedIn = 40;
const warmUps = 80;
const counted = 160;
const perSecond = 200;
const seconds = 8;
/** Sign-ons at once in the rush; a browser more has to wait for one of them. */
const browsers = 40;

const boundOfTurns =
  'Past that the sign-ons wait, two steps at work at once, and others go on (docs/decisions/076-sign-ons-in-turns.md). Of one ' +
  'sign-on the database is asked 35 statements, of which one is a transaction of several (76 and ten before: 24 ms of processor ' +
  'time beside 16 in the same run). In a profile of 780 sign-ons a fifth went into writing to sockets, which is statements and replies, ' +
  'and a twelfth into signatures by RSA; nothing else took more than a fifteenth.';

export const providerSignIn: Row = {
  name: 'providerSignIn',
  async run(stage) {
    const databaseUrl = await stage.copy(people);
    const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
    const chief = await signInAs(portal.url, admin);
    const openId = await registerOpenId(chief);
    const saml = await registerSaml(chief);
    const visitors: Visitor[] = [];
    for (let n = 1; n <= signedIn; n++) {
      const { headers } = await signInAs(portal.url, { email: emailOf(n), password: peoplePassword });
      visitors.push({ headers, network: '' });
    }
    const visitorAt = (n: number): Visitor => ({
      headers: (visitors[n % signedIn] as Visitor).headers,
      network: `10.${(n >> 8) & 255}.${n & 255}.7`,
    });
    const worked = async (signOn: SignOn) => {
      await repeat(portal.url, signOn, visitorAt, warmUps);
      const before = workedMs(portal.pid);
      await repeat(portal.url, signOn, visitorAt, counted);
      return (workedMs(portal.pid) - before) / counted;
    };
    const ofOpenId = await worked(openId);
    const ofSaml = await worked(saml);
    const others = () => probe(portal.url, { method: 'GET', path: '/api/home', headers: chief.headers });
    const before = others();
    await wait(4000);
    const idle = await before.stop();
    const meanwhile = others();
    const reached = await rush(portal.url, openId, visitorAt);
    const busy = await meanwhile.stop();
    await portal.stop();
    await stage.drop(databaseUrl);
    const cores = availableParallelism();
    const bound = `One sign-on took ${ofOpenId.toFixed(1)} ms of the server’s processor time in this run: ${perSecond} a second take ${((perSecond * ofOpenId) / 1000).toFixed(1)} cores, without PostgreSQL, and this machine has ${cores}, which would do ${Math.floor((cores * 1000) / ofOpenId)}. ${boundOfTurns}`;
    const note = `Processor time of the server’s process, all threads, over ${counted} sign-ons one after the other: the request of the application, every redirect, the portal’s page and its call`;
    return {
      results: [
        within({
          job: 'sign-on to an application by OpenID Connect',
          product: ofOpenId,
          unit: 'ms',
          atMost: 60,
          note: `${note}, and the application’s for the tokens.`,
        }),
        within({
          job: 'the same by SAML, with the signed answer',
          product: ofSaml,
          unit: 'ms',
          atMost: 60,
          note: `${note}.`,
        }),
        within({
          job: 'sign-ons by OpenID Connect, of people who are signed in',
          product: reached,
          unit: '/s',
          atLeast: perSecond * 0.98,
          bound,
        }),
        beside({
          job: 'p95 of another person’s home page meanwhile',
          product: percentile(busy, 0.95),
          limit: { what: 'while nobody signs on', value: percentile(idle, 0.95) },
          unit: 'ms',
          atMost: 2,
          bound,
        }),
      ],
    };
  },
};

/** Sign-ons one after the other. */
async function repeat(url: string, signOn: SignOn, visitorAt: (n: number) => Visitor, count: number) {
  const line = await openLine(url);
  for (let n = 0; n < count; n++) await signOn(line, visitorAt(n));
  line.close();
}

/** Begins as many sign-ons a second as are wanted, where a browser is free; returns those that ended in a second. */
async function rush(url: string, signOn: SignOn, visitorAt: (n: number) => Visitor): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let next = 0;
  let ended = 0;
  const visit = async (line: Line) => {
    while (true) {
      const n = next++;
      const due = start + (n * 1000) / perSecond;
      if (due >= end) break;
      if (due > performance.now()) await wait(due - performance.now());
      if (performance.now() >= end) break;
      await signOn(line, visitorAt(n));
      if (performance.now() < end) ended += 1;
    }
    line.close();
  };
  const lines = await Promise.all(Array.from({ length: browsers }, () => openLine(url)));
  await Promise.all(lines.map(visit));
  return ended / seconds;
}
