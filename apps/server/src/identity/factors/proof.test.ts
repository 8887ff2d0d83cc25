import {
  askForProof,
  makeRecoveryCodes,
  removeTotp,
  startPasskey,
  startTotp,
} from '@guichet/contract/identity/factors';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { describe, expect, it } from 'vitest';
import { testAdmin } from '../../../test/testApp.ts';
import { password, proof, useFactorDesk } from './fixtures/factorDesk.ts';

const desk = useFactorDesk();
const wrong = { proof: { password: 'Cle-Sure#2' } };
const changes = [startTotp, removeTotp, startPasskey, makeRecoveryCodes] as const;

describe('a change of one’s own factors', () => {
  it('requires the current password, and a wrong one changes nothing', async () => {
    const zoe = await desk.somebody();
    await desk.addTotp(zoe);
    const before = await desk.factors(zoe);
    for (const change of changes) {
      const { status, reply } = await zoe.caller.call(change, { body: wrong });
      expect([status, reply], change.path).toEqual([403, { outcome: 'wrongProof' }]);
    }
    expect(await desk.factors(zoe)).toEqual(before);
  });

  it('cannot be guessed: after ten wrong passwords in an hour the right one is refused too', async () => {
    const zoe = await desk.somebody();
    for (let tries = 0; tries < 10; tries++) await zoe.caller.call(startTotp, { body: wrong });
    const { problem } = await zoe.caller.call(startTotp, { body: proof });
    expect(problem).toMatchObject({ status: 429, code: 'request.tooMany' });
  });

  it('counts only consecutive wrong ones', async () => {
    const zoe = await desk.somebody();
    for (let tries = 0; tries < 12; tries++) {
      const body = tries % 4 === 3 ? proof : wrong;
      const { reply } = await zoe.caller.call(startTotp, { body });
      expect(reply.outcome, String(tries)).toBe(tries % 4 === 3 ? 'started' : 'wrongProof');
    }
  });

  it('accepts a passkey of that person in place of the password, once and in that session', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    const { device } = await desk.addPasskey(zoe);
    const foreign = (await desk.addPasskey(eve)).device;
    const ask = async (who = zoe) => (await who.caller.call(askForProof)).reply;
    const request = await ask();
    expect(request.allowCredentials.map(({ id }) => id)).toEqual([device.id]);
    const begin = async (passkey: ReturnType<typeof device.answer>, who = zoe) =>
      (await who.caller.call(startTotp, { body: { proof: { passkey } } })).reply.outcome;
    const answer = device.answer(request);
    expect(await begin(answer, eve)).toBe('wrongProof');
    expect(await begin(answer)).toBe('started');
    expect(await begin(answer)).toBe('wrongProof');
    expect(await begin(foreign.answer(await ask()))).toBe('wrongProof');
    expect(await begin(device.answer(await ask(), { origin: 'https://evil.example' }))).toBe('wrongProof');
    const { challenge } = await desk.asked(zoe);
    expect(await begin(device.answer({ ...request, challenge }))).toBe('wrongProof');
  });

  it('is refused to a super admin who acts as that person', async () => {
    const zoe = await desk.somebody();
    const superAdmin = await desk.portal.superAdmin();
    const { reply } = await superAdmin.call(impersonate, {
      params: { id: zoe.userId },
      body: { reason: 'essai', password: testAdmin.password },
    });
    if (reply.outcome !== 'started') throw new Error('not started');
    const acting = desk.portal.withToken(reply.accessToken, zoe.userId);
    for (const change of changes) {
      const { problem } = await acting.call(change, { body: { proof: { password } } });
      expect(problem.code, change.path).toBe('session.impersonating');
    }
  });
});
