import { logout, refresh } from '@guichet/contract/identity/sessions';
import { askForPasskey } from '@guichet/contract/identity/sessions.secondFactor';
import { describe, expect, it } from 'vitest';
import { Device } from '../fixtures/device.ts';
import { useFactorDesk } from '../fixtures/factorDesk.ts';

const desk = useFactorDesk();

describe('a passkey alone', () => {
  it('opens a session of its owner', async () => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { status, reply } = await desk.signInAlone(device);
    expect(status).toBe(200);
    if (reply.outcome !== 'signedIn') throw new Error('not opened');
    const { accessToken: token, refreshToken } = reply.tokens;
    const renewed = await desk.portal.nobody.call(refresh, { query: { token, refreshToken } });
    expect(renewed.status).toBe(200);
    expect((await desk.portal.withToken(token, zoe.userId).call(logout)).raw).toBe('true');
    const [, line] = await desk.auditLines('session.started', zoe);
    expect([line?.actor_id, line?.detail]).toEqual([zoe.userId, { factor: 'passkey' }]);
  });

  it('requests no particular credential, for the host of PUBLIC_URL whatever the request says', async () => {
    const { reply } = await desk.portal.nobody.call(askForPasskey, { headers: { host: 'evil.example' } });
    expect(reply).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
  });

  it('works once, within five minutes', async () => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { again } = await desk.signInAlone(device);
    expect((await again()).reply).toEqual({ outcome: 'challengeOver' });
    const { reply: request } = await desk.portal.nobody.call(askForPasskey);
    desk.portal.context.clock.advance(5 * 60);
    const payload = { passkey: device.answer(request) };
    const late = await desk.portal.app.inject({ method: 'POST', url: '/api/auth/passkey', payload });
    expect(late.json()).toMatchObject({ statusCode: 4407 });
  });

  it.each([
    ['another origin', { origin: 'https://guichet.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody who was recognised', { flags: 0x01 }],
    ['nobody there', { flags: 0x04 }],
    ['the making of a passkey in its place', { type: 'webauthn.create' }],
    ['the name of another person', { userHandle: 'b3RoZXI' }],
    ['no name', { userHandle: undefined }],
    ['a counter that stood still', { counter: 1 }],
    ['a counter that went back to nothing', { counter: 0 }],
  ])('is refused with %s', async (_what, twist) => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { status, reply } = await desk.signInAlone(device, twist);
    expect([status, reply]).toEqual([401, { outcome: 'refused' }]);
  });

  it('is refused when a bit of the signed data or of the signature has changed', async () => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    for (const part of ['authenticatorData', 'signature'] as const) {
      const { reply: request } = await desk.portal.nobody.call(askForPasskey);
      const passkey = device.answer(request);
      const bytes = Buffer.from(passkey.response[part], 'base64url');
      const last = bytes.length - 1;
      bytes[last] = (bytes[last] ?? 0) ^ 1;
      const response = { ...passkey.response, [part]: bytes.toString('base64url') };
      const answer = await desk.portal.app.inject({
        method: 'POST',
        url: '/api/auth/passkey',
        payload: { passkey: { ...passkey, response } },
      });
      expect(answer.json(), part).toMatchObject({ statusCode: 4401 });
    }
  });

  it('is refused when it is unknown here, or its bytes are invalid', async () => {
    const stranger = new Device();
    expect((await desk.signInAlone(stranger, { userHandle: 'eA' })).reply.outcome).toBe('refused');
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { reply: request } = await desk.portal.nobody.call(askForPasskey);
    const good = device.answer(request);
    const response = { ...good.response, authenticatorData: 'AA', signature: 'AA' };
    const answers = [
      { ...good, response },
      { ...good, response: { ...response, clientDataJSON: 'e30' } },
    ];
    for (const passkey of answers) {
      const { json } = await desk.portal.app.inject({
        method: 'POST',
        url: '/api/auth/passkey',
        payload: { passkey },
      });
      expect([4401, 4407]).toContain(json().statusCode);
    }
  });

  it('that is synchronised keeps its counter at 0, and works', async () => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe, new Device(undefined, false));
    for (let times = 0; times < 2; times++)
      expect((await desk.signInAlone(device)).reply.outcome).toBe('signedIn');
  });

  it('opens one session of two simultaneous requests', async () => {
    const zoe = await desk.somebody();
    const { device } = await desk.addPasskey(zoe);
    const { reply: request } = await desk.portal.nobody.call(askForPasskey);
    const payload = { passkey: device.answer(request) };
    const send = () => desk.portal.app.inject({ method: 'POST', url: '/api/auth/passkey', payload });
    const ends = (await Promise.all([send(), send()])).map((answer) => answer.json().statusCode);
    expect(ends.sort()).toEqual([200, 4407]);
  });
});

describe('a passkey after the password', () => {
  it('opens the session, when it belongs to that person', async () => {
    const [zoe, eve] = [await desk.somebody(), await desk.somebody()];
    const own = (await desk.addPasskey(zoe)).device;
    const foreign = (await desk.addPasskey(eve)).device;
    const { challenge, passkey: request, hasTotp } = await desk.asked(zoe);
    if (!request) throw new Error('not asked for');
    expect([hasTotp, request.challenge]).toEqual([false, challenge]);
    expect(request.allowCredentials.map(({ id }) => id)).toEqual([own.id]);
    const answer = (device: Device, twist = {}) =>
      desk.answer(challenge, { kind: 'passkey', passkey: device.answer(request, twist) });
    expect((await answer(foreign)).reply.outcome).toBe('refused');
    expect((await answer(own, { challenge: 'bm90aGluZw' })).reply.outcome).toBe('refused');
    expect((await answer(own)).reply.outcome).toBe('signedIn');
    expect((await answer(own)).reply.outcome).toBe('challengeOver');
  });
});
