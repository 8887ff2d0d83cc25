/**
 * Whether the portal takes requests: not while it starts, and not for much longer once it is told to stop. While it is
 * `closing` it still answers what comes, so that whoever sends it requests has time to notice.
 */
export interface Shutter {
  readonly state: 'opening' | 'open' | 'closing';
  /** Aborts when nothing new is taken any more: who only watches is let go. */
  readonly closed: AbortSignal;
  open(): void;
  /** The first word of a stop. */
  lower(): void;
  close(): void;
}

export function makeShutter(): Shutter {
  const closing = new AbortController();
  let state: Shutter['state'] = 'opening';
  return {
    get state() {
      return state;
    },
    closed: closing.signal,
    open() {
      state = 'open';
    },
    lower() {
      state = 'closing';
    },
    close() {
      state = 'closing';
      closing.abort();
    },
  };
}
