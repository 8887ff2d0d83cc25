import { getLanguageState } from '../i18n/languageStore.ts';
import { readCookie } from '../session/readCookie.ts';
import type { BuiltRequest, RequestContext } from './buildRequest.ts';
import { CallFailed } from './CallFailed.ts';
import type { CallOptions } from './input.ts';

/** Request data beside the input: the token, the CSRF cookie's value and the language. */
export function contextWith(token: string | null): RequestContext {
  return { token, xsrfToken: readCookie('XSRF-TOKEN'), language: getLanguageState().language };
}

/** Sends a request. Throws `network` when no response comes. */
export async function transmit(request: BuiltRequest, options: CallOptions = {}): Promise<Response> {
  try {
    if (options.onUploadProgress) {
      const { upload } = await import('./bodies/upload.ts');
      return await upload(request, options.onUploadProgress, options.signal);
    }
    const { url, method, headers, body } = request;
    const { signal = null, keepalive = false } = options;
    return await fetch(url, { method, headers, body, signal, keepalive });
  } catch (error) {
    throw networkFailure(error, options);
  }
}

/** Reads the body of a response. Throws `network` when the connection breaks. */
export async function readText(answer: Response, options: CallOptions = {}): Promise<string> {
  try {
    return await answer.text();
  } catch (error) {
    throw networkFailure(error, options);
  }
}

/** Browsers throw TypeError for network errors; an abort is rethrown unchanged. */
function networkFailure(error: unknown, { signal }: CallOptions): unknown {
  signal?.throwIfAborted();
  return error instanceof TypeError ? new CallFailed({ status: 0, code: 'network' }) : error;
}
