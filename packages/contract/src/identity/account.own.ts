import * as z from 'zod/mini';
import { anySupport, endpoint, json, outcome } from '../core/endpoint.ts';
import { formLanguageId } from '../core/language.ts';
import { Email } from './account.ts';
import { Proof } from './factors.ts';
import { hasName, personNames } from './users.changes.ts';

export const OwnDetails = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** A new address that is not confirmed yet. */
  newEmail: z.nullable(z.string()),
});
export type OwnDetails = z.output<typeof OwnDetails>;

export const findOwnDetails = endpoint('GET /api/account/details', {
  summary: 'Returns name and address of the caller, and a new address that waits to be confirmed.',
  // Candidates ask their programme for a correction instead (readings §5).
  access: anySupport,
  reply: json(OwnDetails),
});

export const changeOwnName = endpoint('POST /api/account/name', {
  summary: "Changes the caller's name.",
  access: anySupport,
  notWhileImpersonating: true,
  body: json(z.object(personNames).check(hasName())),
  reply: json(z.literal(true)),
});

/** `asked` is also the reply where another account has the address: that account's owner is told, and no link is mailed. */
const AskedAddress = z.object({ outcome: z.enum(['asked', 'present', 'wrongProof']) });

export const askOwnAddress = endpoint('POST /api/account/address', {
  summary: 'Mails a link to a new address of the caller, which counts once it is confirmed there.',
  access: anySupport,
  notWhileImpersonating: true,
  body: json(z.object({ email: Email, proof: Proof })),
  reply: outcome(AskedAddress, ({ outcome }) => ({ status: outcome === 'wrongProof' ? 403 : 200 })),
});

export const dropOwnAddress = endpoint('DELETE /api/account/address', {
  summary: 'Withdraws a new address that waits to be confirmed; false when there is none.',
  access: anySupport,
  notWhileImpersonating: true,
  reply: json(z.boolean()),
});

export const changeOwnLanguage = endpoint('POST /api/account/language', {
  summary: 'Changes the language of the mails that the caller gets.',
  access: 'signedIn',
  notWhileImpersonating: true,
  body: json(z.object({ languageId: formLanguageId })),
  reply: json(z.literal(true)),
});
