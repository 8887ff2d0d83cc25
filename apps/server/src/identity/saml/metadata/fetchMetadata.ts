import type { AppContext } from '../../../core/context/appContext.ts';
import { CallFault } from '../trial/findings.ts';
import { fetchPage } from './fetchPage.ts';

/** Another side as it is registered: its metadata as XML, or their address, and its entity ID. */
export interface Registered {
  readonly metadata: string;
  readonly entityId: string;
}

export const isAddress = (metadata: string): boolean => !metadata.startsWith('<');

const keptMilliseconds = 5 * 60 * 1000;
const kept = new WeakMap<AppContext, Map<string, { readonly text: string; readonly readAt: number }>>();

/**
 * The findings of `read` in metadata. Metadata at an address are fetched anew after five minutes, or at once if `fresh`.
 * @throws XmlFault, or what `fetch` throws
 */
export async function fetchMetadata<T>(
  context: AppContext,
  { metadata, entityId }: Registered,
  read: (text: string, entityId: string) => T,
  { fresh = false } = {},
): Promise<T> {
  if (!isAddress(metadata)) return read(metadata, entityId);
  const known = kept.get(context) ?? new Map();
  kept.set(context, known);
  const now = context.clock.now().getTime();
  const last = known.get(metadata);
  if (!fresh && last && Math.abs(now - last.readAt) < keptMilliseconds) return read(last.text, entityId);
  const response = await fetchPage(context, metadata);
  const { status } = response;
  if (status !== 200) throw new CallFault('status', String(status), `${metadata}: ${status}`);
  const text = await response.text();
  const found = read(text, entityId);
  known.set(metadata, { text, readAt: now });
  return found;
}
