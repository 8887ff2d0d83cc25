import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { AccessClaims } from './sessions.ts';

/**
 * The reply is the registered site's address for this person, with a single-use token, valid for 60 seconds,
 * in the query parameter `d`; null for an address that is not in the setting REDIRECT_URIS.
 */
export const handOff = endpoint('POST /api/auth/handofftoken', {
  summary: 'Creates a token that signs the caller in to a registered site.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(z.object({ redirectUri: z.string().check(z.maxLength(4000, 'maxLength')) })),
  reply: json(z.object({ address: z.nullable(z.string()) })),
});

/** The facts of a person that another site receives. */
export const HandedOn = z.pick(AccessClaims, { sub: true, name: true, username: true, role: true });
export type HandedOn = z.infer<typeof HandedOn>;

/** The other site's server calls this, not a browser. A token works once, and only for the site for which it was made. */
export const redeemHandOff = endpoint('POST /api/auth/handoff', {
  summary: 'Returns to a registered site the person of a token; each token works once.',
  access: 'public',
  machineOnly: 'The server of a site that REDIRECT_URIS names.',
  body: json(
    z.object({
      token: z.string().check(z.maxLength(200, 'maxLength')),
      /** The registered address to which the token was sent, without its query. */
      audience: z.string().check(z.maxLength(4000, 'maxLength')),
    }),
  ),
  reply: json(HandedOn),
});
