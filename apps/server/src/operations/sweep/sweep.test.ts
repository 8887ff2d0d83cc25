import { login, logout } from '@guichet/contract/identity/sessions';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePerson } from '../../identity/users/fixtures/people.ts';
import { startSweep, sweep } from './sweep.service.ts';

const day = 24 * 60 * 60;
const tables = [
  'rate_limits',
  'account_tokens',
  'one_time_tokens',
  'refresh_tokens',
  'sessions',
  'user_changes',
  'platform_consents',
  'builtin_entries',
  'builtin_sessions',
] as const;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
beforeEach(() =>
  portal.context.database.transact(async (tx) => {
    await sql`truncate rate_limits, account_tokens, one_time_tokens, refresh_tokens, sessions, user_changes, platform_consents, builtin_entries, builtin_sessions cascade`.execute(
      tx,
    );
  }),
);
afterAll(() => portal.close());

async function countRows() {
  const counts = tables.map(async (table) => {
    const { n } = await portal.context.database.read
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return [table, n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** A log that keeps its lines. */
function openListener() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { lines, log };
}

/** Sweeps once; returns the log lines. */
async function sweepOnce(stop = new AbortController().signal) {
  const { lines, log } = openListener();
  await sweep({ ...portal.context, log }, stop);
  return lines;
}

/** Makes `count` rows in each table that ended at `end`; tokens of sessions get a session each. */
async function makeRows(count: number, end: Date): Promise<void> {
  const userId = await makePerson(portal);
  await portal.context.database.transact(async (tx) => {
    const each = sql`generate_series(1, ${count}::integer) as n`;
    const at = sql`${end}::timestamptz`;
    const hash = sql`sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`;
    // The database made this row with its own time, so it is removed.
    await sql`delete from user_changes where first_id = ${userId}`.execute(tx);
    await sql`insert into user_changes (first_id, last_id, changed_at) select 0, 0, ${at} from ${each}`.execute(
      tx,
    );
    await sql`insert into rate_limits (key, count, since) select gen_random_uuid()::text, 1, ${at} from ${each}`.execute(
      tx,
    );
    await sql`
      insert into account_tokens (id, user_id, purpose, issued_at, expires_at)
      select gen_random_uuid(), ${userId}::bigint, 'resetPassword', ${at}, ${at} from ${each}`.execute(tx);
    await sql`
      insert into sessions (id, user_id, started_at, last_used_at, expires_at)
      select gen_random_uuid(), ${userId}::bigint, ${at}, ${at}, ${at} from ${each}`.execute(tx);
    await sql`
      insert into refresh_tokens (token_hash, session_id, issued_at)
      select ${hash}, id, ${at} from sessions where user_id = ${userId}`.execute(tx);
    await sql`
      insert into platform_consents (id, user_id, kind, address, encrypted_credentials, expires_at)
      select gen_random_uuid(), ${userId}::bigint, 'brightspace', '', '', ${at} from ${each}`.execute(tx);
    await sql`
      insert into builtin_entries (id, organisation, user_key, full_name, language, is_staff, expires_at)
      select gen_random_uuid(), 3, '', '', 'fr', false, ${at} from ${each}`.execute(tx);
    await sql`
      insert into builtin_sessions (token_hash, organisation, user_key, full_name, is_staff, expires_at)
      select ${hash}, 3, '', '', false, ${at} from ${each}`.execute(tx);
    await sql`
      insert into one_time_tokens (token_hash, purpose, session_id, issued_at, expires_at)
      select ${hash}, 'handOff', id, ${at}, ${at} from sessions where user_id = ${userId}`.execute(tx);
  });
}

const all = (n: number) => Object.fromEntries(tables.map((table) => [table, n]));

describe('a sweep', () => {
  it('deletes all rows that expired a day ago or earlier, and logs their number', async () => {
    const now = portal.context.clock.now().getTime();
    await makeRows(1201, new Date(now - (day + 1) * 1000));
    expect(await countRows()).toEqual(all(1201));
    const lines = await sweepOnce();
    expect(await countRows()).toEqual(all(0));
    const told = lines.map(({ table, rows, msg }) => [table, rows, msg]);
    expect(told).toEqual(tables.map((table) => [table, 1201, 'deleted expired rows']));
    expect(await sweepOnce()).toEqual([]);
  });

  it('leaves rows that have not expired, or did less than a day ago', async () => {
    const now = portal.context.clock.now().getTime();
    await makeRows(2, new Date(now - (day - 1) * 1000));
    await makeRows(3, new Date(now + 60 * 1000));
    expect(await sweepOnce()).toEqual([]);
    expect(await countRows()).toEqual(all(5));
  });

  it('deletes a session that was ended early, and no open session', async () => {
    const zoe = await portal.as('student', 3, { email: 'zoe@etu.example.ca' });
    await zoe.call(logout);
    portal.context.clock.advance(day + 1);
    const open = await portal.openPair('zoe@etu.example.ca', 'Cle-Sure#1');
    portal.context.clock.advance(60);
    await sweepOnce();
    expect(await countRows()).toMatchObject({ sessions: 1, refresh_tokens: 1 });
    const home = { url: '/api/home', headers: { authorization: `Bearer ${open.accessToken}` } };
    expect((await portal.app.inject(home)).statusCode).toBe(200);
  });

  it('keeps failed sign-ins that still count', async () => {
    const fail = () =>
      portal.nobody.call(login, { body: { username: 'zoe@etu.example.ca', password: 'faux' } });
    for (let n = 0; n < 5; n++) await fail();
    await sweepOnce();
    expect((await fail()).status).toBe(429);
  });

  it('finds its rows through an index, in each table', async () => {
    await makeRows(3000, new Date('2027-06-01'));
    await portal.context.database.transact(async (tx) => {
      await sql`analyze rate_limits, account_tokens, one_time_tokens, refresh_tokens, sessions, user_changes`.execute(
        tx,
      );
    });
    const conditions = {
      rate_limits: 'since < now()',
      account_tokens: 'expires_at < now()',
      one_time_tokens: 'expires_at < now()',
      sessions: 'coalesce(ended_at, expires_at) < now()',
      user_changes: 'changed_at < now()',
    };
    for (const [table, condition] of Object.entries(conditions)) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select 1 from ${sql.table(table)} where ${sql.raw(condition)} limit 500`.execute(
        portal.context.database.read,
      );
      expect(JSON.stringify(rows), table).toContain('Index');
    }
  });

  it('stops after the current batch', async () => {
    await makeRows(501, new Date('2026-01-01'));
    const stop = new AbortController();
    const sweeping = sweepOnce(stop.signal);
    stop.abort();
    await sweeping;
    expect(await countRows()).toEqual({ ...all(501), rate_limits: 1 });
  });
});

describe('the worker', () => {
  it('sweeps at the start, and stops at once while it waits', async () => {
    await makeRows(3, new Date('2026-01-01'));
    const worker = startSweep(portal.context);
    while (Object.values(await countRows()).some((rows) => rows > 0))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await worker.stop();
    expect(await countRows()).toEqual(all(0));
  });

  it('survives an unreachable database', async () => {
    const { context } = portal;
    const { lines, log } = openListener();
    const transact = () => Promise.reject(new Error('away'));
    const worker = startSweep({ ...context, log, database: { ...context.database, transact } });
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await worker.stop();
    expect(new Set(lines.map(({ msg }) => msg))).toEqual(new Set(['a sweep failed']));
  });
});
