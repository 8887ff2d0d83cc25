import { ConnectorError } from '../connector.ts';
import { badStatus, noAnswer, remarkOf, unreachable } from '../platformFacts.ts';
import { readAnswer } from '../readAnswer.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends a request that carries a secret: redirections are not followed, and no message contains an address or a header.
 * @throws ConnectorError when there was no answer, one of a server that is down or busy (429, 5xx, 3xx), or one that is too long
 */
export async function sendRequest(
  fetchSite: typeof fetch,
  address: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string | URLSearchParams;
  },
  { who, seconds, signal }: { readonly who: string; readonly seconds: number; readonly signal?: AbortSignal },
): Promise<Reply> {
  const late = AbortSignal.timeout(seconds * 1000);
  try {
    const both = signal ? AbortSignal.any([signal, late]) : late;
    const response = await fetchSite(address, { ...request, redirect: 'manual', signal: both });
    const failure = failureOf(who, response);
    if (!failure) {
      const { status, headers } = response;
      return { status, headers, text: await readAnswer(response, who) };
    }
    await response.body?.cancel();
    throw failure;
  } catch (error) {
    if (error instanceof ConnectorError || signal?.aborted) throw error;
    if (late.aborted) throw new ConnectorError(noAnswer(`${who} gave no answer`, seconds), 'later');
    const { cause } = error as Error;
    if (cause instanceof ConnectorError) throw cause;
    const { code } = (cause ?? {}) as { code?: string };
    throw new ConnectorError(unreachable(who, code), 'later');
  }
}

function failureOf(who: string, { status, headers }: Response): ConnectorError | null {
  if (status >= 300 && status < 400)
    return new ConnectorError(
      remarkOf('redirected', `${who} redirects to another address: enter that one`),
      'later',
    );
  const asked = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(asked) ? asked : null;
  if (status === 429)
    return new ConnectorError(
      remarkOf('tooManyCalls', `${who} takes no more calls for now (429)`),
      'later',
      wait,
    );
  if (status >= 500) return new ConnectorError(badStatus(who, status), 'later', wait);
  return null;
}

/** Undefined for anything else, such as a page; null for an empty body. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
