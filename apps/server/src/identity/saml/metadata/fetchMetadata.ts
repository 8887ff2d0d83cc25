import type { AppContext } from '../../../core/context/appContext.ts';
import { maskSecrets, readAnswer } from '../../../learning/learning.service.ts';
import { fetchOutside } from '../../../learning/platforms/privateHosts.service.ts';
import { CallFault } from '../trial/findings.ts';

/** Another side as it is registered: its metadata as XML, or their address, and its entity ID. */
interface Registered {
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

/** How long the other side may take for one answer, and how many megabytes it may have. */
const seconds = 8;
const mostMegabytes = 1;

/**
 * Reads an answer within bounds, and masks `secrets` in it, since the other side may repeat its request; private networks,
 * and addresses without TLS, are for hosts that the operator names.
 */
export function fetchBounded({ config }: Pick<AppContext, 'config'>, secrets: readonly string[] = []) {
  const outside = fetchOutside(config);
  return async (url: string, options: object): Promise<Response> => {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !config.learningPrivateHosts.includes(hostname.toLowerCase()))
      throw new CallFault('noTls', hostname, `${hostname} is not called without TLS`);
    const response = await outside(url, options as RequestInit);
    const text = maskSecrets(await readAnswer(response, mostMegabytes), secrets);
    const { status, headers } = response;
    return new Response(text === '' ? null : text, { status, headers: [...headers] });
  };
}

/** Reads a page or a document as a browser would, without following it elsewhere; `secrets` are masked in it. */
export function fetchPage(
  context: Pick<AppContext, 'config'>,
  address: string,
  more: object = {},
  secrets: readonly string[] = [],
): Promise<Response> {
  const signal = AbortSignal.timeout(seconds * 1000);
  const headers = { accept: 'text/html, */*' };
  const call = fetchBounded(context, secrets);
  return call(address, { method: 'GET', headers, redirect: 'manual', signal, ...more });
}
