import * as z from 'zod/mini';
import { endpoint, json, outcome } from '../core/endpoint.ts';

const secrets = { userName: z.string().check(z.maxLength(254)), token: z.string().check(z.maxLength(500)) };
export const LinkSecrets = z.object(secrets);
export type LinkSecrets = z.output<typeof LinkSecrets>;
const password = z.string().check(z.minLength(1, 'required'), z.maxLength(1000));

/** Opening a link from a mail changes nothing, since mail gateways open links too, and run the scripts of the page. */
export const confirmEmail = endpoint('GET /api/account/confirmemail', {
  summary:
    'Checks a link that confirms an e-mail address, without confirming it; false when it is invalid or over.',
  access: 'public',
  machineOnly: 'Programs that check a link; the page asks `confirmation` for more than a yes or no.',
  query: z.object({ u: secrets.userName, t: secrets.token }),
  reply: json(z.boolean()),
});

/** `over`: the link has expired, was replaced by a newer one, or is unknown. */
export const findConfirmation = endpoint('POST /api/account/confirmation', {
  summary: 'Returns what a link that confirms an e-mail address would change, without changing it.',
  access: 'public',
  body: json(LinkSecrets),
  reply: json(
    z.object({
      state: z.enum(['good', 'done', 'over']),
      /** Whether the address is to replace that of an account; false where the account has the address already. */
      isNewAddress: z.boolean(),
      /** Whether `confirmAddress` asks for the password of the account. */
      needsPassword: z.boolean(),
    }),
  ),
});
export type FoundConfirmation = z.output<typeof findConfirmation.reply.schema>;

/** Idempotent. A new address needs the password, if the account has one: its mail may be read by a stranger. */
export const confirmAddress = endpoint('POST /api/account/confirmemail', {
  summary:
    'Confirms an e-mail address with the link in its mail; a new address needs the password of the account.',
  access: 'public',
  body: json(z.object({ ...secrets, password: z.optional(password) })),
  reply: outcome(
    z.object({ outcome: z.enum(['confirmed', 'over', 'passwordNeeded', 'wrongPassword']) }),
    ({ outcome }) => ({ status: outcome === 'confirmed' || outcome === 'over' ? 200 : 403 }),
  ),
});

/** Confirms as `confirmAddress` does, without the password. */
export const confirmOwnAddress = endpoint('POST /api/account/confirmownaddress', {
  summary: 'Confirms a new e-mail address of the caller with the link in its mail.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(LinkSecrets),
  reply: outcome(z.object({ outcome: z.enum(['confirmed', 'over', 'otherAccount']) }), ({ outcome }) => ({
    status: outcome === 'otherAccount' ? 403 : 200,
  })),
});
