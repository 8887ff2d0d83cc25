import { vi } from 'vitest';

type Answer = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Replaces XMLHttpRequest, which uploads use for their progress; the response of `answer` arrives after the
 * whole body.
 */
export function fakeUploads(answer: Answer) {
  class FakeRequest {
    readonly upload: Pick<XMLHttpRequestUpload, 'onprogress'> = { onprogress: null };
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    responseType = '';
    status = 0;
    /** Bytes, since Node's Response does not accept jsdom's Blob. */
    response: ArrayBuffer | null = null;
    #url = '';
    #method = '';
    readonly #sent = new Headers();
    #received = new Headers();
    #isAborted = false;

    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }

    setRequestHeader(name: string, value: string) {
      this.#sent.append(name, value);
    }

    getAllResponseHeaders() {
      return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    send(body: BodyInit) {
      const whole = new ProgressEvent('progress', { loaded: 1, total: 1 });
      this.upload.onprogress?.call(this as never, whole as never);
      void this.#receive(body);
    }

    abort() {
      this.#isAborted = true;
      this.onabort();
    }

    async #receive(body: BodyInit) {
      try {
        const reply = await answer(this.#url, { method: this.#method, headers: this.#sent, body });
        this.response = await reply.arrayBuffer();
        this.status = reply.status;
        this.#received = reply.headers;
        if (!this.#isAborted) this.onload();
      } catch {
        if (!this.#isAborted) this.onerror();
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
}
