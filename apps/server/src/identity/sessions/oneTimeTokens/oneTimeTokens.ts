import type { BodyOf } from '@guichet/contract/core/endpoint';
import { formLanguageId } from '@guichet/contract/core/language';
import { type WindowPurpose, windowPaths } from '@guichet/contract/core/oneTimeTokens';
import type { issueTicket as ticketEndpoint } from '@guichet/contract/identity/sessions';
import * as z from 'zod/mini';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, WriteTx } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import type { PresentedToken } from '../../../core/http/admission.ts';
import { type IssuedToken, oneTimeTokenPath } from '../../../core/http/cookies.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { findIdentity } from '../liveSessions.ts';
import { consumeOneTimeToken, insertOneTimeToken } from './oneTimeTokens.queries.ts';

const ticketSeconds = 30;

/** Issues a ticket for one window, bound to the session, the purpose and the window's path. */
export async function issueTicket(
  context: AppContext,
  { identity }: SignedInGrant,
  { purpose, systemId, languageId }: BodyOf<typeof ticketEndpoint>,
): Promise<IssuedToken> {
  const path = windowPaths[purpose]
    .replace(':systemId', String(systemId))
    .replace(':languageId', String(z.encode(formLanguageId, languageId)));
  const facts = {
    purpose,
    sessionId: identity.sessionId,
    audience: oneTimeTokenPath(path),
    seconds: ticketSeconds,
  };
  const token = await systemTransaction(context, (tx) => issueOneTimeToken(context, tx, facts));
  return { token, path, seconds: ticketSeconds, secure: context.config.publicUrl.startsWith('https:') };
}

/** The person of a ticket; spends the ticket, whether or not that person may do what comes next. */
export async function redeemTicket(context: AppContext, { token, purpose, path }: PresentedToken) {
  const sessionId = await redeemOneTimeToken(context, { token, purpose, audience: path });
  return sessionId === null ? null : findIdentity(context, sessionId);
}

interface NewOneTimeToken {
  readonly purpose: 'handOff' | WindowPurpose;
  readonly sessionId: string;
  readonly audience: string;
  readonly seconds: number;
}

/** Issues a one-time token; stores only its hash. */
export async function issueOneTimeToken(
  context: AppContext,
  tx: WriteTx,
  { purpose, sessionId, audience, seconds }: NewOneTimeToken,
): Promise<string> {
  const now = context.clock.now();
  const token = context.clock.randomBytes(32).toString('base64url');
  const times = { issued_at: now, expires_at: secondsAfter(now, seconds), used_at: null };
  await insertOneTimeToken(tx, {
    token_hash: sha256(token),
    purpose,
    session_id: sessionId,
    audience,
    ...times,
  });
  return token;
}

/** Spends a one-time token valid for this purpose and audience; returns its session. */
export function redeemOneTimeToken(
  context: AppContext,
  { token, purpose, audience }: Omit<NewOneTimeToken, 'sessionId' | 'seconds'> & { readonly token: string },
): Promise<string | null> {
  const now = context.clock.now();
  return systemTransaction(context, (tx) =>
    consumeOneTimeToken(tx, { token_hash: sha256(token), purpose, audience }, now),
  );
}
