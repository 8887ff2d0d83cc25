import type { AppContext } from '../../../core/context/appContext.ts';
import { type Found, findFault } from '../../saml/saml.service.ts';
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
