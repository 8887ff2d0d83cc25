import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { openBalancer } from './balancer.ts';
import { runOn, withDatabaseName } from './database/postgresDatabases.ts';
import { type PostgresServer, startPostgres } from './database/postgresServer.ts';
import { findFreePort } from './freePort.ts';
import { type MailCatcher, openMailCatcher } from './mailCatcher.ts';
import { signInTo } from './processClient.ts';
import { makePortals, type ScriptedPortals } from './scriptedPortals.ts';
import { playDuring } from './steadyLoad.ts';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };
const people = 100;
const list = `Prénom;Nom;Courriel\n${Array.from({ length: people }, (_, n) => `Zoé;Côté;zoe${n}@etu.example.ca`).join('\n')}`;

let former: PostgresServer;
let later: PostgresServer;
let mails: MailCatcher;
let portals: ScriptedPortals;
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
  const ours = {
    DATABASE_URL: fromUrl(),
    SECRET_KEY: 'the same for all of the processes',
    BOOTSTRAP_ADMIN_EMAIL: admin.email,
    BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    SMTP_URL: mails.url,
    DRAIN_SECONDS: '1',
  };
  // One alone makes the first super admin.
  const first = await PortalProcess.start(ours);
  await first.stop();
  first.removeData();
  portals = makePortals([await findFreePort(), await findFreePort()], ours);
  await portals.start();
}, 120_000);
afterAll(async () => {
  await portals.end();
  await mails.close();
  await Promise.all([former.stop(), later.stop()]);
});

describe('guichet move', () => {
  it('refuses a database that is not empty and a portal that it cannot stop, before it touches anything', async () => {
    await runOn(later.url, 'create database other');
    const other = withDatabaseName(later.url, 'other');
    await runOn(other, 'create table something ()');
    const refused = (err: string, code = 1) => ({ code, err: expect.stringContaining(err) });
    expect(await portals.move(other)).toMatchObject(refused('The new database is not empty'));
    const nowhere = 'http://127.0.0.1:9/';
    expect(await portals.move(toUrl(), '--ready', nowhere)).toMatchObject(refused(`answers at ${nowhere}`));
    expect(await portals.move(toUrl(), '--start', '')).toMatchObject(refused('Say how the portal is', 2));
    expect(await portals.move('postgres://127.0.0.1:9/x')).toMatchObject(refused('ECONNREFUSED'));
    await expectUntouched();
  });

  it('goes on after it was killed, and starts the portal where it was when rows differ', async () => {
    portals.breakNext('stop', 'kill');
    expect(await portals.move(toUrl())).toMatchObject({ code: null });
    expect(await portals.isReady()).toBe(false);
    // As if rows had been lost on the way.
    await runOn(toUrl(), 'delete from audit_lines');
    const { code, out, err } = await portals.move(toUrl());
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The copy differs in audit_lines: nothing was mo/),
    ]);
    expect(out).toContain('the portal answers again where it was');
    await expectUntouched();
  });

  it('moves a university under load: no write is lost, no mail doubled, no request fails', async () => {
    const before = portals.readSettings();
    const balancer = await openBalancer(portals.urls, true);
    await balancer.ready(2);
    const client = await signInTo(balancer.url, admin.email, admin.password);
    const { courseId } = await client.makeExamSpace(4, 'Hiver');
    let told = '';
    const { acknowledged, failed, reads, signIns } = await playDuring(balancer.url, admin, async () => {
      // The mails go out while it moves.
      await client.importFile(4, courseId, list, { sendEmail: true });
      // What the call before has left there is thrown away.
      const typed = await portals.move(toUrl());
      expect(typed).toMatchObject({ code: 0, err: '' });
      told = typed.out;
      await balancer.ready(2);
      await wait(500);
    });
    console.log(`${acknowledged.length} writes, ${reads} reads, ${signIns} sign-ins\n${told}`);
    expect(failed).toEqual([]);
    const after = await signInTo(balancer.url, admin.email, admin.password);
    const exams = (await (await after.get('/api/cohort/3')).json()) as { id: number }[];
    expect(exams.map(({ id }) => id)).toEqual(expect.arrayContaining([...acknowledged]));
    await mails.waitFor(people, 60_000);
    await wait(500);
    const received = mails.received.map(({ to }) => to).filter((to) => to.startsWith('zoe'));
    expect(new Set(received).size).toBe(people);
    expect(received.length).toBe(people);
    await balancer.close();
    const ids = acknowledged.join();
    expect(await ask(toUrl(), `select count(*)::int as n from exams where id in (${ids})`)).toBe(
      acknowledged.length,
    );
    expect(portals.readSettings()).toBe(before.replace(fromUrl(), toUrl()));
    expect(statSync(join(portals.folder, '.env')).mode & 0o777).toBe(0o640);
  }, 240_000);

  it('leaves the former database to be read, and nothing that follows it', async () => {
    await expect(runOn(fromUrl(), 'delete from enrolments')).rejects.toThrow('read-only transaction');
    await expectUnfollowed(fromUrl());
  });

  it('comes back when the portal does not start on the new database', async () => {
    const before = portals.readSettings();
    const back = await createElsewhere();
    portals.breakNext('start', 'fail');
    const { code, out, err } = await portals.move(back);
    expect([code, err]).toEqual([1, expect.stringContaining('failed (code 3)')]);
    expect(out).toContain('the portal answers again where it was');
    expect(portals.readSettings()).toBe(before);
    expect(await portals.isReady()).toBe(true);
    await expectUnfollowed(toUrl());
  });

  it('starts the portal when it was killed before that, and gives up by --undo before the settings are written', async () => {
    const back = await createElsewhere();
    const [left = ''] = /postgres:[^"]+/.exec(portals.readSettings()) ?? [''];
    portals.breakNext('stop', 'kill');
    expect(await portals.move(back)).toMatchObject({ code: null });
    expect(await portals.move(back, '--undo')).toMatchObject({
      code: 0,
      out: expect.stringContaining('the portal answers again where it was'),
    });
    await expectUnfollowed(left);
    portals.breakNext('start', 'kill');
    expect(await portals.move(back)).toMatchObject({ code: null });
    expect(await portals.isReady()).toBe(false);
    const out = expect.stringContaining('The settings already name this database');
    expect(await portals.move(back)).toMatchObject({ code: 0, out });
    expect(await portals.isReady()).toBe(true);
    await runOn(back, 'delete from rate_limits');
  }, 240_000);
});

/** An empty database on the server that the portals are not on. */
async function createElsewhere(): Promise<string> {
  const { url } = portals.readSettings().includes(new URL(former.url).host) ? later : former;
  await runOn(url, 'drop database if exists elsewhere with (force)');
  await runOn(url, 'create database elsewhere');
  return withDatabaseName(url, 'elsewhere');
}

async function expectUntouched(): Promise<void> {
  expect(await portals.isReady()).toBe(true);
  expect(portals.readSettings()).toContain(fromUrl());
  await runOn(fromUrl(), 'delete from rate_limits');
  await expectUnfollowed(fromUrl());
}

async function expectUnfollowed(url: string): Promise<void> {
  expect(await ask(url, 'select count(*)::int as n from pg_replication_slots')).toBe(0);
  expect(await ask(url, 'select count(*)::int as n from pg_publication')).toBe(0);
}

async function ask(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows[0].n;
}
