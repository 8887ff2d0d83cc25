import type { SecondFactorAnswer } from '@guichet/contract/identity/factors.challenge';
import type { SecondFactorOutcome } from '@guichet/contract/identity/sessions.outcomes';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { AnyoneGrant } from '../../../core/http/grant.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import * as answers from '../../factors/answers.service.ts';
import * as factors from '../../factors/factors.service.ts';
import { findAccount, listHeldRoles } from '../../users/users.service.ts';
import { logFailedSignIn } from './failedSignIns.ts';
import { openSession } from './opening.ts';
import { type ClientInfo, countTry, orReleaseTry, releaseTry } from './signInLimits.ts';
import { inTurn } from './signInQueue.ts';

const over = { outcome: 'challengeOver' } as const;
const refused = { outcome: 'refused' } as const;

/**
 * Opens the session of a person whose password was right, with the second factor. A wrong answer counts like
 * a wrong password, and five wrong answers end the challenge.
 * @throws AppError `request.tooMany`
 */
export async function answerSecondFactor(
  context: AppContext,
  grant: AnyoneGrant,
  { challenge, answer }: { readonly challenge: string; readonly answer: SecondFactorAnswer },
  client: ClientInfo,
): Promise<SecondFactorOutcome> {
  const refuse = (retryAfter: number) => ({ ...refused, retryAfter });
  const asked = { challenge, answer };
  return inTurn<SecondFactorOutcome>(context, client, refuse, async (arrived) => {
    const answer = await answerInTurn(context, grant, asked, { ...client, arrived });
    return { answer, isFailure: answer.outcome === 'refused' || answer.outcome === 'challengeOver' };
  });
}

async function answerInTurn(
  context: AppContext,
  grant: AnyoneGrant,
  { challenge, answer }: { readonly challenge: string; readonly answer: SecondFactorAnswer },
  { arrived, ...client }: ClientInfo & { readonly arrived: Date },
): Promise<SecondFactorOutcome> {
  const { read } = context.database;
  const userId = await answers.findWhoIsAsked(context, challenge);
  const account = userId === null ? null : await findAccount(read, userId);
  if (!account) return over;
  const attempt = { username: account.email, ...client };
  const tried = await countTry(context, attempt, arrived);
  if (!('keys' in tried)) return { ...refused, retryAfter: tried.retryAfter };
  return orReleaseTry(context, tried, async () => {
    const held = await listHeldRoles(read, account.id);
    if (account.deactivatedAt || held.length === 0) {
      logFailedSignIn(context, attempt, 'noAccess');
      await releaseTry(context, tried);
      return { outcome: 'noAccess' };
    }
    // The person got a staff role between the password and this answer.
    if (account.linkDueSince) {
      await releaseTry(context, tried);
      return { outcome: 'linkDue' };
    }
    if (answer.kind !== 'passkey') await enforceRateLimit(context, 'secondFactor', account.id);
    const checked = await answers.checkAnswer(context, account.id, challenge, answer);
    if (!checked) {
      logFailedSignIn(context, attempt, 'secondFactor');
      return (await factors.countWrongAnswer(context, challenge)) ? refused : over;
    }
    const user = { account, held, attempt, tried: tried.keys };
    const tokens = await openSession(context, grant, user, {
      kind: checked.kind,
      take: async (tx) => (await answers.spendAsked(context, tx, challenge)) && (await checked.take(tx)),
    });
    return tokens ? { outcome: 'signedIn', tokens } : over;
  });
}
