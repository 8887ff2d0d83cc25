import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { openTestApp, type TestApp, testAdmin } from '../../../test/testApp.ts';
import { createPortal } from '../../app.ts';
import type { AppContext } from '../context/appContext.ts';
import { DatabaseUnavailable, type Unavailability } from '../database/connection/unavailable.ts';
import { makeLifecycle } from '../runtime/lifecycle.ts';
import { openLog } from '../runtime/log.ts';

let context: TestApp;
beforeAll(async () => {
  context = await openTestApp();
});
afterAll(() => context.close());

async function ask(changed: Partial<AppContext>, url: string) {
  const { app } = await createPortal({ ...context, ...changed });
  const answer = await app.inject(url);
  await app.close();
  return [answer.statusCode, answer.json()];
}

const askBoth = async (changed: Partial<AppContext> = {}) => [
  await ask(changed, '/api/valid/health'),
  await ask(changed, '/api/valid/ready'),
];

const failing = (...what: string[]) => [503, { status: 'failing', failing: what }];
const withMigrated = (isMigrated: () => Promise<boolean>) => ({
  database: { ...context.database, isMigrated },
});

describe('health and readiness', () => {
  it('succeed once the portal is open and all migrations are applied', async () => {
    await context.database.migrate(migrations);
    expect(await askBoth()).toEqual([
      [200, { status: 'ok' }],
      [200, { status: 'ready' }],
    ]);
  });

  it('both fail while the portal starts, and other requests are refused', async () => {
    const lifecycle = makeLifecycle();
    expect(await askBoth({ lifecycle })).toEqual([failing('starting'), failing('starting')]);
    for (const url of ['/', '/api/home', '/api/nothing'])
      expect(await ask({ lifecycle }, url)).toMatchObject([503, { code: 'service.starting' }]);
  });

  it('report a stopping portal as healthy but not ready, and close its connections', async () => {
    const lifecycle = makeLifecycle();
    lifecycle.open();
    lifecycle.beginDrain();
    expect(await askBoth({ lifecycle })).toEqual([[200, { status: 'ok' }], failing('stopping')]);
    const { app } = await createPortal({ ...context, lifecycle });
    const { statusCode, headers } = await app.inject('/api/openapi.json');
    expect([statusCode, headers.connection]).toEqual([200, 'close']);
    await app.close();
  });

  it('report an unavailable database', async () => {
    const away = withMigrated(() => Promise.reject(new DatabaseUnavailable('away')));
    const { app } = await createPortal({ ...context, ...away });
    const ask = async (what: string) => (await app.inject(`/api/valid/${what}`)).json();
    // Ready fails at once, health after a minute; each recovery restarts the minute.
    expect([await ask('health'), await ask('ready')]).toEqual([{ status: 'ok' }, failing('database')[1]]);
    context.clock.advance(59);
    expect(await ask('health')).toEqual({ status: 'ok' });
    context.clock.advance(1);
    expect(await ask('health')).toEqual(failing('database')[1]);
    await app.close();
  });

  it('report a read-only database, as healthy but not ready', async () => {
    const standby = { database: { ...context.database, takesWrites: () => Promise.resolve(false) } };
    expect(await askBoth(standby)).toEqual([[200, { status: 'ok' }], failing('readOnly')]);
  });

  it('report pending migrations', async () => {
    const behind = withMigrated(() => Promise.resolve(false));
    expect(await askBoth(behind)).toEqual([failing('migrations'), failing('migrations')]);
  });
});

describe('a call while the database is unavailable', () => {
  it.each<[Unavailability, number, string, string | undefined]>([
    ['away', 503, 'database.unavailable', '2'],
    ['busy', 503, 'busy', '5'],
    ['full', 507, 'database.full', undefined],
    ['outcomeUnknown', 503, 'database.outcomeUnknown', undefined],
  ])('fails with the code of %s, and no bug is logged', async (kind, status, code, seconds) => {
    const transact = () => Promise.reject(new DatabaseUnavailable(kind));
    const { app } = await createPortal({ ...context, database: { ...context.database, transact } });
    const payload = { username: testAdmin.email, password: testAdmin.password };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['retry-after']).toBe(seconds);
    await app.close();
  });

  it('is logged as a warning once a minute while the disk is full, with the place and the way on', async () => {
    const lines: string[] = [];
    const log = openLog({ logLevel: 'warn' }, { write: (line) => lines.push(line) });
    const cause = new Error('could not extend file "base/5/1": No space left on device');
    const transact = () => Promise.reject(new DatabaseUnavailable('full', cause));
    const { config } = context;
    for (const databaseUrl of ['postgres://u:hunter2@db.example.ca/guichet', null]) {
      const ill = { log, config: { ...config, databaseUrl }, database: { ...context.database, transact } };
      const { app } = await createPortal({ ...context, ...ill });
      const payload = { username: testAdmin.email, password: testAdmin.password };
      for (const _ of [1, 2, 3]) await app.inject({ method: 'POST', url: '/api/auth/login', payload });
      await app.close();
    }
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^Cannot use PostgreSQL at db\.example\.ca:5432, database guichet: its disk is full\. Free .*No space left/,
      ),
      expect.stringContaining(config.dataDir),
    ]);
    expect(lines.join()).not.toContain('hunter2');
  });
});
