import { Secret, TOTP } from 'otpauth';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, WriteTx } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { getOwnAccount } from '../../users/users.service.ts';
import * as queries from '../factors.queries.ts';
import { changeOwnFactors, removeOwnFactor } from '../ownFactors.ts';
import { drawFirstCodes, keepFirstCodes } from '../recoveryCodes/recoveryCodes.ts';

const setUpSeconds = 15 * 60;

const keyOf = ({ keys }: AppContext): Buffer => keys.derive('totpSecrets');
const boundTo = (userId: number): string => `user:${userId}`;

/** Generates a secret and returns it, only this time. */
export async function startTotp(context: AppContext, grant: SignedInGrant) {
  const account = await getOwnAccount(context, grant);
  const secret = drawTotpSecret((size) => context.clock.randomBytes(size));
  const encrypted = encrypt(context.clock, keyOf(context), secret, boundTo(account.id));
  const now = context.clock.now();
  await systemTransaction(context, (tx) => queries.insertWaitingTotp(tx, account.id, encrypted, now));
  const issuer = (await findUniversityName(context))[account.language];
  return { outcome: 'started' as const, secret, address: totpAddress(secret, issuer, account.email) };
}

/** @throws AppError `factor.setUpOver`, `request.tooMany` */
export async function confirmTotp(context: AppContext, grant: SignedInGrant, code: string) {
  const { userId } = grant.identity;
  await enforceRateLimit(context, 'totpSetUp', userId);
  const now = context.clock.now();
  const since = secondsAfter(now, -setUpSeconds);
  const waiting = await queries.selectWaitingTotp(context.database.read, userId, since);
  if (!waiting) throw new AppError('factor.setUpOver');
  const secret = decrypt(keyOf(context), waiting.encryptedSecret, boundTo(userId));
  const step = findStep(secret, code, now);
  if (step === null) return { outcome: 'wrongCode' as const };

  const drawn = await drawFirstCodes(context, userId);
  const recoveryCodes = await changeOwnFactors(context, grant, 'totpAdded', async (tx) => {
    if (!(await queries.confirmTotp(tx, userId, waiting.id, step, now)))
      throw new AppError('factor.setUpOver');
    return { result: await keepFirstCodes(context, tx, userId, drawn) };
  });
  return { outcome: 'added' as const, recoveryCodes };
}

/** @throws AppError `factor.notFound`, `factor.lastRequired` */
export function removeTotp(context: AppContext, grant: SignedInGrant) {
  return removeOwnFactor(context, grant, 'totpRemoved', async (tx) =>
    (await queries.deleteTotp(tx, grant.identity.userId)) ? {} : null,
  );
}

/** Returns how to spend a code that is valid now; null for a wrong or spent code. */
export async function checkTotp(context: AppContext, userId: number, code: string) {
  const totp = await queries.selectTotp(context.database.read, userId);
  if (!totp) return null;
  const step = findStep(openSecret(context, totp.encryptedSecret, userId), code, context.clock.now());
  if (step === null || step <= (totp.lastStep ?? 0)) return null;
  return (tx: WriteTx) => queries.takeStep(tx, totp.id, step);
}

/** The secret of an app; a random secret where the stored one is of a former key, which no code opens. */
function openSecret(context: AppContext, encrypted: string, userId: number): string {
  try {
    return decrypt(keyOf(context), encrypted, boundTo(userId));
  } catch {
    return drawTotpSecret((size) => context.clock.randomBytes(size));
  }
}

/** Parameters that every authenticator app supports (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export function drawTotpSecret(randomBytes: (size: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
}

/** The content of the QR code: `otpauth://totp/…`. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...shape, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step of a code, at most one before or after `now` (clock drift, RFC 6238 §5.2); null for a wrong code. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
