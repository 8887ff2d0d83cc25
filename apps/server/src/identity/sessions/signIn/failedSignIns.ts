import type { AuditAction } from '@guichet/contract/core/audit';
import { emailKey } from '@guichet/contract/core/fold';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { hmac } from '../../../core/crypto/keys.ts';
import { checkRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { machineGrant } from '../../access/access.service.ts';
import { findHolder, joinNames } from '../../users/users.service.ts';

/** `blocked`: refused without a check, logged once when a block is met. */
type FailedBecause = 'password' | 'secondFactor' | 'passkey' | 'noAccess' | 'lapsed' | 'blocked';

/** An unknown passkey belongs to no account. */
const actions = {
  password: 'session.passwordRefused',
  secondFactor: 'session.factorRefused',
  noAccess: 'session.accessRefused',
  lapsed: 'session.lapsedRefused',
  blocked: 'session.triesBlocked',
} as const satisfies Record<Exclude<FailedBecause, 'passkey'>, AuditAction>;

/** Failures that are being recorded; those beyond the limit are logged alone, so that a flood cannot pile up. */
const recording = { now: 0, most: 20 };
const anyone = { userId: null, fullName: '' };

interface Failed {
  readonly username: string | null;
  readonly address: string;
  /** The number of the account, where one was found. */
  readonly userId?: number | undefined;
}

export function noteFailedSignIn(context: AppContext, attempt: Failed, because: FailedBecause): void {
  logFailedSignIn(context, attempt, because);
  if (attempt.username !== null && because !== 'passkey')
    recordFailedSignIn(context, attempt.username, because);
}

/**
 * Logs one line for a failed sign-in. What was typed and the address are keyed hashes: lines about the same can be
 * matched, and nobody is named.
 */
export function logFailedSignIn(
  context: AppContext,
  { username, address, userId }: Failed,
  because: FailedBecause,
) {
  const key = context.keys.derive('sign-in log');
  const hashed = (text: string) => hmac(key, text).slice(0, 16);
  const account = username === null ? null : hashed(`account|${emailKey(username)}`);
  context.log.warn({ because, userId, account, address: hashed(`address|${address}`) }, 'a sign-in failed');
}

/** Records a failure in the audit log after the reply, whose time must not tell whether the account exists. */
export function recordFailedSignIn(context: AppContext, username: string, because: keyof typeof actions) {
  if (recording.now >= recording.most) return;
  recording.now++;
  recordFailure(context, username, actions[because])
    .catch((error: unknown) => context.log.warn({ err: error }, 'a failed sign-in was not recorded'))
    .finally(() => recording.now--);
}

/** A few lines for an account, a reason and the window of the limit, so that no one can fill the audit log. */
async function recordFailure(context: AppContext, username: string, action: AuditAction): Promise<void> {
  const key = `${emailKey(username).slice(0, 254)}|${action}`;
  const isTry = action === actions.password || action === actions.secondFactor;
  const limit = isTry ? 'signInTriesRecorded' : 'signInRecorded';
  if (!(await checkRateLimit(context, limit, key)).allowed) return;
  const holder = await findHolder(context.database.read, username);
  if (!holder) return;
  const { account } = holder;
  const line = { action, subject: `user:${account.id}`, actor: anyone };
  await write(context, machineGrant('sign-in'), async () =>
    record(null, { ...line, detail: { name: joinNames(account) } }),
  );
}
