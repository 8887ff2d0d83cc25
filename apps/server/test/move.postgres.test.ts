import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { openBalancer } from './balancer.ts';
import { runOn, withDatabaseName } from './database/postgresDatabases.ts';
import { type PostgresServer, startPostgres } from './database/postgresServer.ts';
import { type MailCatcher, openMailCatcher } from './mailCatcher.ts';
import { signInTo } from './processClient.ts';
import { playDuring } from './steadyLoad.ts';
import { typeCommand } from './typed.ts';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };
const people = 400;
const list = `Prénom;Nom;Courriel\n${Array.from({ length: people }, (_, n) => `Zoé;Côté;zoe${n}@etu.example.ca`).join('\n')}`;

let former: PostgresServer;
let later: PostgresServer;
let mails: MailCatcher;
let portals: PortalProcess[];
const fromUrl = () => withDatabaseName(former.url, 'university');
const toUrl = () => withDatabaseName(later.url, 'university');

beforeAll(async () => {
  const settings = ['wal_level=logical', 'max_connections=100'];
  [former, later, mails] = await Promise.all([
    startPostgres(settings),
    startPostgres(settings),
    openMailCatcher(),
  ]);
  for (const { url } of [former, later]) await runOn(url, 'create database university');
  const start = () =>
    PortalProcess.start({
      DATABASE_URL: fromUrl(),
      SECRET_KEY: 'the same for all of the processes',
      BOOTSTRAP_ADMIN_EMAIL: admin.email,
      BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      SMTP_URL: mails.url,
      DRAIN_SECONDS: '1',
    });
  portals = [await start()];
  portals.push(await start());
}, 120_000);
afterAll(async () => {
  for (const portal of portals) {
    await portal.kill();
    portal.removeData();
  }
  await mails.close();
  await Promise.all([former.stop(), later.stop()]);
});

describe('guichet move', () => {
  it('refuses a database that is not empty, and leaves nothing that follows the former', async () => {
    await runOn(later.url, 'create database other');
    const other = withDatabaseName(later.url, 'other');
    await runOn(other, 'create table something ()');
    const refused = { code: 1, err: expect.stringContaining('The new database is not empty') };
    expect(await type(fromUrl(), 'begin', other)).toMatchObject(refused);
    expect(await ask(fromUrl(), 'select count(*)::int as n from pg_publication')).toBe(0);
    // Finished before it has begun, also to itself.
    for (const to of [other, fromUrl()])
      expect(await type(fromUrl(), 'finish', to)).toMatchObject({
        code: 1,
        err: expect.stringContaining('The new database does not follow the former'),
      });
    await runOn(fromUrl(), 'delete from rate_limits');
  });

  it('moves a university under load: no write is lost, no mail doubled, no request fails', async () => {
    const balancer = await openBalancer(
      portals.map(({ url }) => url),
      true,
    );
    await balancer.ready(2);
    const client = await signInTo(balancer.url, admin.email, admin.password);
    const { courseId } = await client.makeExamSpace(4, 'Hiver');
    let waited = 0;
    const load = await playDuring(balancer.url, admin, async () => {
      // The mails go out while it moves.
      await client.importFile(4, courseId, list, { sendEmail: true });
      expect(await type(fromUrl(), 'begin', toUrl())).toMatchObject({ code: 0, err: '' });
      const began = performance.now();
      await Promise.all(portals.map((portal) => portal.stop()));
      expect(await type(fromUrl(), 'finish', toUrl())).toMatchObject({ code: 0, err: '' });
      await Promise.all(portals.map((portal) => portal.startAgain({ DATABASE_URL: toUrl() })));
      await balancer.ready(2);
      waited = performance.now() - began;
      await wait(1000);
    });
    const { acknowledged, reads, signIns } = load;
    console.log(
      `${acknowledged.length} writes, ${reads} reads, ${signIns} sign-ins; ${Math.round(waited)} ms`,
    );
    expect(load.failed).toEqual([]);
    const after = await signInTo(balancer.url, admin.email, admin.password);
    const exams = (await (await after.get('/api/cohort/3')).json()) as { id: number }[];
    expect(exams.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged]));
    await mails.waitFor(people, 60_000);
    await wait(500);
    const received = mails.received.map(({ to }) => to).filter((to) => to.startsWith('zoe'));
    expect(received.toSorted()).toEqual([...new Set(received)].toSorted());
    expect(received.length).toBe(people);
    await balancer.close();
    await expectOnLater(acknowledged);
  }, 180_000);

  it('leaves the former database to be read, and nothing that follows it', async () => {
    await expect(runOn(fromUrl(), 'delete from enrolments')).rejects.toThrow('read-only transaction');
    expect(await ask(fromUrl(), 'select count(*)::int as n from pg_replication_slots')).toBe(0);
    expect(await ask(fromUrl(), 'select count(*)::int as n from pg_publication')).toBe(0);
    expect(await ask(toUrl(), 'select count(*)::int as n from pg_subscription')).toBe(0);
  });

  it('moves nothing where the rows differ, and lets the former take writes again', async () => {
    await runOn(former.url, 'create database back');
    const back = withDatabaseName(former.url, 'back');
    expect(await type(toUrl(), 'begin', back)).toMatchObject({ code: 0, err: '' });
    // As if rows had been lost on the way.
    await runOn(back, 'delete from audit_lines');
    const { code, err } = await type(toUrl(), 'finish', back);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The copy differs in audit_lines: nothing was moved/),
    ]);
    await runOn(toUrl(), 'delete from rate_limits');
    expect(await ask(back, 'select count(*)::int as n from pg_subscription')).toBe(0);
  });
});

function type(from: string, step: 'begin' | 'finish', to: string) {
  const dataDir = portals[0]?.dataDir ?? '';
  return typeCommand(dataDir, { DATABASE_URL: from, DATA_DIR: dataDir }, 'move', step, to);
}

async function expectOnLater(exams: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: toUrl() });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as n from exams where id = any($1)', [exams]);
  await client.end();
  expect(rows[0].n).toBe(exams.length);
}

async function ask(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows[0].n;
}
