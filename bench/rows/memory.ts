/** Memory of an idle server: with few people compared with Fastify and `pg`, and the increase for a million. */
import { setTimeout as wait } from 'node:timers/promises';
import { load } from '../measure/load.ts';
import { residentMb, untilIndexed } from '../measure/observe.ts';
import { median } from '../measure/rounds.ts';
import { beside, type Row, within } from '../row.ts';
import { startLimit } from '../stage/limit.ts';
import { type SignedIn, signInAs } from '../stage/signInAs.ts';
import { admin, type Stage } from '../stage/stage.ts';

const few = 10_000;
const many = 1_000_000;

export const memory: Row = {
  name: 'memory',
  async run(stage) {
    const databaseUrl = await stage.people(few);
    const limit = await startLimit('indexedSelect', { DATABASE_URL: databaseUrl });
    await load({
      url: limit.url,
      connections: 10,
      seconds: 2,
      request: (n) => ({ method: 'GET', path: `/people/${1 + (n % few)}` }),
    });
    await rest();
    const ofLimit = residentMb(limit.pid);
    await limit.stop();
    const withFew = await ofPortal(stage, few);
    const withMany = await ofPortal(stage, many);
    return {
      results: [
        beside({
          job: 'memory of a server at rest',
          product: withFew,
          limit: { what: 'Fastify + pg', value: ofLimit },
          unit: 'MB',
          atMost: 1.25,
          bound: restBound,
          note: `Both 25 seconds after two seconds of small reads on 10 connections; ${few.toLocaleString('en-CA')} people.`,
        }),
        within({
          job: 'what a million people add to it, with the index of their names',
          product: withMany - withFew,
          unit: 'MB',
          atMost: 90,
          bound: peopleBound,
        }),
      ],
    };
  },
};

const restBound =
  'What stands before anybody asks is modules: sign-in, imports, mail and schemas. What the reads took is given back ' +
  'after a quarter of a minute in which nobody asks for anything (core/runtime/idleGc.ts). The tables of encodings are loaded with the first list: ' +
  '1.6 MB less, by the medians of eight starts each in turns. Without the library of OpenID Connect for the university’s accounts, or without the one that ' +
  'composes mails, the difference was within that of one start from the next (3 MB).';

const peopleBound =
  'Counted in one process, 100,000 people take 9.7 MB of it, so a million 97: the folded names and addresses themselves, their numbers, ends and ' +
  'systems, and what occurs in each block of them. The thread of Node takes 19 MB, and 18 with nothing in it (five starts each). Of a hundred ' +
  'people here 97 have a hyphen in their name (in lists of a university a few), so that it is found without: 14 MB, which were 20 with the other ' +
  'words of their names once more.';

async function ofPortal(stage: Stage, people: number): Promise<number> {
  const portal = await stage.startPortal({ DATABASE_URL: await stage.people(people) });
  const signedIn = await signInAs(portal.url, admin);
  await untilIndexed(portal.url, people);
  await readMuch(portal.url, signedIn);
  await rest();
  const figures: number[] = [];
  for (let n = 0; n < 5; n++) {
    figures.push(residentMb(portal.pid));
    await wait(200);
  }
  await portal.stop();
  return median(figures);
}

async function readMuch(url: string, { headers }: SignedIn): Promise<void> {
  await load({
    url,
    connections: 10,
    seconds: 2,
    request: () => ({ method: 'GET', path: '/api/home', headers: { ...headers } }),
  });
}

async function rest(): Promise<void> {
  await wait(25_000);
}
