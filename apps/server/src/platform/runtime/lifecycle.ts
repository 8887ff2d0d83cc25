/**
 * Whether the portal takes requests: not while it is `opening`. While it is `closing` it still does, until `close()`, so
 * that load balancers have time to notice.
 */
export interface Lifecycle {
  readonly state: 'opening' | 'open' | 'closing';
  /** Aborts on `close()`: event streams end. */
  readonly closed: AbortSignal;
  open(): void;
  /** Starts draining. */
  beginDrain(): void;
  close(): void;
}

export function makeLifecycle(): Lifecycle {
  const closing = new AbortController();
  let state: Lifecycle['state'] = 'opening';
  return {
    get state() {
      return state;
    },
    closed: closing.signal,
    open() {
      state = 'open';
    },
    beginDrain() {
      state = 'closing';
    },
    close() {
      state = 'closing';
      closing.abort();
    },
  };
}
