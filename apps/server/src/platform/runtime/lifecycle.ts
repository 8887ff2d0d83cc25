/**
 * Whether the portal takes requests: not while it starts, and not for much longer once it is told to stop. While it is
 * `closing` it still answers what comes, so that whoever sends it requests has time to notice.
 */
export interface Lifecycle {
  readonly state: 'opening' | 'open' | 'closing';
  /** Aborts when nothing new is taken any more: who only watches is let go. */
  readonly closed: AbortSignal;
  open(): void;
  /** The first word of a stop. */
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
