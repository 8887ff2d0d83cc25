import type { BuiltRequest } from '../buildRequest.ts';

/** Sends a request by XMLHttpRequest, the only way to get upload progress; returns as fetch would. */
export function upload(
  { url, method, headers, body }: BuiltRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'blob';
    headers.forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(answerOf(request));
    // Fetch throws this error when it gets no response.
    request.onerror = () => reject(new TypeError('network'));
    request.onabort = () => reject(signal?.reason ?? new TypeError('aborted'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const isBodyless = request.status === 204 || request.status === 304;
  return new Response(isBodyless ? null : request.response, { status: request.status, headers });
}
