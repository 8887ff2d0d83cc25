import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { openBalancer } from './balancer.ts';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { signInTo } from './processClient.ts';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };
let place: TestPlace;
let portals: PortalProcess[];

beforeAll(async () => {
  place = await makeTestPlace();
  const settings = {
    DATABASE_URL: place.options.databaseUrl ?? '',
    SECRET_KEY: 'the same for all of the processes',
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    DRAIN_SECONDS: '1',
  };
  // The first process creates the initial data.
  portals = [await PortalProcess.start(settings)];
  portals.push(await PortalProcess.start(settings));
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
    const balancer = await openBalancer(portals.map(({ url }) => url));
    await balancer.ready(2);
    const client = await signInTo(balancer.url, admin.email, admin.password);
    const acknowledged: number[] = [];
    const failed: string[] = [];
    const done = new AbortController();
    const writeOn = async (name: string) => {
      for (let n = 0; !done.signal.aborted; n++) {
        try {
          acknowledged.push((await client.makeExamSpace(3, `${name} ${n}`)).id);
        } catch (error) {
          failed.push((error as Error).message);
        }
      }
    };
    const readOn = async () => {
      while (!done.signal.aborted) {
        const reply = await client.get('/api/home');
        const text = await reply.text();
        if (!reply.ok) failed.push(`home answered ${reply.status}: ${text}`);
      }
    };
    const clients = [writeOn('A'), writeOn('B'), readOn(), readOn(), readOn()];
    for (const portal of portals) {
      await portal.stop();
      await portal.startAgain();
      await balancer.ready(2);
    }
    done.abort();
    await Promise.all(clients);
    expect(failed).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(50);
    const exams = (await (await client.get('/api/cohort/3')).json()) as { id: number }[];
    expect(exams.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    await balancer.close();
  }, 90_000);

  it('roll back an import that cannot be finished in time, and report it', async () => {
    const [portal] = portals as [PortalProcess];
    const client = await signInTo(portal.url, admin.email, admin.password);
    const { courseId, id } = await client.makeExamSpace(4, 'Hiver');
    const unlock = await lockEnrolments();
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
  }, 40_000);
});

/** Blocks enrolments until the returned function is called. */
async function lockEnrolments(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: place.options.databaseUrl ?? '' });
  await client.connect();
  await client.query('begin; lock table enrolments in exclusive mode');
  return () => client.end();
}

async function countPeople(): Promise<number> {
  const client = new pg.Client({ connectionString: place.options.databaseUrl ?? '' });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as n from users');
  await client.end();
  return rows[0].n;
}
