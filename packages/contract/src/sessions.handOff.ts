import * as z from 'zod/mini';
import { endpoint, json } from './core/endpoint.ts';
import { AccessClaims } from './sessions.ts';

/**
 * The address where a registered site awaits this person, with a single-use token of 60 seconds as its parameter `d`;
 * null for every address that the setting REDIRECT_URIS does not name.
 */
export const handOff = endpoint({
  method: 'POST',
  path: '/api/auth/handofftoken',
  summary: 'Makes a token that hands the person signed in on to a registered site.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(z.object({ redirectUri: z.string().check(z.maxLength(4000, 'maxLength')) })),
  reply: json(z.object({ address: z.nullable(z.string()) })),
});

/** What the other site learns of a person. */
export const HandedOn = z.pick(AccessClaims, { sub: true, name: true, username: true, role: true });
export type HandedOn = z.infer<typeof HandedOn>;

/** Called by the other site's server, never by a browser: it may show a token once, and only one made for itself. */
export const redeemHandOff = endpoint({
  method: 'POST',
  path: '/api/auth/handoff',
  summary: 'Tells a registered site, once, who was handed on to it.',
  access: 'public',
  machineOnly: 'The server of a site that REDIRECT_URIS names.',
  body: json(
    z.object({
      token: z.string().check(z.maxLength(200, 'maxLength')),
      /** The registered address that the token came to, without query. */
      audience: z.string().check(z.maxLength(4000, 'maxLength')),
    }),
  ),
  reply: json(HandedOn),
});
