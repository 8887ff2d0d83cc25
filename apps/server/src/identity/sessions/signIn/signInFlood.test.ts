import { login } from '@guichet/contract/identity/sessions';
import { answerSecondFactor } from '@guichet/contract/identity/sessions.secondFactor';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { createPortal } from '../../../app.ts';
import { openHashing } from '../../../core/crypto/hashing.ts';
import { openSecondProcess } from '../fixtures/secondProcess.ts';
import { forgetAccountFailures } from '../sessions.service.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const wrong = 'Faux#Passe1';

/** Skips hashing, in tests of counters only: a hundred hashes would take seconds. */
const withoutHashing = () =>
  vi
    .spyOn(portal.context.hashing, 'verify')
    .mockImplementation(async (hash, password) => hash !== null && password === madePassword);
interface From {
  readonly from: string;
  readonly cookie?: string;
}
const signIn = (username: string, password: string, { from, cookie }: From) =>
  portal.nobody.call(login, {
    body: { username, password },
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  });
const statusesOf = (answers: readonly { readonly status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const cookieOf = (headers: Record<string, unknown>) =>
  `${[headers['set-cookie']].flat()[0]}`.split(';')[0] ?? '';

describe('of simultaneous attempts with wrong passwords', () => {
  it('exactly five are checked', async () => {
    const { email } = await portal.make('student', 3);
    const verify = vi.spyOn(portal.context.hashing, 'verify');
    const answers = await Promise.all(
      Array.from({ length: 260 }, () => signIn(email, wrong, { from: '10.4.0.1' })),
    );
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 255 });
    expect(verify).toHaveBeenCalledTimes(5);
    verify.mockRestore();
  });

  it('exactly five are checked, over two processes', async () => {
    const { email } = await portal.make('student', 3);
    const other = await openSecondProcess(portal.context);
    const here = vi.spyOn(portal.context.hashing, 'verify');
    const there = vi.spyOn(other.context.hashing, 'verify');
    const from = { 'x-forwarded-for': '10.4.0.2' };
    const payload = { username: email, password: wrong };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        (n % 2 ? other.portal : portal).app.inject({
          method: 'POST',
          url: '/api/auth/login',
          headers: from,
          payload,
        }),
      ),
    );
    expect(statusesOf(answers.map(({ statusCode: status }) => ({ status })))).toEqual({ 401: 5, 429: 195 });
    expect(here.mock.calls.length + there.mock.calls.length).toBe(5);
    here.mockRestore();
    await other.portal.app.close();
  });

  it('the addresses of one /64 count as one, however a proxy writes them', async () => {
    const { email } = await portal.make('student', 3);
    const addresses = [
      '2001:db8:7:8::1',
      '[2001:db8:7:8::2]:5000',
      '2001:DB8:7:8:ffff::3',
      '2001:db8:7:8::4%eth0',
      '[2001:db8:7:8:1:2:3:4]',
    ];
    for (const from of addresses) expect((await signIn(email, wrong, { from })).status).toBe(401);
    expect((await signIn(email, wrong, { from: '2001:db8:7:8:9::9' })).status).toBe(429);
    expect((await signIn(email, wrong, { from: '2001:db8:7:9::9' })).status).toBe(401);
    const mapped = [
      '192.0.2.1',
      '192.0.2.1:4000',
      '::ffff:192.0.2.1',
      '[::ffff:192.0.2.1]:1',
      '::ffff:c000:201',
    ];
    for (const from of mapped) expect((await signIn(email, wrong, { from })).status).toBe(401);
    expect((await signIn(email, wrong, { from: '192.0.2.1' })).status).toBe(429);
  });
});

it('any number of simultaneous right passwords costs no free attempt', async () => {
  const { email } = await portal.make('student', 3);
  const at = { from: '10.4.0.3' };
  const right = await Promise.all(Array.from({ length: 4 }, () => signIn(email, madePassword, at)));
  expect(statusesOf(right)).toEqual({ 200: 4 });
  const { email: outside, userId } = await portal.make('student', 3);
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId).execute(),
  );
  for (let n = 0; n < 8; n++) expect((await signIn(outside, madePassword, at)).status).toBe(403);
  for (let n = 0; n < 5; n++) expect((await signIn(email, wrong, at)).status).toBe(401);
  expect((await signIn(email, wrong, at)).status).toBe(429);
});

it('an attempt that could not be checked is released', async () => {
  const { email } = await portal.make('student', 3);
  const at = { from: '10.4.0.4' };
  const verify = vi.spyOn(portal.context.hashing, 'verify').mockRejectedValue(new Error('no memory'));
  for (let n = 0; n < 9; n++) expect((await signIn(email, madePassword, at)).status).toBe(500);
  verify.mockRestore();
  expect((await signIn(email, madePassword, at)).status).toBe(200);
});

describe('a device with an earlier sign-in', () => {
  async function victim() {
    const { email } = await portal.make('student', 3);
    const { headers } = await signIn(email, madePassword, { from: '10.5.0.1' });
    return { email, cookie: cookieOf(headers), setCookie: `${[headers['set-cookie']].flat()[0]}` };
  }

  it('has a cookie that scripts cannot read and that contains no name', async () => {
    const { email, setCookie } = await victim();
    expect(setCookie).toMatch(
      /^guichet-device=[\w.-]+; Max-Age=15552000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect(setCookie).not.toContain(email.split('@')[0]);
    expect((await signIn(email, wrong, { from: '10.5.0.2' })).headers['set-cookie']).toBeUndefined();
  });

  it('signs in while its account is throttled for everybody else, also from its own network', async () => {
    const { email, cookie } = await victim();
    const verify = withoutHashing();
    for (let n = 0; n < 101; n++) await signIn(email, wrong, { from: `10.6.0.${n}` });
    const elsewhere = await signIn(email, madePassword, { from: '10.7.0.1' });
    expect([elsewhere.status, elsewhere.reply]).toMatchObject([429, { outcome: 'refused', retryAfter: 1 }]);
    expect((await signIn(email, madePassword, { from: '10.7.0.2', cookie })).status).toBe(200);
    for (let n = 0; n < 5; n++) await signIn(email, wrong, { from: '10.5.0.1' });
    expect((await signIn(email, madePassword, { from: '10.5.0.1', cookie })).status).toBe(200);
    expect((await signIn(email, madePassword, { from: '10.7.0.1' })).status).toBe(429);
    verify.mockRestore();
  });

  it('has five free failures itself, and no more', async () => {
    const { email, cookie } = await victim();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(email, wrong, { from: `10.8.0.${n}`, cookie })),
    );
    expect(statusesOf(answers)).toEqual({ 401: 5, 429: 35 });
  });

  it('is unknown for another account, when modified, invented, or old', async () => {
    const { email, cookie } = await victim();
    const { email: other } = await portal.make('student', 3);
    for (let n = 0; n < 5; n++)
      for (const name of [email, other]) await signIn(name, wrong, { from: '10.9.0.1' });
    const at = (text: string) => ({ from: '10.9.0.1', cookie: text });
    expect((await signIn(other, madePassword, at(cookie))).status).toBe(429);
    const [name = '', mark = ''] = cookie.split('=');
    const [id, since, signature, account] = mark.split('.');
    for (const made of [
      `x${mark}`,
      mark.slice(0, -1),
      [id, since, signature].join('.'),
      ['other', since, signature, account].join('.'),
      [id, '0', signature, account].join('.'),
      '',
      '...',
      'x'.repeat(3000),
    ])
      expect((await signIn(email, madePassword, at(`${name}=${made}`))).status, made).toBe(429);
    expect((await signIn(email, madePassword, at(cookie))).status).toBe(200);
    portal.context.clock.advance(181 * 24 * 60 * 60);
    for (let n = 0; n < 5; n++) await signIn(email, wrong, { from: '10.9.0.1' });
    expect((await signIn(email, madePassword, at(cookie))).status).toBe(429);
  });

  it('may be shared: each account that has signed in on it is known', async () => {
    const first = await victim();
    const { email } = await portal.make('student', 3);
    const { headers } = await signIn(email, madePassword, { from: '10.5.1.1', cookie: first.cookie });
    const cookie = cookieOf(headers);
    for (const name of [email, first.email]) {
      for (let n = 0; n < 5; n++) await signIn(name, wrong, { from: '10.5.1.2' });
      expect((await signIn(name, madePassword, { from: '10.5.1.2', cookie })).status).toBe(200);
    }
  });
});

describe('the limit of an account over all addresses', () => {
  it('is soft: past a hundred failures an hour attempts are delayed, by at most a minute', async () => {
    const { email } = await portal.make('student', 3);
    const verify = withoutHashing();
    for (let n = 0; n < 100; n++)
      expect((await signIn(email, wrong, { from: `10.10.0.${n}` })).status).toBe(401);
    const waits: number[] = [];
    for (let n = 0; n < 9; n++) {
      const { reply } = await signIn(email, wrong, { from: `10.10.2.${n}` });
      const retryAfter = reply.outcome === 'refused' ? (reply.retryAfter ?? 0) : 0;
      waits.push(retryAfter);
      portal.context.clock.advance(retryAfter);
      expect((await signIn(email, wrong, { from: `10.10.1.${n}` })).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    portal.context.clock.advance(60);
    expect((await signIn(email, madePassword, { from: '10.10.3.1' })).status).toBe(200);
    portal.context.clock.advance(60 * 60);
    expect((await signIn(email, wrong, { from: '10.10.3.2' })).status).toBe(401);
    expect((await signIn(email, wrong, { from: '10.10.3.3' })).status).toBe(401);
    verify.mockRestore();
  });

  it('is forgotten with a new password', async () => {
    const { email } = await portal.make('student', 3);
    const verify = withoutHashing();
    for (let n = 0; n < 101; n++) await signIn(email, wrong, { from: `10.11.0.${n}` });
    verify.mockRestore();
    await portal.context.database.transact((tx) => forgetAccountFailures(tx, email));
    portal.context.clock.advance(5);
    expect((await signIn(email, madePassword, { from: '10.11.1.1' })).status).toBe(200);
  });
});

describe('a flood', () => {
  it('is refused from memory once it is known as blocked', async () => {
    const { email } = await portal.make('student', 3);
    for (let n = 0; n < 6; n++) await signIn(email, wrong, { from: '10.12.0.1' });
    const asked = vi.spyOn(portal.context.database, 'transactAlone');
    const read = vi.spyOn(portal.context.hashing, 'verify');
    for (let n = 0; n < 30; n++)
      expect((await signIn(email, madePassword, { from: '10.12.0.1' })).status).toBe(429);
    expect(asked).not.toHaveBeenCalled();
    expect(read).not.toHaveBeenCalled();
    asked.mockRestore();
    read.mockRestore();
  });

  it('of one address is refused past its limit per minute, until that minute is over', async () => {
    const small = await openTestPortal({ SIGN_INS_PER_MINUTE: '10' });
    const ask = (n: number) =>
      small.nobody.call(login, {
        body: { username: `nul${n}@guichet.test`, password: wrong },
        headers: { 'x-forwarded-for': '10.13.0.1' },
      });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
    expect(statusesOf(answers)).toEqual({ 401: 10, 429: 30 });
    small.context.clock.advance(20);
    expect((await ask(50)).reply).toMatchObject({ retryAfter: 40 });
    small.context.clock.advance(41);
    expect((await ask(51)).status).toBe(401);
    await small.close();
  });

  it('from many addresses lets honest people in, known devices first', async () => {
    const { email } = await portal.make('student', 3);
    const { headers } = await signIn(email, madePassword, { from: '10.14.0.1' });
    const cookie = cookieOf(headers);
    // Hashes one password at a time, so that the flood is many times the capacity.
    const context = { ...portal.context, hashing: openHashing({ atOnce: 1 }) };
    const { app } = await createPortal(context);
    const ask = (username: string, password: string, more: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/auth/login', headers: more, payload: { username, password } });
    let isOver = false;
    const attacker = async (n: number) => {
      for (let tries = 0; !isOver; tries++)
        await ask(`nul${n}.${tries}@guichet.test`, wrong, { 'x-forwarded-for': `10.15.${n % 2}.${n >> 1}` });
    };
    const flood = Promise.all(Array.from({ length: 500 }, (_, n) => attacker(n)));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const timed = async (more: Record<string, string>) => {
      const begun = performance.now();
      const { statusCode } = await ask(email, madePassword, more);
      return { statusCode, seconds: (performance.now() - begun) / 1000 };
    };
    const stranger = await timed({ 'x-forwarded-for': '10.16.0.1' });
    const known = await timed({ 'x-forwarded-for': '10.15.0.1', cookie });
    isOver = true;
    await flood;
    await app.close();
    expect(stranger.statusCode).toBe(200);
    expect(stranger.seconds).toBeLessThan(5);
    expect(known.statusCode).toBe(200);
    expect(known.seconds).toBeLessThan(5);
  }, 180_000);
});

describe('a failed sign-in', () => {
  it('is logged with the number of the account, and what was typed and the address as keyed hashes, without names', async () => {
    const { email, userId } = await portal.make('student', 3);
    const warn = vi.spyOn(portal.context.log, 'warn');
    const linesOf = async (work: () => Promise<unknown>) => {
      warn.mockClear();
      await work();
      return warn.mock.calls.map(([fields]) => fields as unknown as Record<string, string>);
    };
    const [one] = await linesOf(() => signIn(email, wrong, { from: '10.17.0.1' }));
    expect(one).toEqual({
      because: 'password',
      userId,
      account: expect.stringMatching(/^[\w-]{16}$/),
      address: expect.stringMatching(/^[\w-]{16}$/),
    });
    const [same] = await linesOf(() => signIn(` ${email.toUpperCase()}`, wrong, { from: '10.17.0.1:99' }));
    expect(same).toEqual(one);
    const [other] = await linesOf(() => signIn('nul@guichet.test', wrong, { from: '10.17.0.2' }));
    expect(other).not.toHaveProperty('userId', expect.anything());
    expect(other?.account).not.toBe(one?.account);
    expect(other?.address).not.toBe(one?.address);
    const blocked = await linesOf(async () => {
      for (let n = 0; n < 20; n++) await signIn(email, wrong, { from: '10.17.0.1' });
    });
    expect(blocked.map(({ because }) => because)).toEqual(['password', 'password', 'password', 'blocked']);
    const wrongCode = { challenge: 'x', answer: { kind: 'totp', code: '000000' } } as const;
    expect(await linesOf(() => portal.nobody.call(answerSecondFactor, { body: wrongCode }))).toEqual([]);
    expect(JSON.stringify([one, other, blocked])).not.toMatch(/guichet\.test|10\.17/);
    warn.mockRestore();
  });
});
