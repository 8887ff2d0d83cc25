import { ConnectorError, makeRemark } from './connector.ts';
import { maskSecrets } from './maskSecrets.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The answer is no longer waited for, though the site may still carry out the call. */
export class TooSlow extends ConnectorError {}

/** The site itself says when to ask again, as in maintenance, but may be back sooner. */
export class Paused extends ConnectorError {}

/** Node's own limit of five minutes. */
const nodeSeconds = 300;

/**
 * Sends a request that carries a secret: redirections are not followed, and no message contains an address or
 * a header. `secrets` are masked in the reply's text, since a site may repeat its request.
 * @throws ConnectorError without an answer, or with the answer of a server that is down or busy (429, 5xx,
 * 3xx) or that is too long; its subclass TooSlow after the time limit
 */
export async function sendRequest(
  fetchSite: typeof fetch,
  address: string,
  request: {
    readonly method: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | URLSearchParams;
  },
  {
    seconds,
    signal,
    secrets = [],
  }: {
    readonly seconds: number;
    readonly signal?: AbortSignal;
    readonly secrets?: readonly string[];
  },
): Promise<Reply> {
  const late = AbortSignal.timeout(seconds * 1000);
  try {
    const both = signal ? AbortSignal.any([signal, late]) : late;
    const response = await fetchSite(address, { ...request, redirect: 'manual', signal: both });
    const failure = failureOf(response);
    if (!failure) {
      const { status, headers } = response;
      return { status, headers, text: maskSecrets(await readAnswer(response), secrets) };
    }
    await response.body?.cancel();
    throw failure;
  } catch (error) {
    if (error instanceof ConnectorError || signal?.aborted) throw error;
    const { cause } = error as Error;
    if (cause instanceof ConnectorError) throw cause;
    if (late.aborted) throw tooSlow(seconds);
    const { code } = (cause ?? {}) as { code?: string };
    if (code === 'UND_ERR_HEADERS_TIMEOUT') throw tooSlow(nodeSeconds);
    throw new ConnectorError(code ? makeRemark('unreachable', { code }) : 'connectionLost', 'later');
  }
}

function tooSlow(seconds: number): TooSlow {
  return new TooSlow(makeRemark('noAnswer', { seconds }), 'later');
}

function failureOf({ status, headers }: Response): ConnectorError | null {
  if (status >= 300 && status < 400) return new ConnectorError('redirected', 'later');
  const wait = readRetryAfter(headers);
  if (status === 429) return new ConnectorError('tooManyCalls', 'later', wait);
  if (status === 504) return new TooSlow('gaveUp', 'later', wait);
  if (status === 503 && wait !== null) return new Paused(makeRemark('badStatus', { status }), 'later', wait);
  return status >= 500 ? new ConnectorError(makeRemark('badStatus', { status }), 'later', wait) : null;
}

/** The pause that a reply asks for, in seconds; null without one. RFC 9110 §10.2.3: seconds, or a date. */
export function readRetryAfter(headers: Headers): number | null {
  const asked = headers.get('retry-after')?.trim();
  if (!asked) return null;
  const seconds = /^\d+$/.test(asked)
    ? Number(asked)
    : (Date.parse(asked) - Date.parse(headers.get('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** Null for an empty body; undefined for a body that is not JSON, such as a page. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The limit of one decompressed answer, in megabytes. The longest known answer is Moodle's grade report,
 * which is one for a whole course: at 500 bytes a grade item, 10,000 people with twelve items each fit. Lists
 * of people come in pages.
 */
export const mostMegabytes = 64;

/** The text of an answer. @throws ConnectorError for an answer over the limit, whose connection is closed */
export async function readAnswer({ body }: Response, megabytes = mostMegabytes): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > megabytes * 1_000_000) throw tooLong(megabytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLong(megabytes: number): ConnectorError {
  return new ConnectorError(makeRemark('longAnswer', { megabytes }), 'later');
}

/** The answer of a call, or null after an error that `isExpected` knows. */
export async function orNull<T>(asked: Promise<T>, isExpected: (error: unknown) => boolean) {
  try {
    return await asked;
  } catch (error) {
    if (isExpected(error)) return null;
    throw error;
  }
}
