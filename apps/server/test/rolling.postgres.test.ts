import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { type Balancer, openBalancer } from './balancer.ts';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { makeNextVersion, type Version } from './nextVersion.ts';
import { signInTo } from './processClient.ts';
import { playDuring } from './steadyLoad.ts';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };
/** The folder of a real older version, given by `npm run upgrade-check`; without it, a copy of this one is the newer. */
const olderVersion = process.env.VERSION_BEFORE;
let place: TestPlace;
let portals: PortalProcess[];

beforeAll(async () => {
  place = await makeTestPlace();
  // An older version migrates an empty database of its own.
  if (olderVersion) await emptyDatabase();
  const settings = {
    DATABASE_URL: place.options.databaseUrl ?? '',
    SECRET_KEY: 'the same for all of the processes',
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    DRAIN_SECONDS: '1',
  };
  // The first process creates the initial data.
  portals = [await PortalProcess.start(settings, null, null, olderVersion)];
  portals.push(await PortalProcess.start(settings, null, null, olderVersion));
}, 120_000);

afterAll(async () => {
  for (const portal of portals) {
    await portal.kill();
    portal.removeData();
  }
  await place.remove();
});

describe('two processes on one PostgreSQL', () => {
  it('lose no request while both are restarted, one after the other', async () => {
    await expectNoLoss(async (balancer) => {
      for (const portal of portals) await replace(portal, balancer);
    });
  }, 240_000);

  it('roll back an import that cannot be finished in time, and report it', async () => {
    const [portal] = portals as [PortalProcess];
    const client = await signInTo(portal.url, admin.email, admin.password);
    const { courseId, id } = await client.makeExamSpace(4, 'Hiver');
    const unlock = await hold('lock table enrolments in exclusive mode');
    const counted = client
      .importFile(4, courseId, 'Prénom;Nom;Courriel\nZoé;Côté;zoe@etu.example.ca', { sendEmail: true })
      .catch((error: Error) => error.message);
    await wait(500);
    await portal.stop();
    expect(await counted).toContain(
      '/api/import answered 503: {"type":"about:blank","status":503,"title":"database.unavailable"',
    );
    await unlock();
    const other = await signInTo((portals[1] as PortalProcess).url, admin.email, admin.password);
    expect(await other.listCandidates(4, id)).toEqual([]);
    expect(await countPeople()).toBe(1);
    await portal.startAgain();
  }, 120_000);
});

describe('two versions side by side', () => {
  const added = `
    alter table users add column shoe_size int;
    alter table exams add column is_loud boolean not null default false;
    create table later (id int primary key, system_id int not null references systems (id))`;
  const contracted = 'alter table exams drop column is_loud; drop table later';

  let next: Version | null = null;
  beforeAll(() => {
    if (!olderVersion) next = makeNextVersion({ '999-added': added });
  });
  afterAll(() => next?.remove());

  it('lose no request while the newer replaces the older, one process after the other', async () => {
    await expectNoLoss(async (balancer) => {
      // The change of the table waits behind a long read; what comes after it must not.
      const unlock = await hold('select from users');
      setTimeout(() => void unlock(), 20_000);
      for (const portal of portals) await replace(portal, balancer, next?.folder);
    });
  }, 240_000);

  it('lose no request on the way back', async () => {
    await expectNoLoss(async (balancer) => {
      for (const portal of portals) await replace(portal, balancer, olderVersion);
    });
  }, 240_000);

  it.skipIf(olderVersion)(
    'the older is refused after a contraction',
    async () => {
      const newer = makeNextVersion({ '999-added': added, '999-gone-contract': contracted });
      const [portal] = portals as [PortalProcess];
      try {
        await portal.stop();
        await portal.startAgain({}, newer.folder);
        await portal.stop();
        await expect(portal.startAgain()).rejects.toThrow(
          'The database is newer than this program (it holds 999-added, 999-gone-contract): start the newer program instead.',
        );
      } finally {
        newer.remove();
      }
    },
    120_000,
  );
});

async function replace(portal: PortalProcess, balancer: Balancer, version?: string): Promise<void> {
  await portal.stop();
  await portal.startAgain({}, version);
  await balancer.ready(2);
}

/** Uses the portals without a pause during `work`: every request is answered, and what was acknowledged is there. */
async function expectNoLoss(work: (balancer: Balancer) => Promise<void>): Promise<void> {
  const balancer = await openBalancer(portals.map(({ url }) => url));
  await balancer.ready(2);
  const load = await playDuring(balancer.url, admin, () => work(balancer));
  console.log(
    `${load.acknowledged.length} writes, ${load.reads} reads and ${load.signIns} sign-ins, ${load.failed.length} failed`,
  );
  expect(load.failed).toEqual([]);
  expect(load.acknowledged.length).toBeGreaterThan(50);
  const client = await signInTo(balancer.url, admin.email, admin.password);
  const exams = (await (await client.get('/api/cohort/3')).json()) as { id: number }[];
  expect(exams.map(({ id }) => id)).toEqual(expect.arrayContaining([...load.acknowledged]));
  await balancer.close();
}

/** Leaves a transaction with this statement open until the returned function is called. */
async function hold(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: place.options.databaseUrl ?? '' });
  // A test that ran out of time leaves it to the end of its database.
  client.on('error', () => {});
  await client.connect();
  await client.query(`begin; ${statement}`);
  return () => client.end();
}

async function emptyDatabase(): Promise<void> {
  const end = await hold('drop schema public cascade; create schema public; commit');
  await end();
}

async function countPeople(): Promise<number> {
  const client = new pg.Client({ connectionString: place.options.databaseUrl ?? '' });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as n from users');
  await client.end();
  return rows[0].n;
}
