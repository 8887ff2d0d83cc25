import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { answerOfSignIn, LoginOutcome, SecondFactorOutcome } from './sessions.outcomes.ts';

const tokens = { accessToken: 'a', refreshToken: 'r' };
const needed = { challenge: 'c', hasTotp: true, hasRecoveryCodes: false, passkey: null };
const locked = { reason: 'locked' as const, contact: { email: null, phone: '613 555-0103', office: null } };
const refusal = (statusCode: number, more = {}) => ({ success: false, statusCode, payload: null, ...more });

test.each([
  [LoginOutcome, { success: true, statusCode: 200, payload: tokens }, { outcome: 'signedIn', tokens }, 200],
  [LoginOutcome, refusal(4401), { outcome: 'refused' }, 401],
  [LoginOutcome, refusal(4401, { retryAfter: 7 }), { outcome: 'refused', retryAfter: 7 }, 429],
  [LoginOutcome, refusal(4403), { outcome: 'noAccess' }, 403],
  [LoginOutcome, refusal(4403, locked), { outcome: 'noAccess', ...locked }, 403],
  [LoginOutcome, refusal(4406, { payload: needed }), { outcome: 'secondFactorNeeded', needed }, 401],
  [SecondFactorOutcome, refusal(4407), { outcome: 'challengeOver' }, 401],
  [LoginOutcome, refusal(4408), { outcome: 'passwordLapsed' }, 401],
  [SecondFactorOutcome, refusal(4409), { outcome: 'linkDue' }, 401],
] as const)(
  'S8.3 an end of a sign-in goes out as the wire says and comes back: %#',
  (codec, wire, named, status) => {
    expect(z.decode(codec as typeof LoginOutcome, wire as never)).toEqual(named);
    expect(JSON.stringify(z.encode(codec as typeof LoginOutcome, named as never))).toBe(JSON.stringify(wire));
    expect(answerOfSignIn(named).status).toBe(status);
  },
);

test('an unknown number is no sign-in outcome', () => {
  for (const wire of [refusal(4402), refusal(4407), { success: true, statusCode: 4401, payload: null }])
    expect(z.safeDecode(LoginOutcome, wire as never).success).toBe(false);
});
