import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { findAccount } from '../../users/users.service.ts';
import * as queries from '../factors.queries.ts';
import { queueFactorMail } from '../ownFactors.ts';

const howMany = 10;
/** 32 characters of five bits each, without letters that are easily confused. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const selectorLength = 4;
const codeLength = 12;

type NewCodes = Awaited<ReturnType<typeof drawRecoveryCodes>>;

/** Generates ten codes, shown once as `7QK2-M4XD-9TRB`; hashing is slow, so call it before the transaction. */
export async function drawRecoveryCodes(context: AppContext) {
  const drawn = new Map<string, string>();
  while (drawn.size < howMany) {
    const code = [...context.clock.randomBytes(codeLength)].map((byte) => signs[byte % 32]).join('');
    drawn.set(code.slice(0, selectorLength), code);
  }
  const hashed = [...drawn].map(async ([selector, code]) => ({
    selector,
    hash: await context.hashing.hash(code.slice(selectorLength)),
  }));
  return { codes: [...drawn.values()].map(inGroups), hashed: await Promise.all(hashed) };
}

/** Generates the codes for a person's first factor; null when the person has codes already. */
export async function drawFirstCodes(context: AppContext, userId: number): Promise<NewCodes | null> {
  return (await queries.hasCodes(context.database.read, userId)) ? null : drawRecoveryCodes(context);
}

/** Stores the codes and returns them; null when a concurrent call has stored codes. */
export async function keepFirstCodes(
  context: AppContext,
  tx: WriteTx,
  userId: number,
  drawn: NewCodes | null,
): Promise<string[] | null> {
  if (!drawn || (await queries.hasCodes(tx, userId))) return null;
  await queries.replaceCodes(tx, userId, drawn.hashed, context.clock.now());
  return drawn.codes;
}

/** Checks a recovery code in constant time; returns how to spend it, or null for a wrong code. */
export async function checkRecoveryCode(context: AppContext, userId: number, typed: string) {
  const code = asDrawn(typed);
  const selector = code.slice(0, selectorLength);
  const hash = await queries.selectCodeHash(context.database.read, userId, selector);
  if (!(await context.hashing.verify(hash, code.slice(selectorLength)))) return null;
  return async (tx: WriteTx) => {
    const isSpent = await queries.spendCode(tx, userId, selector, context.clock.now());
    const account = isSpent && (await findAccount(tx, userId));
    if (account) await queueFactorMail(context, tx, account, 'recoveryCodeUsed');
    return isSpent;
  };
}

/** Normalises a typed code, which may have lower case, other or no hyphens, O for 0, I and L for 1. */
function asDrawn(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}

function inGroups(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
