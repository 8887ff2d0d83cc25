import type { SecondFactorAnswer } from '@guichet/contract/factors.challenge';
import type { SecondFactorOutcome } from '@guichet/contract/sessions.secondFactor';
import * as factors from '../factors/factors.service.ts';
import type { AnyoneGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { findAccount, keepWithin, listHeldRoles } from '../users/users.service.ts';
import { logFailedSignIn } from './failedSignIns.ts';
import { openIf } from './opening.ts';
import { inTurn } from './signInQueue.ts';
import { countTry, giveBack, orGiveBack, type Whence } from './signInThrottle.ts';

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
  const refuse = (retryAfter: number) => ({ ...refused, retryAfter });
  const asked = { challenge, answer };
  return inTurn<SecondFactorOutcome>(house, whence, refuse, async ({ arrived }) => {
    const outcome = await answerInTurn(house, grant, asked, { ...whence, arrived });
    return { answer: outcome, isFailure: outcome.statusCode === 4401 || outcome.statusCode === 4407 };
  });
}

async function answerInTurn(
  house: House,
  grant: AnyoneGrant,
  { challenge, answer }: { readonly challenge: string; readonly answer: SecondFactorAnswer },
  { arrived, ...whence }: Whence & { readonly arrived: Date },
): Promise<SecondFactorOutcome> {
  const { read } = house.database;
  const userId = await factors.findWhoIsAsked(house, challenge);
  const account = userId === null ? null : await findAccount(read, userId);
  if (!account) return over;
  const attempt = { username: account.email, ...whence };
  const tried = await countTry(house, attempt, arrived);
  if (!('keys' in tried)) return { ...refused, retryAfter: tried.retryAfter };
  return orGiveBack(house, tried, async () => {
    const held = await listHeldRoles(read, account.id);
    if (account.deactivatedAt || held.length === 0) {
      logFailedSignIn(house, attempt, 'noAccess');
      await giveBack(house, tried);
      return shutOut;
    }
    // A role of staff came between the password and this.
    if (account.linkDueSince) {
      await giveBack(house, tried);
      return { ...refused, statusCode: 4409 };
    }
    if (answer.kind !== 'passkey')
      await keepWithin(house, { key: `secondFactor|${account.id}`, most: codesPerHour, seconds: 60 * 60 });
    const checked = await factors.checkAnswer(house, account.id, challenge, answer);
    if (!checked) {
      logFailedSignIn(house, attempt, 'secondFactor');
      return (await factors.countWrongAnswer(house, challenge)) ? refused : over;
    }
    const arrival = { account, held, attempt, tried: tried.keys };
    const pair = await openIf(house, grant, arrival, {
      kind: checked.kind,
      take: async (tx) => (await factors.spendAsked(house, tx, challenge)) && (await checked.take(tx)),
    });
    house.bell.ring('outbox');
    return pair ? { success: true, statusCode: 200, payload: pair } : over;
  });
}
