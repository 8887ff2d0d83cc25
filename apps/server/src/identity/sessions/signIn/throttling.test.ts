import { login } from '@guichet/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { createPortal } from '../../../app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const wrong = 'Faux#Passe1';
const signIn = (username: string, password: string, from: string) =>
  portal.nobody.call(login, { body: { username, password }, headers: { 'x-forwarded-for': from } });

async function failFiveTimes(username: string, from: string): Promise<void> {
  for (let times = 0; times < 5; times++) await signIn(username, wrong, from);
}

it('a refused attempt costs no hash, whether the account exists or not', async () => {
  const { email } = await portal.make('student', 3);
  const verify = vi.spyOn(portal.context.hashing, 'verify');
  for (const [name, from] of [
    [email, '10.2.0.1'],
    ['personne@guichet.test', '10.2.0.2'],
  ] as const) {
    await failFiveTimes(name, from);
    verify.mockClear();
    const { status, raw } = await signIn(name, 'Cle-Sure#1', from);
    expect([status, raw]).toEqual([429, '{"success":false,"statusCode":4401,"payload":null,"retryAfter":1}']);
    expect(verify).not.toHaveBeenCalled();
  }
  verify.mockRestore();
});

it('each further failure doubles the wait, up to 15 minutes', async () => {
  const { email } = await portal.make('student', 3);
  const from = '10.2.0.3';
  await failFiveTimes(email, from);
  const waits: number[] = [];
  for (let times = 0; times < 12; times++) {
    const { reply } = await signIn(email, wrong, from);
    const retryAfter = reply.outcome === 'refused' ? (reply.retryAfter ?? 0) : 0;
    waits.push(retryAfter);
    portal.context.clock.advance(retryAfter);
    await signIn(email, wrong, from);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

it('processes share the counters', async () => {
  const { email } = await portal.make('student', 3);
  const from = '10.2.0.4';
  await failFiveTimes(email, from);
  const other = await createPortal(portal.context);
  const { statusCode } = await other.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': from },
    payload: { username: email, password: 'Cle-Sure#1' },
  });
  expect(statusCode).toBe(429);
  await other.app.close();
});

it('a proxy elsewhere is believed where the settings name it, and nobody else is', async () => {
  const { email } = await portal.make('student', 3);
  const config = { ...portal.context.config, trustedProxies: ['10.89.0.0/24', '2001:db8::7'] };
  const { app } = await createPortal({ ...portal.context, config });
  const statusOf = async (remoteAddress: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    const payload = { username: email, password: wrong };
    return (await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload, remoteAddress }))
      .statusCode;
  };
  for (const [proxy, status] of [
    ['10.89.0.7', 401],
    ['2001:db8::7', 401],
    ['10.90.0.7', 429],
    ['2001:db8:1::7', 429],
  ] as const) {
    for (let times = 0; times < 5; times++) await statusOf(proxy, '203.0.113.5');
    expect(await statusOf(proxy, `203.0.113.${proxy.length}`), proxy).toBe(status);
  }
  await app.close();
});

it('a known and an unknown account take the same time', async () => {
  const { email } = await portal.make('student', 3);
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = 0; n < 15; n++) {
    for (const [kind, name] of [
      ['known', email],
      ['unknown', `personne${n}@guichet.test`],
    ] as const) {
      const begun = performance.now();
      await signIn(name, wrong, `10.3.${n}.1`);
      times[kind].push(performance.now() - begun);
    }
  }
  const median = (list: number[]) => [...list].sort((one, other) => one - other)[7] ?? 0;
  // An answer without a hash would take a tenth of the time; this bound tolerates a busy machine.
  expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.5);
  expect(median(times.unknown) / median(times.known)).toBeLessThan(2);
});

describe('a clock that was a day ahead for a while', () => {
  const day = 24 * 60 * 60;
  const statuses = async (email: string, from: string, ...passwords: string[]) => {
    const told: number[] = [];
    for (const password of passwords) told.push((await signIn(email, password, from)).status);
    return told;
  };

  it('leaves no block of the network or the account', async () => {
    const { email } = await portal.make('student', 3);
    portal.context.clock.advance(day);
    await failFiveTimes(email, '10.2.0.5');
    expect(await statuses(email, '10.2.0.5', 'Cle-Sure#1')).toEqual([429]);
    await blockAccount(email);
    expect(await statuses(email, '10.2.0.6', 'Cle-Sure#1')).toEqual([429]);
    portal.context.clock.advance(-day);
    expect(await statuses(email, '10.2.0.5', 'Cle-Sure#1')).toEqual([200]);
    expect(await statuses(email, '10.2.0.6', 'Cle-Sure#1')).toEqual([200]);
  });

  it('leaves no count: the free failures start again', async () => {
    const { email } = await portal.make('student', 3);
    portal.context.clock.advance(day);
    await failFiveTimes(email, '10.2.0.7');
    portal.context.clock.advance(-day);
    expect(await statuses(email, '10.2.0.7', wrong, wrong, wrong, 'Cle-Sure#1')).toEqual([
      401, 401, 401, 200,
    ]);
  });

  /** Blocks an account, as a hundred failures from as many networks would. */
  async function blockAccount(email: string): Promise<void> {
    const now = portal.context.clock.now();
    const blocked = { count: 101, since: now, blocked_until: new Date(now.getTime() + 60_000) };
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('rate_limits')
        .values({ key: `signInAccount|${email}`, ...blocked })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(blocked))
        .execute(),
    );
  }
});
