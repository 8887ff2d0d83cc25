import type { FederatedOutcome, Refusal } from '@guichet/contract/identity/federation';
import { errors } from 'jose';
import * as oidc from 'openid-client';
import type { AppContext } from '../../../core/context/appContext.ts';
import { reasonIn, StaleMessage, XmlFault } from '../../saml/saml.service.ts';
import { ProviderError } from './client.ts';

export type Refused = Extract<FederatedOutcome, { outcome: 'refused' }>;

export function refused(why: Refusal, reason: string | null = null): Refused {
  return { outcome: 'refused', why, reason: reasonIn(reason) };
}

/** A reason found in a provider's answer; `message`: the protocol's words. */
export class ProviderRefusal extends Error {
  readonly why: Refusal;
  constructor(why: Refusal, message: string) {
    super(message);
    this.why = why;
  }
}

/** Why a sign-in has failed, from what the package throws; logs it. `reason`: the protocol's words, for whoever helps. */
export function readRefusal(context: AppContext, issuer: string, error: unknown): Refused {
  const refusal = judge(error);
  const { why, reason: words } = refusal;
  const reason =
    words ?? (why === 'clientRefused' ? 'The provider refused the client ID or the secret' : null);
  context.log.warn({ issuer, why, reason }, 'a sign-in by a provider failed');
  return refusal;
}

export function judge(error: unknown): Refused {
  if (error instanceof ProviderRefusal) return refused(error.why, error.message);
  if (error instanceof StaleMessage) return refused('clock', error.message);
  if (error instanceof XmlFault) return refused('untrusted', error.message);
  if (error instanceof ProviderError) return refused('misconfigured', `issuer: ${error.message}`);
  if (error instanceof oidc.AuthorizationResponseError) {
    // Consent is required of nobody in silence here: whoever gave none has refused.
    const isCancelled = error.error === 'access_denied' || error.error === 'consent_required';
    return refused(isCancelled ? 'cancelled' : 'refusedThere', wordsOf(error));
  }
  if (isOfClient(error))
    return refused('clientRefused', error instanceof oidc.ResponseBodyError ? wordsOf(error) : null);
  // A code that is over or used is a matter of the person's time; anything else of the registration.
  if (error instanceof oidc.ResponseBodyError)
    return refused(error.error === 'invalid_grant' ? 'over' : 'misconfigured', wordsOf(error));
  if (error instanceof errors.JOSEError)
    return refused(isOfClock(error) ? 'clock' : 'untrusted', error.message);
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return refused('clock', causeOf(error) ?? message);
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON')
    return refused('unreachable', withStatus(message, error as Error));
  if (code?.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_ABORT')
    return refused('untrusted', causeOf(error) ?? message);
  return refused('unreachable', causeOf(error) ?? message);
}

/** Whether the provider knows the client ID or its secret otherwise. */
function isOfClient(error: unknown): boolean {
  if (error instanceof oidc.WWWAuthenticateChallengeError) return true;
  const words = ['invalid_client', 'unauthorized_client'];
  return error instanceof oidc.ResponseBodyError && words.includes(error.error);
}

function isOfClock(error: errors.JOSEError): boolean {
  if (error instanceof errors.JWTExpired) return true;
  const isTime = error instanceof errors.JWTClaimValidationFailed && ['iat', 'nbf'].includes(error.claim);
  return isTime && error.reason === 'check_failed';
}

function wordsOf({
  error,
  error_description: words,
}: {
  error: string;
  error_description?: string | undefined;
}) {
  return words ? `${error}: ${words}` : error;
}

function withStatus(message: string, { cause }: { readonly cause?: unknown }): string {
  return cause instanceof Response ? `${message}: ${cause.status}` : message;
}

function causeOf(error: unknown): string | null {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? withAlgorithm(cause) : null;
}

/** Names the algorithm of a refused signature, beside RS256, which every provider has. */
function withAlgorithm({ message, cause }: Error): string {
  const { alg, header = { alg } } = (cause ?? {}) as {
    readonly alg?: string;
    readonly header?: { alg?: string };
  };
  return header.alg ? `${message}: ${header.alg}, in place of RS256` : message;
}
