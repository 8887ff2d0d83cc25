import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/identity/factors.webauthn';
import type { SecondFactorOutcome } from '@guichet/contract/identity/sessions.outcomes';
import type { answerSecondFactor as answerEndpoint } from '@guichet/contract/identity/sessions.secondFactor';
import type { AnyoneGrant, AppContext } from '../../../core/context/appContext.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import * as answers from '../../factors/answers.service.ts';
import * as factors from '../../factors/factors.service.ts';
import { findAccount, listHeldRoles } from '../../users/users.service.ts';
import { noteFailedSignIn, recordFailedSignIn } from './failedSignIns.ts';
import { openSession, openVouched, refuseAccess } from './opening.ts';
import { type ClientInfo, countTry, orReleaseTry, releaseTry, secondsToWaitAt } from './signInLimits.ts';
import { inTurn } from './signInQueue.ts';

const over = { outcome: 'challengeOver' } as const;
const refused = { outcome: 'refused' } as const;
const refuse = (retryAfter: number) => ({ ...refused, retryAfter });

/**
 * Opens the session of a person whose password was right, with the second factor. A wrong answer counts like
 * a wrong password, and five wrong answers end the challenge.
 * @throws AppError `request.tooMany`
 */
export async function answerSecondFactor(
  context: AppContext,
  grant: AnyoneGrant,
  asked: BodyOf<typeof answerEndpoint>,
  client: ClientInfo,
): Promise<SecondFactorOutcome> {
  return inTurn<SecondFactorOutcome>(context, client, refuse, async (arrived) => {
    const answer = await answerInTurn(context, grant, asked, { ...client, arrived });
    return { answer, isFailure: answer.outcome === 'refused' || answer.outcome === 'challengeOver' };
  });
}

async function answerInTurn(
  context: AppContext,
  grant: AnyoneGrant,
  { challenge, answer }: BodyOf<typeof answerEndpoint>,
  { arrived, ...client }: ClientInfo & { readonly arrived: Date },
): Promise<SecondFactorOutcome> {
  const { read } = context.database;
  const asked = await answers.findWhoIsAsked(context, challenge);
  const account = asked && (await findAccount(read, asked.userId));
  if (!account) return over;
  const attempt = { username: account.email, ...client };
  const tried = await countTry(context, attempt, arrived);
  if (!('keys' in tried)) {
    recordFailedSignIn(context, attempt.username, 'blocked');
    return refuse(tried.retryAfter);
  }
  return orReleaseTry(context, tried, async () => {
    const held = await listHeldRoles(read, account.id);
    if (account.deactivatedAt || held.length === 0) {
      await releaseTry(context, tried);
      return refuseAccess(context, account, attempt);
    }
    // The person got a staff role between the password and this answer.
    if (account.linkDueSince) {
      await releaseTry(context, tried);
      return { outcome: 'linkDue' };
    }
    if (answer.kind !== 'passkey') await enforceRateLimit(context, 'secondFactor', account.id);
    const checked = await answers.checkAnswer(context, account.id, challenge, answer);
    if (!checked) {
      noteFailedSignIn(context, { ...attempt, userId: account.id }, 'secondFactor');
      return (await factors.countWrongAnswer(context, challenge)) ? refused : over;
    }
    const user = { account, held, attempt, tried: tried.keys, signedInBy: asked.signedInBy };
    const tokens = await openSession(context, grant, user, {
      kind: checked.kind,
      take: async (tx) => (await answers.spendAsked(context, tx, challenge)) && (await checked.take(tx)),
    });
    return tokens ? { outcome: 'signedIn', tokens } : over;
  });
}

/** @throws AppError `request.tooMany` */
export async function askForPasskey(context: AppContext, client: ClientInfo): Promise<PasskeyRequest> {
  const asked = await inTurn<PasskeyRequest | number>(
    context,
    client,
    (seconds) => seconds,
    async (arrived) => {
      const retryAfter = await secondsToWaitAt(context, client, arrived);
      if (retryAfter > 0) return { answer: retryAfter, isFailure: true };
      return { answer: await answers.askForPasskey(context), isFailure: false };
    },
  );
  if (typeof asked === 'number')
    throw new AppError('request.tooMany', { headers: { 'retry-after': String(asked) } });
  return asked;
}

/**
 * Opens a session with a passkey alone, which counts as two factors because the device verifies its user. A
 * passkey cannot be guessed, so only the attempts from each network are counted.
 */
export async function signInWithPasskey(
  context: AppContext,
  grant: AnyoneGrant,
  passkey: PasskeyAssertion,
  client: ClientInfo,
): Promise<SecondFactorOutcome> {
  return inTurn<SecondFactorOutcome>(context, client, refuse, async (arrived) => {
    const retryAfter = await secondsToWaitAt(context, client, arrived);
    const answer =
      retryAfter > 0 ? refuse(retryAfter) : await answerWithPasskey(context, grant, passkey, client);
    return { answer, isFailure: answer.outcome === 'refused' };
  });
}

async function answerWithPasskey(
  context: AppContext,
  grant: AnyoneGrant,
  passkey: PasskeyAssertion,
  client: ClientInfo,
): Promise<SecondFactorOutcome> {
  const checked = await answers.checkPasskeyAlone(context, passkey);
  if (checked === 'over') return over;
  const account = checked && (await findAccount(context.database.read, checked.userId));
  if (!checked || !account) {
    noteFailedSignIn(context, { ...client, username: null }, 'passkey');
    return refused;
  }
  return openVouched(context, grant, account, client, { kind: 'passkey', take: checked.take });
}
