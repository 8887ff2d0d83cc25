import {
  addPasskey,
  confirmTotp,
  listFactors,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  startPasskey,
  startTotp,
} from '@guichet/contract/identity/factors';
import { describe, expect, it } from 'vitest';
import { Device } from './fixtures/device.ts';
import { proof, useFactorDesk } from './fixtures/factorDesk.ts';

const desk = useFactorDesk();

describe('an authenticator app', () => {
  it('is active from its first code on, with an audit line, a mail and ten recovery codes', async () => {
    const zoe = await desk.somebody();
    const { reply: started } = await zoe.caller.call(startTotp, { body: proof });
    if (started.outcome !== 'started') throw new Error('not started');
    expect(started.address).toContain(`secret=${started.secret}`);
    expect((await desk.signIn(zoe)).reply.outcome).toBe('signedIn');

    const code = desk.codeOf(started.secret);
    const { reply: added } = await zoe.caller.call(confirmTotp, { body: { code } });
    expect(added).toEqual({ outcome: 'added', recoveryCodes: expect.any(Array) });
    const codes = added.outcome === 'added' ? (added.recoveryCodes ?? []) : [];
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await desk.factors(zoe)).toMatchObject({
      totp: { addedAt: desk.portal.context.clock.now() },
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect((await desk.signIn(zoe)).reply.outcome).toBe('secondFactorNeeded');
    expect(await desk.auditLines('account.totpAdded', zoe)).toHaveLength(1);
    expect(await desk.subjectsTo(zoe)).toEqual(['Une application d’authentification protège votre compte']);
  });

  it('is not linked by a wrong code, nor after 15 minutes, nor by anybody else', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    const { reply: started } = await zoe.caller.call(startTotp, { body: proof });
    if (started.outcome !== 'started') throw new Error('not started');
    const confirm = (who = zoe) =>
      who.caller.call(confirmTotp, { body: { code: desk.codeOf(started.secret) } });
    const wrong = await zoe.caller.call(confirmTotp, { body: { code: '000000' } });
    expect([wrong.status, wrong.reply]).toEqual([403, { outcome: 'wrongCode' }]);
    expect((await confirm(eve)).problem.code).toBe('factor.setUpOver');
    desk.portal.context.clock.advance(15 * 60);
    const late = desk.portal.withToken((await desk.portal.openPair(zoe.email, 'Cle-Sure#1')).accessToken, 0);
    const answer = await late.call(confirmTotp, { body: { code: desk.codeOf(started.secret) } });
    expect(answer.problem.code).toBe('factor.setUpOver');
    expect((await late.call(listFactors)).reply.totp).toBeNull();
  });

  it('whose secret was encrypted with a former key takes no code, and leaves the recovery codes', async () => {
    const zoe = await desk.somebody();
    const { secret, recoveryCodes } = await desk.addTotp(zoe);
    await desk.portal.context.database.transact((tx) =>
      tx
        .updateTable('totp_secrets')
        .set({ encrypted_secret: 'x'.repeat(60) })
        .where('user_id', '=', zoe.userId)
        .execute(),
    );
    expect(await desk.statusOf(zoe, { kind: 'totp', code: desk.codeOf(secret) })).toBe(4401);
    expect(await desk.statusOf(zoe, { kind: 'recoveryCode', code: recoveryCodes[0] ?? '' })).toBe(200);
  });

  it('is replaced by a new one, whose codes alone are valid then; the recovery codes stay', async () => {
    const zoe = await desk.somebody();
    const first = await desk.addTotp(zoe);
    const second = await desk.addTotp(zoe);
    expect(second.recoveryCodes).toEqual([]);
    const ways = [first, second].map(({ secret }) => ({ kind: 'totp' as const, code: desk.codeOf(secret) }));
    expect(await desk.statusOf(zoe, ways[0] as never)).toBe(4401);
    expect(await desk.statusOf(zoe, ways[1] as never)).toBe(200);
    expect((await desk.factors(zoe)).recoveryCodesLeft).toBe(10);
  });

  it('is encrypted in the database, and recovery codes are hashed', async () => {
    const zoe = await desk.somebody();
    const { secret, recoveryCodes } = await desk.addTotp(zoe);
    const { read } = desk.portal.context.database;
    const tables = ['totp_secrets', 'recovery_codes', 'outgoing_mails', 'mailings', 'audit_lines'] as const;
    const rows = await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret);
    for (const code of recoveryCodes) expect(text).not.toContain(code.slice(-9).replace('-', ''));
    expect(text).toContain('$argon2id$');
  });

  it('can be removed, and with the last factor the recovery codes', async () => {
    const zoe = await desk.somebody();
    await desk.addTotp(zoe);
    const gone = await zoe.caller.call(removeTotp, { body: proof });
    expect([gone.status, gone.reply]).toEqual([200, { outcome: 'removed' }]);
    expect(await desk.factors(zoe)).toMatchObject({ totp: null, recoveryCodesLeft: 0 });
    expect((await desk.signIn(zoe)).reply.outcome).toBe('signedIn');
    expect((await zoe.caller.call(removeTotp, { body: proof })).problem.code).toBe('factor.notFound');
    expect(await desk.auditLines('account.totpRemoved', zoe)).toHaveLength(1);
    expect(await desk.subjectsTo(zoe)).toHaveLength(2);
  });
});

describe('a passkey', () => {
  it('is added under its name, reported by mail and audit line, and listed with its last use', async () => {
    const zoe = await desk.somebody();
    const { device, answer } = await desk.addPasskey(zoe);
    expect(answer.reply).toMatchObject({ outcome: 'added', recoveryCodes: expect.any(Array) });
    const now = desk.portal.context.clock.now();
    const listed = { id: expect.any(Number), name: 'Téléphone', addedAt: now };
    expect((await desk.factors(zoe)).passkeys).toEqual([{ ...listed, lastUsedAt: null }]);
    await desk.signInAlone(device);
    expect((await desk.factors(zoe)).passkeys).toEqual([{ ...listed, lastUsedAt: now }]);
    const [line] = await desk.auditLines('account.passkeyAdded', zoe);
    expect(line?.detail).toEqual({ passkey: 'Téléphone' });
    expect(await desk.subjectsTo(zoe)).toEqual(['Une clé d’accès a été ajoutée à votre compte']);
  });

  it.each([
    ['another origin', { origin: 'https://guichet.evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody who was recognised', { flags: 0x41 }],
    ['nobody there', { flags: 0x44 }],
    ['an assertion in its place', { type: 'webauthn.get' }],
  ])('is refused with %s', async (_what, twist) => {
    const zoe = await desk.somebody();
    const { answer } = await desk.addPasskey(zoe, new Device(), twist);
    expect([answer.status, answer.reply]).toEqual([403, { outcome: 'refused' }]);
    expect((await desk.factors(zoe)).passkeys).toEqual([]);
  });

  it('is refused without a challenge, for another session and for a spent challenge', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    const { reply: started } = await zoe.caller.call(startPasskey, { body: proof });
    if (started.outcome !== 'started') throw new Error('not started');
    const device = new Device();
    const send = (who = zoe, twist = {}) => {
      const body = { name: 'Clé', passkey: device.make(started.creation, twist) };
      return who.caller.call(addPasskey, { body });
    };
    expect((await send(zoe, { challenge: 'bm90aGluZw' })).problem.code).toBe('factor.setUpOver');
    expect((await send(eve)).problem.code).toBe('factor.setUpOver');
    expect((await send()).reply.outcome).toBe('added');
    expect((await send()).problem.code).toBe('factor.setUpOver');
    const { answer } = await desk.addPasskey(eve, device);
    expect(answer.reply).toEqual({ outcome: 'refused' });
  });

  it('can be removed; that of another person is not found', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    const { device } = await desk.addPasskey(zoe);
    await desk.addPasskey(eve);
    const [passkeyId = 0] = (await desk.factors(zoe)).passkeys.map(({ id }) => id);
    const remove = (who = zoe) => who.caller.call(removePasskey, { params: { passkeyId }, body: proof });
    expect((await remove(eve)).problem.code).toBe('factor.notFound');
    expect((await remove()).reply).toEqual({ outcome: 'removed' });
    expect((await desk.signInAlone(device)).reply.outcome).toBe('refused');
    expect(await desk.factors(zoe)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect(await desk.subjectsTo(zoe)).toHaveLength(2);
  });
});

describe('recovery codes', () => {
  it('are replaced by new ones, and the earlier ones are invalid', async () => {
    const zoe = await desk.somebody();
    const { recoveryCodes } = await desk.addTotp(zoe);
    const { reply: made } = await zoe.caller.call(makeRecoveryCodes, { body: proof });
    if (made.outcome !== 'made') throw new Error('not made');
    const ends = [recoveryCodes[0], made.recoveryCodes[0]].map((code = '') =>
      desk.statusOf(zoe, { kind: 'recoveryCode', code }),
    );
    expect(await Promise.all(ends)).toEqual([4401, 200]);
    expect(await desk.auditLines('account.recoveryCodesMade', zoe)).toHaveLength(1);
  });

  it('are refused to a person without a factor', async () => {
    const { caller } = await desk.somebody();
    expect((await caller.call(makeRecoveryCodes, { body: proof })).problem.code).toBe('factor.notFound');
  });
});
