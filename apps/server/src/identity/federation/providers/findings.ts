import type { NetworkFault, TrialResult } from '@guichet/contract/identity/federation.providers';
import type { AppContext } from '../../../core/context/appContext.ts';
import { readRefusal, reasonIn } from '../client/refusal.ts';

/** The finding of a single check. */
export type Found = Omit<TrialResult, 'check'>;

const found =
  (state: Found['state']) =>
  (detail: string | null): Found => ({ state, fault: null, detail: reasonIn(detail) });

export const good = found('good')(null);
export const bad = found('bad');
export const unsure = found('unsure');

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

/** By the codes and names of errors. */
const faults: ReadonlyMap<unknown, NetworkFault> = new Map([
  ['ENOTFOUND', 'unknownHost'],
  ['EAI_AGAIN', 'unknownHost'],
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'silent'],
  ['EHOSTUNREACH', 'silent'],
  ['ENETUNREACH', 'silent'],
  ['UND_ERR_CONNECT_TIMEOUT', 'silent'],
  ['UND_ERR_HEADERS_TIMEOUT', 'silent'],
  ['TimeoutError', 'silent'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
]);

/** The fault of the network in an error or in its causes, which `fetch` and its callers wrap. */
function findFault(error: unknown): Pick<Found, 'fault' | 'detail'> | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { readonly code?: unknown };
  const detail = typeof code === 'string' ? code : error.name;
  const fault = faults.get(detail) ?? (detail.includes('CERT') ? 'certificate' : null);
  return fault ? { fault, detail } : findFault(error.cause);
}
