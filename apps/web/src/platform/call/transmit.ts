import { getLanguageState } from '../i18n/languageStore.ts';
import type { BuiltRequest, RequestContext } from './buildRequest.ts';
import { CallFailed } from './CallFailed.ts';
import type { CallOptions } from './input.ts';

/** What a request bears beside its input: the given token, the anti-forgery cookie's value, the language. */
export function contextWith(token: string | null): RequestContext {
  return { token, xsrfToken: xsrfCookie(), language: getLanguageState().language };
}

/** Sends a built request; no answer at all is the failure `network`. */
export async function transmit(request: BuiltRequest, options: CallOptions = {}): Promise<Response> {
  try {
    if (options.onUploadProgress) {
      const { upload } = await import('./bodies/upload.ts');
      return await upload(request, options.onUploadProgress, options.signal);
    }
    const { url, method, headers, body } = request;
    return await fetch(url, { method, headers, body, signal: options.signal ?? null });
  } catch (error) {
    throw networkFailure(error, options);
  }
}

/** The body of an answer; a line that breaks in the middle of it is the failure `network` as well. */
export async function readText(answer: Response, options: CallOptions = {}): Promise<string> {
  try {
    return await answer.text();
  } catch (error) {
    throw networkFailure(error, options);
  }
}

/** What a browser throws as TypeError is the network's doing; an abort stays what it is. */
function networkFailure(error: unknown, { signal }: CallOptions): unknown {
  signal?.throwIfAborted();
  return error instanceof TypeError ? new CallFailed({ status: 0, code: 'network' }) : error;
}

function xsrfCookie(): string | null {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith('XSRF-TOKEN='));
  return pair === undefined ? null : decodeURIComponent(pair.slice('XSRF-TOKEN='.length));
}
