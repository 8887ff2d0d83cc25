export type Lifecycle = ReturnType<typeof makeLifecycle>;

/** Whether the portal takes requests: not while `opening`, but still while `closing`, for load balancers. */
export function makeLifecycle() {
  const closing = new AbortController();
  let state: 'opening' | 'open' | 'closing' = 'opening';
  return {
    get state() {
      return state;
    },
    /** Aborts on `close()`: event streams end. */
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
