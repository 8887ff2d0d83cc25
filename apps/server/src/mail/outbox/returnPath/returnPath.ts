import { hmac, type Keys, sameText } from '../../../core/crypto/keys.ts';
import type { ReturnPathSettings } from '../../../core/runtime/config.ts';

type Address = Pick<ReturnPathSettings, 'address' | 'separator'>;

/** Hexadecimal digits, since some mail servers turn local parts into lower case. */
const signatureLength = 24;

/** The envelope sender of a mail, to which servers send reports: `retours+123.9f…@example.ca`. */
export function makeReturnPath(
  { address, separator }: Address,
  keys: Pick<Keys, 'derive'>,
  mail: { readonly id: number; readonly recipient: string },
): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}${separator}${mail.id}.${signatureOf(keys, mail)}${address.slice(at)}`;
}

export interface Claim {
  readonly mailId: number;
  readonly signature: string;
}

/** The distinct return paths in these header values, in order; signatures are not checked. */
export function claimsIn({ address, separator }: Address, values: readonly string[]): Claim[] {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at) + separator, address.slice(at)].map((part) =>
    part.replace(/[.+]/g, '\\$&'),
  );
  const form = new RegExp(
    `(?<![\\w.+-])${local}(\\d{1,15})\\.([0-9a-f]{${signatureLength}})${domain}(?![\\w.-])`,
    'gi',
  );
  const claims = values.flatMap((value) =>
    [...value.matchAll(form)].map(([, id, signature]) => ({
      mailId: Number(id),
      signature: String(signature).toLowerCase(),
    })),
  );
  return claims.filter(
    ({ mailId, signature }, n) =>
      claims.findIndex((one) => one.mailId === mailId && one.signature === signature) === n,
  );
}

/** Whether the signature fits this mail's id and recipient; a restore may give an id to another mail. */
export function isSigned(
  keys: Pick<Keys, 'derive'>,
  claim: Claim,
  mail: { readonly id: number; readonly recipient: string },
): boolean {
  return claim.mailId === mail.id && sameText(claim.signature, signatureOf(keys, mail));
}

function signatureOf(
  keys: Pick<Keys, 'derive'>,
  { id, recipient }: { readonly id: number; readonly recipient: string },
): string {
  const signature = hmac(keys.derive('returnPaths'), `${id}~${recipient}`);
  return Buffer.from(signature, 'base64url').toString('hex').slice(0, signatureLength);
}
