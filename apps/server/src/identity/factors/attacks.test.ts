import { resetPassword } from '@guichet/contract/identity/account';
import { answerSecondFactor } from '@guichet/contract/identity/sessions.secondFactor';
import { describe, expect, it } from 'vitest';
import { mailToken } from '../../mail/outbox/render/mailSecrets.ts';
import { Device } from './fixtures/device.ts';
import { password, useFactorDesk } from './fixtures/factorDesk.ts';

const desk = useFactorDesk();
const other = 'Autre-Cle#2';

describe('a code of the app', () => {
  it('opens one session: replayed within its step it is wrong, and so is one of an earlier step', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const [early, now] = [desk.codeOf(secret, -1), desk.codeOf(secret)];
    expect(await desk.statusOf(zoe, { kind: 'totp', code: now })).toBe(200);
    expect(await desk.statusOf(zoe, { kind: 'totp', code: now })).toBe(4401);
    expect(await desk.statusOf(zoe, { kind: 'totp', code: early })).toBe(4401);
    expect(await desk.statusOf(zoe, { kind: 'totp', code: desk.codeOf(secret, 1) })).toBe(200);
  });

  it('that linked the app does not open a session as well', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    expect(await desk.statusOf(zoe, { kind: 'totp', code: desk.codeOf(secret, -1) })).toBe(4401);
  });

  it('opens one session when it is sent twice at once', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const code = desk.codeOf(secret);
    const asked = [await desk.asked(zoe), await desk.asked(zoe)];
    const ends = await Promise.all(asked.map(({ challenge }) => desk.answerTotp(challenge, code)));
    expect(ends.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('a recovery code', () => {
  it('opens one session, which is mailed to its owner, and none again', async () => {
    const zoe = await desk.somebody();
    const { recoveryCodes } = await desk.addTotp(zoe);
    const code = recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ') ?? '';
    expect(await desk.statusOf(zoe, { kind: 'recoveryCode', code })).toBe(200);
    expect((await desk.factors(zoe)).recoveryCodesLeft).toBe(9);
    expect(await desk.statusOf(zoe, { kind: 'recoveryCode', code })).toBe(4401);
    expect(await desk.subjectsTo(zoe)).toContain('Un code de récupération a été utilisé');
    const [, started] = await desk.auditLines('session.started', zoe);
    expect(started?.detail).toEqual({ factor: 'recoveryCode' });
  });

  it('is valid for its owner alone', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    const { recoveryCodes } = await desk.addTotp(zoe);
    await desk.addTotp(eve);
    expect(await desk.statusOf(eve, { kind: 'recoveryCode', code: recoveryCodes[0] ?? '' })).toBe(4401);
    expect((await desk.factors(zoe)).recoveryCodesLeft).toBe(10);
  });
});

describe('a challenge', () => {
  it('is bound to one person: the code of another is wrong', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    await desk.addTotp(zoe);
    const { secret } = await desk.addTotp(eve);
    const { challenge } = await desk.asked(zoe);
    expect(await desk.answerTotp(challenge, desk.codeOf(secret))).toEqual({ statusCode: 4401, status: 401 });
  });

  it('expires after five minutes', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const [first, second] = [await desk.asked(zoe), await desk.asked(zoe)];
    desk.portal.context.clock.advance(5 * 60 - 1);
    expect((await desk.answerTotp(first.challenge, desk.codeOf(secret))).statusCode).toBe(200);
    desk.portal.context.clock.advance(1);
    const late = await desk.answerTotp(second.challenge, desk.codeOf(secret, 1));
    expect(late).toEqual({ statusCode: 4407, status: 401 });
  });

  it('opens one session', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const { challenge } = await desk.asked(zoe);
    const ends = [desk.codeOf(secret), desk.codeOf(secret, 1)];
    expect((await desk.answerTotp(challenge, ends[0] ?? '')).statusCode).toBe(200);
    expect((await desk.answerTotp(challenge, ends[1] ?? '')).statusCode).toBe(4407);
  });

  it('ends with the fifth wrong code: the sixth is not checked, though it is right', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const { challenge } = await desk.asked(zoe);
    const ends: unknown[] = [];
    for (const code of ['000000', '111111', 'x', '', '222222', desk.codeOf(secret)])
      ends.push((await desk.answerTotp(challenge, code)).statusCode);
    expect(ends).toEqual([4401, 4401, 4401, 4401, 4407, 4407]);
  });

  it('ends when the password changes, and a password reset keeps the factor', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const { challenge } = await desk.asked(zoe);
    desk.portal.context.clock.advance(30);
    const { keys, clock, database } = desk.portal.context;
    const subject = clock.uuid();
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    await database.transact((tx) =>
      tx
        .insertInto('account_tokens')
        .values({
          id: subject,
          user_id: zoe.userId,
          purpose: 'resetPassword',
          issued_at: clock.now(),
          expires_at: expiresAt,
          used_at: null,
        })
        .execute(),
    );
    const token = mailToken(keys.derive('mailTokens'), { purpose: 'resetPassword', subject, expiresAt });
    const body = { userName: zoe.email, token, newPassword: other, confirmNewPassword: other };
    expect((await desk.portal.nobody.call(resetPassword, { body })).raw).toBe('true');
    expect((await desk.answerTotp(challenge, desk.codeOf(secret))).statusCode).toBe(4407);
    clock.advance(1);
    const { reply } = await desk.signIn(zoe, other);
    expect(reply).toMatchObject({ outcome: 'secondFactorNeeded', needed: { hasTotp: true } });
  });

  it('is invalid when it is invented, or that of a passkey', async () => {
    for (const challenge of ['', 'x', 'a'.repeat(43)])
      expect((await desk.answerTotp(challenge, '123456')).statusCode).toBe(4407);
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { challenge } = await desk.asked(zoe);
    const passkey = device.answer({ challenge, rpId: 'localhost' } as never);
    const alone = await desk.portal.app.inject({
      method: 'POST',
      url: '/api/auth/passkey',
      payload: { passkey },
    });
    expect(alone.json()).toMatchObject({ statusCode: 4407 });
  });

  it('is stored as a hash', async () => {
    const zoe = await desk.somebody();
    await desk.addTotp(zoe);
    const { challenge } = await desk.asked(zoe);
    const rows = await desk.portal.context.database.read
      .selectFrom('factor_challenges')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain(challenge);
  });
});

describe('wrong codes', () => {
  it('are throttled like wrong passwords, and a right one is not checked meanwhile', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    const from = desk.place();
    const first = await desk.asked(zoe);
    for (let tries = 0; tries < 5; tries++) await desk.answerTotp(first.challenge, '000000', from);
    const second = await desk.asked(zoe);
    const answer = { kind: 'totp' as const, code: desk.codeOf(secret) };
    const blocked = await desk.answer(second.challenge, answer, from);
    expect([blocked.status, blocked.reply, blocked.headers['retry-after']]).toEqual([
      429,
      { outcome: 'refused', retryAfter: 1 },
      '1',
    ]);
    desk.portal.context.clock.advance(1);
    expect((await desk.answer(second.challenge, answer, from)).reply.outcome).toBe('signedIn');
  });

  it('are counted for the account wherever they come from: thirty an hour', async () => {
    const zoe = await desk.somebody();
    const { secret } = await desk.addTotp(zoe);
    for (let round = 0; round < 6; round++) {
      const { challenge } = await desk.asked(zoe);
      for (let tries = 0; tries < 5; tries++) await desk.answerTotp(challenge, '000000');
    }
    const { challenge } = await desk.asked(zoe);
    const code = { kind: 'totp' as const, code: desk.codeOf(secret) };
    const body = { challenge, answer: code };
    const { problem } = await desk.portal.nobody.call(answerSecondFactor, { body });
    expect(problem).toMatchObject({ status: 429, code: 'request.tooMany' });
    desk.portal.context.clock.advance(60 * 60 + 1);
    expect(await desk.statusOf(zoe, { kind: 'totp', code: desk.codeOf(secret) })).toBe(200);
  });
});

describe('a deactivated person', () => {
  it('is refused at the challenge, and with a passkey alone', async () => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { secret } = await desk.addTotp(zoe);
    const { challenge } = await desk.asked(zoe);
    await desk.portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ deactivated_at: desk.portal.context.clock.now() })
        .where('id', '=', zoe.userId)
        .execute(),
    );
    expect(await desk.answerTotp(challenge, desk.codeOf(secret))).toEqual({ statusCode: 4403, status: 403 });
    const alone = await desk.signInAlone(device);
    expect([alone.status, alone.reply.outcome]).toEqual([403, 'noAccess']);
    expect((await desk.signIn(zoe)).reply.outcome).toBe('noAccess');
  });

  it('and so is a person without a role', async () => {
    const zoe = await desk.somebody();
    const device = (await desk.addPasskey(zoe, new Device())).device;
    await desk.portal.context.database.transact((tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', zoe.userId).execute(),
    );
    expect((await desk.signInAlone(device)).reply.outcome).toBe('noAccess');
  });
});

it('the password is checked first: a wrong one gets the usual answer', async () => {
  const zoe = await desk.somebody();
  await desk.addTotp(zoe);
  const { status, reply } = await desk.signIn(zoe, `${password}x`);
  expect([status, reply]).toEqual([401, { outcome: 'refused' }]);
});
