/** The listeners of one store: `subscribe` is for useSyncExternalStore. */
export function createNotifier() {
  const listeners = new Set<() => void>();
  return {
    /** Returns the function that ends the subscription. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
  };
}
