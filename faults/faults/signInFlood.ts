import { setTimeout as wait } from 'node:timers/promises';
import { admin } from '../history/client.ts';
import type { Testbed } from '../places/testbed.ts';
import { holdUp } from '../rounds/bystander.ts';

const longestMilliseconds = 5000;

export const signInFlood = holdUp(
  'A flood of sign-ins from many addresses holds nobody up, and lets honest people in.',
  {
    attack: new URL('../attacks/signIns.ts', import.meta.url),
    settings: { SIGN_INS_PER_MINUTE: '300' },
    prepare: () => ({}),
    async meanwhile({ tally }, testbed, over) {
      const { cookie } = await signIn(testbed, '203.0.113.1');
      for (let n = 2; !over.aborted; n++) {
        // One from an unknown address, one on her known device from an address of the attack.
        const stranger = await signIn(testbed, `203.0.113.${n}`);
        const known = await signIn(testbed, '198.18.0.7', cookie);
        for (const [who, { status, took }] of Object.entries({ stranger, known })) {
          tally.took(`a sign-in on a ${who} device`, took);
          tally.expect(status === 200, `an honest sign-in on a ${who} device is answered ${status}`);
          const isSoon = took < longestMilliseconds;
          tally.expect(isSoon, `an honest sign-in on a ${who} device takes ${Math.round(took)} ms`);
        }
        await wait(200);
      }
    },
    check({ tally }, _testbed, { 'answered 503': refused = 0, ...others }) {
      tally.expect(refused > 0, `the flood was not more than the portal can take: ${JSON.stringify(others)}`);
      tally.expect(!others['answered 500'], 'the flood met a bug');
    },
  },
);

async function signIn(testbed: Testbed, address: string, cookie?: string) {
  const began = performance.now();
  const answer = await fetch(`${testbed.portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify({ username: admin.email, password: admin.password }),
  });
  await answer.arrayBuffer();
  const given = answer.headers.getSetCookie()[0]?.split(';')[0];
  return { status: answer.status, took: performance.now() - began, cookie: given };
}
