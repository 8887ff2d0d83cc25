import { EventEmitter, once } from 'node:events';

/** Wakes workers of this process as soon as there is work; they look by themselves now and then all the same. */
export interface Notifier {
  notify(name: 'outbox' | 'learning'): void;
  /** Ends when the bell rings, after `milliseconds`, or when `signal` aborts. */
  wait(name: 'outbox' | 'learning', milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function openNotifier(): Notifier {
  const emitter = new EventEmitter();
  // A notification while the worker is busy is remembered, so that the worker does not sleep over it.
  const pending = new Set<string>();
  return {
    notify: (name) => {
      pending.add(name);
      emitter.emit(name);
    },
    wait: async (name, milliseconds, signal) => {
      const ended = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
      if (!pending.has(name)) await once(emitter, name, { signal: ended }).catch(() => undefined);
      pending.delete(name);
    },
  };
}
