import type { SecondFactorAnswer } from '@guichet/contract/factors.challenge';
import type { SecondFactorOutcome } from '@guichet/contract/sessions.secondFactor';
import * as factors from '../factors/factors.service.ts';
import type { AnyoneGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { findAccount, keepWithin, listHeldRoles } from '../users/users.service.ts';
import { openIf } from './opening.ts';
import { askLeave, countFailure, type Whence } from './signInThrottle.ts';

/** For one account, from wherever: far more than anybody mistypes, far too few to guess six digits. */
const codesPerHour = 30;

const over = { success: false, statusCode: 4407, payload: null } as const;
const refused = { success: false, statusCode: 4401, payload: null } as const;
const shutOut = { success: false, statusCode: 4403, payload: null } as const;

/**
 * Opens the session of somebody whose password was right, when the second factor is. A wrong answer counts as a wrong
 * password does, and five of them end the challenge.
 * @throws AppError `request.tooMany`
 */
export async function answerSecondFactor(
  house: House,
  grant: AnyoneGrant,
  { challenge, answer }: { readonly challenge: string; readonly answer: SecondFactorAnswer },
  whence: Whence,
): Promise<SecondFactorOutcome> {
  const { read } = house.database;
  const userId = await factors.findWhoIsAsked(house, challenge);
  const account = userId === null ? null : await findAccount(read, userId);
  if (!account) return over;
  const attempt = { username: account.email, ...whence };
  const { seconds: retryAfter, hasFailed } = await askLeave(house, attempt);
  if (retryAfter > 0) return { ...refused, retryAfter };
  const held = await listHeldRoles(read, account.id);
  if (account.deactivatedAt || held.length === 0) return shutOut;
  // A role of staff came between the password and this.
  if (account.linkDueSince) return { ...refused, statusCode: 4409 };

  if (answer.kind !== 'passkey')
    await keepWithin(house, { key: `secondFactor|${account.id}`, most: codesPerHour, seconds: 60 * 60 });
  const checked = await factors.checkAnswer(house, account.id, challenge, answer);
  if (!checked) {
    await countFailure(house, attempt);
    return (await factors.countWrongAnswer(house, challenge)) ? refused : over;
  }
  const pair = await openIf(
    house,
    grant,
    { account, held, attempt, hasFailed },
    {
      kind: checked.kind,
      take: async (tx) => (await factors.spendAsked(house, tx, challenge)) && (await checked.take(tx)),
    },
  );
  house.bell.ring('outbox');
  return pair ? { success: true, statusCode: 200, payload: pair } : over;
}
