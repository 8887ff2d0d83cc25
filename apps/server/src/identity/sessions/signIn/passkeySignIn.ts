import type { PasskeyAssertion, PasskeyRequest } from '@guichet/contract/identity/factors.webauthn';
import type { SecondFactorOutcome } from '@guichet/contract/identity/sessions.outcomes';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { AnyoneGrant } from '../../../core/http/grant.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { mailLinkTo } from '../../account/account.service.ts';
import * as answers from '../../factors/answers.service.ts';
import { findAccount, listHeldRoles } from '../../users/users.service.ts';
import { logFailedSignIn } from './failedSignIns.ts';
import { openSession } from './opening.ts';
import { type ClientInfo, keysWithoutTry, secondsToWaitAt } from './signInLimits.ts';
import { inTurn } from './signInQueue.ts';

const refused = { outcome: 'refused' } as const;

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
  const refuse = (retryAfter: number) => ({ ...refused, retryAfter });
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
  if (checked === 'over') return { outcome: 'challengeOver' };
  const account = checked && (await findAccount(context.database.read, checked.userId));
  if (!checked || !account) {
    logFailedSignIn(context, { ...client, username: null }, 'passkey');
    return refused;
  }
  const attempt = { username: account.email, ...client };
  const held = await listHeldRoles(context.database.read, account.id);
  if (account.deactivatedAt || held.length === 0) {
    logFailedSignIn(context, attempt, 'noAccess');
    return { outcome: 'noAccess' };
  }
  if (account.linkDueSince) {
    await mailLinkTo(context, grant, account);
    return { outcome: 'linkDue' };
  }
  const tried = keysWithoutTry(context, attempt);
  const factor = { kind: 'passkey', take: checked.take } as const;
  const tokens = await openSession(context, grant, { account, held, attempt, tried }, factor);
  return tokens ? { outcome: 'signedIn', tokens } : refused;
}
