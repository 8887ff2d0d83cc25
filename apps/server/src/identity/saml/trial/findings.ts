import type { NetworkFault, TrialFinding } from '@guichet/contract/identity/provider.clients';
import { presentWords } from '../../../core/runtime/foreignWords.ts';
import { ConnectorError } from '../../../learning/learning.service.ts';

export type Found = TrialFinding;

/** The words of the other side as they are kept and shown. */
export function reasonIn(words: string | null): string | null {
  return words === null ? null : presentWords(words, 300);
}

const found =
  (state: Found['state']) =>
  (detail: string | null): Found => ({ state, fault: null, detail: reasonIn(detail) });

export const good = found('good')(null);
export const bad = found('bad');
export const unsure = found('unsure');

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

/** A call that was not made, or whose answer is no document. */
export class CallFault extends Error {
  readonly fault: NetworkFault;
  readonly detail: string;
  constructor(fault: NetworkFault, detail: string, message: string) {
    super(message);
    this.fault = fault;
    this.detail = detail;
  }
}

/** The fault of the network in an error or in its causes, which `fetch` and its callers wrap. */
export function findFault(error: unknown): Pick<Found, 'fault' | 'detail'> | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof CallFault) return { fault: error.fault, detail: error.detail };
  if (error instanceof ConnectorError && error.remark.code === 'privateHost')
    return { fault: 'privateHost', detail: error.remark.params.host ?? null };
  if (error.cause instanceof Response && !error.cause.ok)
    return { fault: 'status', detail: String(error.cause.status) };
  const { code } = error as { readonly code?: unknown };
  const detail = typeof code === 'string' ? code : error.name;
  const fault = faults.get(detail) ?? (detail.includes('CERT') ? 'certificate' : null);
  return fault ? { fault, detail } : findFault(error.cause);
}
