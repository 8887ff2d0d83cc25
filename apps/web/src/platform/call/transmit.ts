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
      const { upload } = await import('./upload.ts');
      return await upload(request, options.onUploadProgress, options.signal);
    }
    const { url, method, headers, body } = request;
    return await fetch(url, { method, headers, body, signal: options.signal ?? null });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof TypeError ? new CallFailed({ status: 0, code: 'network' }) : error;
  }
}

function xsrfCookie(): string | null {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith('XSRF-TOKEN='));
  return pair === undefined ? null : decodeURIComponent(pair.slice('XSRF-TOKEN='.length));
}
