import { EventEmitter, once } from 'node:events';

export type Notifier = ReturnType<typeof openNotifier>;

/** Wakes workers of this process when there is work. Workers also poll. */
export function openNotifier() {
  const subscribers = new Set<{ readonly topic: string; notify(): void }>();
  const listeners = new Set<{ readonly topic: string; notify(): void }>();
  return {
    notify(topic: string): void {
      for (const listener of listeners) if (listener.topic === topic) listener.notify();
      for (const subscriber of subscribers) if (subscriber.topic === topic) subscriber.notify();
    },
    /** Calls `notify` at each notification of this topic only; returns a function that ends this. */
    listen(topic: string, notify: () => void): () => void {
      const listener = { topic, notify };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    subscribe(topic: string) {
      const emitter = new EventEmitter();
      let isNotified = false;
      const notify = () => {
        isNotified = true;
        emitter.emit('notified');
      };
      const subscriber = { topic, notify };
      subscribers.add(subscriber);
      return {
        /** Resolves on a notification since the last wait, after `milliseconds`, or when `signal` aborts. */
        async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
          const ended = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
          if (!isNotified) await once(emitter, 'notified', { signal: ended }).catch(() => undefined);
          isNotified = false;
        },
        end: () => void subscribers.delete(subscriber),
      };
    },
  };
}
