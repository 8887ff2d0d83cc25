import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { AppContext } from '../../../core/context/appContext.ts';
import { bad, type Found, fetchPage, findFault, good } from '../../saml/saml.service.ts';
import { readRefusal } from '../client/refusal.ts';

/** The finding of a check that has thrown. */
export function findIn(
  context: AppContext,
  issuer: string,
  error: unknown,
  state: Found['state'] = 'bad',
): Found {
  const { reason } = readRefusal(context, issuer, error);
  return { state, ...(findFault(error) ?? { fault: null, detail: reason }) };
}

/** Whether a key of the set can check the signature of a token. */
export async function tryKeys(
  context: AppContext,
  { issuer, keysAddress }: { readonly issuer: string; readonly keysAddress: string },
): Promise<Found> {
  try {
    const response = await fetchPage(context, keysAddress);
    const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet).jwks().keys;
    const isSigning = ({ kty, use }: { kty?: string; use?: string }) =>
      kty !== undefined && kty !== 'oct' && (use === undefined || use === 'sig');
    if (!keys.some(isSigning)) return bad(null);
  } catch (error) {
    return findIn(context, issuer, error);
  }
  return good;
}
